import type { FileEdit } from '../workspace';
import { joinLines } from './text';
import { parseDiff, type DiffHunk, type FileDiff } from './parse-diff';

const PERMISSIONS = 0o777;
const FILE_KIND = 0o100000;

/**
 * Edits of a unified diff of any number of files: files created, deleted, moved, changed, their modes set. A sentence
 * if the diff can't be read, or holds anything but edits of text.
 */
export function editsOfDiff(text: string): { edits: FileEdit[] } | { problem: string } {
  const files = parseDiff(text);
  if (typeof files === 'string') return { problem: `The diff ${files}.` };
  const edits: FileEdit[] = [];
  for (const file of files) {
    const made = editsOfFile(file);
    if (typeof made === 'string') return { problem: made };
    edits.push(...made);
  }
  return { edits };
}

function editsOfFile(file: FileDiff): FileEdit[] | string {
  const { oldPath, newPath, oldMode, newMode, hunks } = file;
  const path = newPath ?? oldPath;
  if (path === undefined || path === null)
    return 'The diff does not name its file: give lines "--- a/…" and "+++ b/…".';
  if (file.binary) return `${path} is no text: its bytes cannot be changed by a diff.`;
  if (file.copied) return `${path} is a copy: create it with its whole content.`;
  if ([oldMode, newMode].some((mode) => mode !== undefined && mode - (mode & PERMISSIONS) !== FILE_KIND))
    return `${path} is a link or a submodule: only files can be edited.`;
  if (file.deleted || newPath === null) return [{ action: 'delete', path: oldPath ?? path }];
  if (file.created || oldPath === null) {
    const create: FileEdit = { action: 'create', path, content: contentOf(hunks) };
    return [create, ...modeEdit(path, 0o644, newMode)];
  }
  const edits: FileEdit[] = [];
  if (oldPath !== undefined && oldPath !== path) edits.push({ action: 'move', from: oldPath, path });
  edits.push(...modeEdit(path, oldMode, newMode));
  if (hunks.length > 0) edits.push({ action: 'patch', path, diff: hunks.map(({ text }) => text).join('') });
  return edits;
}

function modeEdit(path: string, before: number | undefined, after: number | undefined): FileEdit[] {
  if (after === undefined || (before ?? 0) % 0o1000 === after % 0o1000) return [];
  return [{ action: 'mode', path, mode: after & PERMISSIONS }];
}

/** The text of a new file. */
function contentOf(hunks: readonly DiffHunk[]): string {
  const texts = hunks.flatMap(({ lines }) =>
    lines.filter(({ op }) => op !== 'remove').map(({ text }) => text),
  );
  const closed = hunks.at(-1)?.ends.finalNewline ?? true;
  const last = texts.length - 1;
  return joinLines({
    mark: '',
    lines: texts.map((text, index) => ({ text, end: index < last || closed ? '\n' : '' })),
  });
}
