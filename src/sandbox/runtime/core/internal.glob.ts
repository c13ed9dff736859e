/** Globs of paths: Node's own come with minimatch, which is large. */
import nodeModule from './internal.library';

/** Converts a glob to a pattern of whole paths; `*` stays within a part, `**` does not. */
function globPattern(glob: string, windows: boolean): RegExp {
  const isSeparator = (one: string | undefined): boolean => one === '/' || (windows && one === '\\');
  const separator = windows ? '[\\\\/]' : '/';
  const other = windows ? '[^\\\\/]' : '[^/]';
  let source = '';
  for (let index = 0; index < glob.length; index++) {
    const character = glob[index] ?? '';
    if (character === '*' && glob[index + 1] === '*') {
      const slash = isSeparator(glob[index + 2]);
      source += slash ? `(?:.*${separator})?` : '.*';
      index += slash ? 2 : 1;
    } else if (character === '*') source += `${other}*`;
    else if (character === '?') source += other;
    else if (character === '[') {
      const end = glob.indexOf(']', index + 2);
      if (end < 0) source += '\\[';
      else {
        source += `[${glob
          .slice(index + 1, end)
          .replace(/^!/, '^')
          .replace(/\\/g, '\\\\')}]`;
        index = end;
      }
    } else if (character === '{') {
      const end = glob.indexOf('}', index);
      if (end < 0) source += '\\{';
      else {
        const choices = glob.slice(index + 1, end).split(',');
        source += `(?:${choices.map((choice) => globPattern(choice, windows).source.slice(1, -1)).join('|')})`;
        index = end;
      }
    } else if (isSeparator(character)) source += separator;
    else source += character.replace(/[.+^$()|[\]{}\\]/g, '\\$&');
  }
  return new RegExp(`^${source}$`);
}

/** True if the whole path is one that the glob means. */
function matchGlobPattern(path: string, glob: string, windows = false): boolean {
  const { validateString } =
    nodeModule<Record<'validateString', (value: unknown, name: string) => void>>('internal/validators');
  validateString(path, 'path');
  validateString(glob, 'pattern');
  const { normalize } = nodeModule<typeof import('node:path')>('path')[windows ? 'win32' : 'posix'];
  return globPattern(glob, windows).test(normalize(path));
}

export default { matchGlobPattern };
