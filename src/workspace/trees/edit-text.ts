import { linesAt, nearestLines } from '../../domain/files/edit-text';
import type { MatchLayer, MatchOutcome, MatchProblem } from '../../domain/files/edit-match/outcome';
import { patchText } from '../../domain/files/edit-match/patch-text';
import { replaceText } from '../../domain/files/edit-match/replace-text';
import type { EditRefusal, FileEdit } from '../../domain/files/workspace';
import { rewrittenProgram } from '../../machine/text/program-text';
import { type TextForm, textForm } from '../../machine/text/text-form';

export type TextEdit = Extract<FileEdit, { action: 'replace' | 'patch' | 'modify' }>;

/** A file's new bytes and how the edit found its place, or the parts of a refusal. */
export type EditedBytes =
  { bytes: Buffer; layer?: MatchLayer } | Pick<EditRefusal, 'reason' | 'message' | 'nearest'>;

/**
 * Makes an edit in a file's bytes. Whatever the edit does not touch stays as it is, text or not, in any encoding; `charset` is what
 * `.editorconfig` declares.
 */
export function editBytes(edit: TextEdit, bytes: Buffer, charset?: string): EditedBytes {
  if (edit.action === 'modify') {
    const program = rewrittenProgram(bytes, edit.content);
    if (program) return { bytes: program };
  }
  const form = textForm(bytes, charset);
  const outcome = match(edit, form.text);
  if (!outcome.ok) return refused(edit, outcome.problem, form);
  const written = form.write(outcome.text);
  if ('problem' in written) return { reason: 'malformed', message: `${edit.path} ${written.problem}` };
  return { bytes: written.bytes, ...(edit.action === 'modify' ? {} : { layer: outcome.layer }) };
}

function match(edit: TextEdit, text: string): MatchOutcome {
  if (edit.action === 'modify') return { ok: true, text: edit.content, layer: 'exact' };
  if (edit.action === 'patch') return patchText(text, edit.diff);
  const { search, replacement, all } = edit;
  return replaceText(text, { search, replacement, all });
}

function refused(edit: TextEdit, problem: MatchProblem, { text, isText }: TextForm): EditedBytes {
  const { reason, message, expected, lines } = problem;
  const near = lines && lines.length > 0 ? linesAt(text, lines) : expected && nearestLines(text, expected);
  return {
    reason,
    message: message.replace('the file', () => edit.path),
    ...(near !== undefined && isText ? { nearest: near } : {}),
  };
}
