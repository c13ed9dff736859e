import { linesAt, nearestLines } from '../../domain/files/edit-text';
import type { MatchLayer, MatchOutcome, MatchProblem } from '../../domain/files/edit-match/outcome';
import { patchText } from '../../domain/files/edit-match/patch-text';
import { replaceText } from '../../domain/files/edit-match/replace-text';
import type { EditRefusal, FileEdit } from '../../domain/files/workspace';
import { rewrittenProgram } from '../../machine/text/program-text';
import { type TextForm, textForm } from '../../machine/text/text-form';

export type TextEdit = Extract<FileEdit, { action: 'replace' | 'patch' | 'modify' }>;

/** An edit that has to find its place. */
type PlacedEdit = Exclude<TextEdit, { action: 'modify' }>;

/** A file's new bytes and how the edit found its place, or the parts of a refusal. */
export type EditedBytes =
  { bytes: Buffer; layer?: MatchLayer } | Pick<EditRefusal, 'reason' | 'message' | 'nearest'>;

/**
 * Makes an edit in a file's bytes. Whatever the edit does not touch stays as it is, text or not, in any encoding; `charset` is what
 * `.editorconfig` declares.
 */
export function editBytes(edit: TextEdit, bytes: Buffer, charset?: string): EditedBytes {
  const form = textForm(bytes, charset);
  const written = (text: string, found: { layer?: MatchLayer }): EditedBytes => {
    const made = form.write(text);
    return 'bytes' in made
      ? { ...made, ...found }
      : { reason: 'malformed', message: `${edit.path} ${made.problem}` };
  };
  if (edit.action === 'modify') {
    const program = rewrittenProgram(bytes, edit.content);
    return program ? { bytes: program } : written(edit.content, {});
  }
  const outcome = match(edit, form.text);
  if (!outcome.ok) return refused(edit, outcome.problem, form);
  return written(outcome.text, { layer: outcome.layer });
}

function match(edit: PlacedEdit, text: string): MatchOutcome {
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
