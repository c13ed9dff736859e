/** Most bytes of one name, and of a whole path, as Linux has it. */
const NAME_LIMIT = 255;
export const PATH_LIMIT = 4_096;
/** Most bytes of a path that is captured: checks run on it below a folder of Kintsugi's own. */
export const CAPTURED_PATH_LIMIT = PATH_LIMIT - 1_024;
/** Most folders and names in a path that is edited: no project goes half as deep. */
const DEPTH_LIMIT = 128;

/** Reason why a path is refused: a name for programs and a sentence for people. */
export interface PathProblem {
  name:
    | 'empty'
    | 'empty-part'
    | 'current-folder'
    | 'parent-folder'
    | 'absolute'
    | 'nul'
    | 'drive-letter'
    | 'backslash'
    | 'not-text'
    | 'name-too-long'
    | 'path-too-long'
    | 'too-deep'
    | 'git-internals'
    | 'case-twin';
  message: string;
}

/**
 * Checks a path that someone proposes to edit: relative, `/`-separated, and inside the workspace whatever
 * the file system makes of it. Undefined where it may be used.
 */
export function checkPath(path: string): PathProblem | undefined {
  return checkWhole(path) ?? checkParts(path);
}

function checkWhole(path: string): PathProblem | undefined {
  if (path === '') return { name: 'empty', message: 'the path is empty' };
  if (path.includes('\0')) return problem('nul', path, 'holds a NUL character');
  if (/^[A-Za-z]:/.test(path)) return problem('drive-letter', path, 'names a drive');
  if (path.includes('\\')) return problem('backslash', path, 'holds a backslash; separate folders with /');
  if (path.startsWith('/'))
    return problem('absolute', path, 'is absolute; name it from the root of the workspace');
  if (/[\ud800-\udfff]/u.test(path)) return problem('not-text', path, 'is not valid Unicode');
  if (utf8Length(path) > PATH_LIMIT)
    return problem('path-too-long', path, `is longer than ${PATH_LIMIT} bytes`);
  if (path.split('/').length > DEPTH_LIMIT)
    return problem('too-deep', path, `has more than ${DEPTH_LIMIT} parts`);
  return undefined;
}

function checkParts(path: string): PathProblem | undefined {
  for (const part of path.split('/')) {
    if (part === '') return problem('empty-part', path, 'has an empty part');
    if (part === '.') return problem('current-folder', path, 'has a part "."');
    if (part === '..') return problem('parent-folder', path, 'has a part ".."');
    if (utf8Length(part) > NAME_LIMIT)
      return problem('name-too-long', path, `has a name longer than ${NAME_LIMIT} bytes`);
    if (isGitName(part)) return problem('git-internals', path, 'belongs to git itself');
  }
  return undefined;
}

/** Characters that some file systems leave out when they compare names. */
const IGNORED = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * `.git` in every spelling that a file system takes for it which ignores case or invisible characters, shortens
 * names, or has streams within files (`.git::$INDEX_ALLOCATION`).
 */
function isGitName(name: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/i.test(name.replace(IGNORED, ''));
}

const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(\..*)?$/i;

/** Reason why a path that is fine here is not possible on Windows. Undefined: it is possible. */
export function pathWarning(path: string): string | undefined {
  for (const part of path.split('/')) {
    const shown = JSON.stringify(part);
    if (/[. ]$/.test(part)) return `${shown} ends in a dot or a space, which Windows cuts off`;
    if (RESERVED.test(part)) return `${shown} is the name of a device on Windows`;
    const odd = /[<>:"|?*\u0001-\u001f]/.exec(part);
    if (odd) return `${shown} holds ${JSON.stringify(odd[0])}, which Windows does not allow in names`;
  }
  return undefined;
}

/** Folds names that are the same on a file system that ignores case, or how accents are written. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

function problem(name: PathProblem['name'], path: string, why: string): PathProblem {
  const shown = path.length <= 80 ? path : `${path.slice(0, 80)}…`;
  return { name, message: `${JSON.stringify(shown)} ${why}` };
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** `a/b` and `c` → `a/b/c`; the root is the empty path. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folder of a path; the root is the empty path. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** All folders above a path, outermost first, without the root. */
export function ancestorPaths(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) found.push(path.slice(0, at));
  return found;
}

/** Permission bits of a file whose text was written anew: what a model wrote must not run with the rights of the file's owner. */
export function withoutSetId(mode: number): number {
  return mode & ~0o6000;
}

/** True for permission bits that differ at most in these rights: a copy that gets another owner loses them. */
export function isModeOf(mode: number, of: number): boolean {
  return mode === of || mode === withoutSetId(of);
}
