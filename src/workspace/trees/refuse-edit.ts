import { parseDiff } from '../../domain/files/edit-match/parse-diff';
import type { EditRefusal, FileEdit } from '../../domain/files/workspace';

/** A refusal of an edit. */
export function refuse(
  edit: FileEdit,
  reason: EditRefusal['reason'],
  message: string,
  more: Pick<EditRefusal, 'nearest' | 'problem'> = {},
): EditRefusal {
  const { nearest, problem } = more;
  return {
    path: edit.path,
    reason,
    message,
    ...(nearest === undefined ? {} : { nearest }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Refusal of a mode that no file can have. */
export function unfitMode(edit: FileEdit): EditRefusal | undefined {
  if (edit.action !== 'mode' || (Number.isInteger(edit.mode) && edit.mode >= 0 && edit.mode <= 0o777))
    return undefined;
  return refuse(
    edit,
    'malformed',
    `${edit.path} cannot have the mode ${edit.mode}: give permission bits, 0 to 0o777`,
  );
}

/** A diff that names another file than its edit is for that file. */
export function wrongDiffPath(edit: Extract<FileEdit, { action: 'patch' }>): EditRefusal | undefined {
  const files = parseDiff(edit.diff);
  if (typeof files === 'string' || files.length !== 1) return undefined;
  const { oldPath, newPath, binary } = files[0] ?? {};
  if (binary) return refuse(edit, 'malformed', `the diff of ${edit.path} is of bytes, not of text`);
  if (oldPath === null || newPath === null)
    return refuse(
      edit,
      'malformed',
      `the diff of ${edit.path} creates or deletes a file: use an edit that does`,
    );
  const named = [oldPath, newPath].filter((name) => name !== undefined);
  const meant = named.length === 0 || named.some((name) => samePlace(name, edit.path));
  return meant
    ? undefined
    : refuse(edit, 'malformed', `the diff is of ${named[0] ?? ''}, not of ${edit.path}`);
}

/** Diffs name files from some folder on the way, with prefixes of any kind. */
function samePlace(name: string, path: string): boolean {
  return name === path || name.endsWith(`/${path}`) || path.endsWith(`/${name}`);
}
