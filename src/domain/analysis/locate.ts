import type { SourceLocation } from '../failure';

const EXTENSION = '(?:[cm]?[jt]sx?|json|py|go|rs|vue|svelte|css|html|java|kt|rb|php|c|h|cc|cpp|cs|swift)';
const FILE = `(?:file://)?(?:[A-Za-z]:[\\\\/])?[^\\s:()'"\`\\[\\]<>|,]*[^\\s:()'"\`\\[\\]<>|,/]\\.${EXTENSION}`;

const WITH_LINE = new RegExp(
  [
    `File "(?<python>[^"\\n]+)", line (?<pythonLine>\\d+)`,
    `(?<paren>${FILE})\\((?<parenLine>\\d+),(?<parenColumn>\\d+)\\)`,
    `(?<file>${FILE}):(?<line>\\d+)(?::(?<column>\\d+))?`,
  ].join('|'),
  'g',
);
const WITHOUT_LINE = new RegExp(
  `(?:imported from |from ['"]|^- |\\()(?<file>${FILE})|^FAIL\\s+(?<suite>${FILE})`,
  'gm',
);

/** Frames of runtimes, libraries and tools: true, and of no help to who mends the project. */
const FOREIGN =
  /(^|[\\/])(node_modules|site-packages|dist-packages)[\\/]|^node:|[\\/]lib[\\/]python[\d.]+[\\/]|^\/usr\/|^\/rustc\/|\/go\/src\/|[\\/]\.cargo[\\/]|^<|^internal\//;

/** A path as the tree names it: without `file://`, `./` and the folder that the check ran in. */
export function projectPath(file: string, root?: string): string {
  let path = file.replace(/^file:\/\//, '').replaceAll('\\', '/');
  if (root !== undefined && path.startsWith(`${root}/`)) path = path.slice(root.length + 1);
  return path.replace(/^(\.\/)+/, '');
}

function toLocation(groups: Record<string, string | undefined>, root?: string): SourceLocation | undefined {
  const file = groups['file'] ?? groups['paren'] ?? groups['python'] ?? groups['suite'];
  if (file === undefined || FOREIGN.test(file)) return undefined;
  const line = groups['line'] ?? groups['parenLine'] ?? groups['pythonLine'];
  const column = groups['column'] ?? groups['parenColumn'];
  return {
    file: projectPath(file, root),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}

function search(text: string, pattern: RegExp, index: number, root?: string): SourceLocation | undefined {
  let before: SourceLocation | undefined;
  for (const match of text.matchAll(pattern)) {
    const location = toLocation(match.groups ?? {}, root);
    if (!location) continue;
    if (match.index >= index) return location;
    before = location;
  }
  return before;
}

/**
 * The place in the project that an output names for the message at `index`: the first after it, as in stack
 * traces of Node, else the last before it, as in tracebacks of Python. Undefined where it names none.
 */
export function locate(text: string, index: number, root?: string): SourceLocation | undefined {
  return search(text, WITH_LINE, index, root) ?? search(text, WITHOUT_LINE, index, root);
}
