import type { SourceLocation } from '../failure';

const EXTENSION = '(?:[cm]?[jt]sx?|json|py|go|rs|vue|svelte|css|html|java|kt|rb|php|c|h|cc|cpp|cs|swift)';
const OF_PATH = `[^\\s:()'"\`\\[\\]<>|,]`;
/** Begins where a path may begin and nowhere within one: a long text is looked through once. */
const FILE = `(?<!${OF_PATH})(?:file://)?(?:[A-Za-z]:[\\\\/])?${OF_PATH}*[^\\s:()'"\`\\[\\]<>|,/]\\.${EXTENSION}`;

const WITH_LINE = new RegExp(
  [
    `File "(?<python>[^"\\n]+)", line (?<pythonLine>\\d+)`,
    `^file (?<fixture>${FILE}), line (?<fixtureLine>\\d+)`,
    `(?<paren>${FILE})\\((?<parenLine>\\d+),(?<parenColumn>\\d+)\\)`,
    `(?<file>${FILE}):(?<line>\\d+)(?::(?<column>\\d+))?`,
  ].join('|'),
  'gm',
);
const WITHOUT_LINE = new RegExp(
  `(?:imported from |from ['"]|^- |\\()(?<file>${FILE})|^ ?(?:FAIL|FAILED|ERROR)\\s+(?<suite>${FILE})`,
  'gm',
);
/** The line that a code frame points at: `> 3 | …`. */
const FRAME = /^[^\S\n\r\u2028\u2029]*> +(?<line>\d+) \|/gm;
/** Lines that node prints before an uncaught error: the place, the line of source and a mark below it. */
const HEADER = new RegExp(
  `^[ \\t]*(?<file>${FILE}):(?<line>\\d+)\\n[^\\n]*\\n[ \\t]*\\^[^\\n]*\\n\\s*(?![\\s\\S])`,
  'm',
);
/** Characters before an error that may hold its header. */
const HEADER_CHARS = 1_200;

/** Frames of runtimes, libraries and tools: true, and of no help to who mends the project. */
const FOREIGN =
  /(^|[\\/])(node_modules|site-packages|dist-packages)[\\/]|^node:|[\\/]lib[\\/]python[\d.]+[\\/]|^\/usr\/|^\/rustc\/|\/go\/src\/|[\\/]\.cargo[\\/]|^<|^internal\/|^_testmain\.go$/;

/** True if a path names a file of a runtime, library or tool rather than of the project. */
export function isForeign(file: string): boolean {
  return FOREIGN.test(file);
}

/** A path as the tree names it: without `file://` and `./`. */
export function projectPath(file: string): string {
  return file
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '');
}

function toLocation(groups: Record<string, string | undefined>): SourceLocation | undefined {
  const file = groups['file'] ?? groups['paren'] ?? groups['python'] ?? groups['fixture'] ?? groups['suite'];
  if (file === undefined || isForeign(file)) return undefined;
  const line = groups['line'] ?? groups['parenLine'] ?? groups['pythonLine'] ?? groups['fixtureLine'];
  const column = groups['column'] ?? groups['parenColumn'];
  return {
    file: projectPath(file),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}

/** The first place from `index` on, else the last before it; the other way round in a traceback of Python. */
function search(text: string, pattern: RegExp, index: number): SourceLocation | undefined {
  const traceback = text.lastIndexOf('Traceback (most recent call last):', index);
  let before: SourceLocation | undefined;
  for (const match of text.matchAll(pattern)) {
    const location = toLocation(match.groups ?? {});
    if (!location) continue;
    if (match.index >= index) return traceback >= 0 ? (before ?? location) : location;
    if (match.index >= traceback) before = location;
  }
  return before;
}

/** The place without a line, with the line that the code frame after `index` points at. */
function framed(text: string, index: number, location: SourceLocation): SourceLocation {
  for (const match of text.matchAll(FRAME)) {
    if (match.index >= index) return { ...location, line: Number(match.groups?.['line']) };
  }
  return location;
}

/** The place that node prints right before the message at `index`. */
function headed(text: string, index: number): SourceLocation | undefined {
  const match = HEADER.exec(text.slice(Math.max(0, index - HEADER_CHARS), index));
  return match ? toLocation(match.groups ?? {}) : undefined;
}

/**
 * Place in the project that an output names for the message at `index`: right before it, else the first one after it,
 * as in stack traces of Node, else the last one before it, as in tracebacks of Python. Undefined: it names none.
 * `evidence` is the text without quoted source, of the same length.
 */
export function locate(text: string, index: number, evidence: string = text): SourceLocation | undefined {
  const header = headed(text, index);
  const around = search(evidence, WITH_LINE, index);
  // The header has no column, and the frames of an error that a require threw are of who required.
  if (header && !(around?.file === header.file && around.line === header.line)) return header;
  if (around) return around;
  const file = search(text, WITHOUT_LINE, index);
  // Frames that a tool draws a border around look like quoted source.
  const bordered = search(text, WITH_LINE, index);
  if (file && bordered?.file === file.file) return bordered;
  return file && framed(text, index, file);
}
