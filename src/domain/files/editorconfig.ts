import { compileGlob } from './globs';
import { ancestorPaths, joinPath } from './paths';

const NAME = '.editorconfig';

/**
 * The `charset` that `.editorconfig` declares for a file; undefined where none does. `read` gives the text of a file of the project.
 * Source of the format: editorconfig.org, specification 0.17.
 */
export async function charsetOf(
  path: string,
  read: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  let charset: string | undefined;
  // From the file's own folder up: the nearest word counts.
  for (const folder of [...ancestorPaths(path).reverse(), '']) {
    const text = await read(joinPath(folder, NAME));
    if (text === undefined) continue;
    const below = folder === '' ? path : path.slice(folder.length + 1);
    const found = settingsIn(text, below);
    charset ??= found.charset;
    if (charset !== undefined || found.isRoot) break;
  }
  return charset === undefined || charset === 'unset' ? undefined : charset;
}

/** Settings of one `.editorconfig` for a path below its folder: of two sections that match, the later one counts. */
function settingsIn(text: string, path: string): { isRoot: boolean; charset?: string } {
  const found: { isRoot: boolean; charset?: string } = { isRoot: false };
  let applies: boolean | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) applies = matches(section, path);
    const [, key = '', value = ''] =
      /^\s*(root|charset)\s*[=:]\s*([^\s#;]+)\s*(?:[#;].*)?$/i.exec(line) ?? [];
    if (applies === undefined && key.toLowerCase() === 'root') found.isRoot = value.toLowerCase() === 'true';
    if (applies && key.toLowerCase() === 'charset') found.charset = value.toLowerCase();
  }
  return found;
}

/** A glob with a slash is one of paths from the file's folder on, others match names in any folder. */
function matches(glob: string, path: string): boolean {
  const whole = glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`;
  return compileGlob(whole, { dot: true }).matches(path);
}
