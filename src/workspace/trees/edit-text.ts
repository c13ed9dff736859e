import { isUtf8 } from 'node:buffer';
import { linesAt, nearestLines } from '../../domain/files/edit-text';
import type { MatchLayer, MatchOutcome, MatchProblem } from '../../domain/files/edit-match/outcome';
import { patchText } from '../../domain/files/edit-match/patch-text';
import { replaceText } from '../../domain/files/edit-match/replace-text';
import type { EditRefusal, FileEdit } from '../../domain/files/workspace';

export type TextEdit = Extract<FileEdit, { action: 'replace' | 'patch' }>;

/** A file's new bytes and how the edit found its place, or the parts of a refusal. */
export type EditedBytes =
  { bytes: Buffer; layer: MatchLayer } | Pick<EditRefusal, 'reason' | 'message' | 'nearest'>;

/** Makes a replacement or a patch in a file's bytes. Whatever the edit does not touch stays as it is, text or not. */
export function editBytes(edit: TextEdit, bytes: Buffer): EditedBytes {
  const outcome = match(edit, bytes.toString('latin1'));
  if (outcome.ok) return { bytes: Buffer.from(outcome.text, 'latin1'), layer: outcome.layer };
  const { reason, message } = outcome.problem;
  const nearest = isUtf8(bytes) ? shown(outcome.problem, bytes.toString('utf8')) : undefined;
  return { reason, message: inFile(message, edit.path), ...(nearest === undefined ? {} : { nearest }) };
}

/** One character a byte: offsets are those of the bytes, and bytes that are no UTF-8 pass through. */
function match(edit: TextEdit, text: string): MatchOutcome {
  if (edit.action === 'patch') return patchText(text, asBytes(edit.diff));
  const { search, replacement, all } = edit;
  return replaceText(text, { search: asBytes(search), replacement: asBytes(replacement), all });
}

function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function shown({ expected, lines }: MatchProblem, text: string): string | undefined {
  if (lines && lines.length > 0) return linesAt(text, lines);
  return expected === undefined ? undefined : nearestLines(text, asText(expected));
}

function inFile(message: string, path: string): string {
  return asText(message).replace('the file', () => path);
}
