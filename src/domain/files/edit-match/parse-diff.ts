import type { FileEnds } from './apply';
import type { HunkLine } from './hunk';
import { splitLines, withoutCr } from './text';

/** A hunk of a unified diff. Its line numbers are not kept: context decides where it stands. */
export interface DiffHunk {
  lines: readonly HunkLine[];
  /** Text after the second `@@`: in git's diffs the line of the enclosing function. */
  heading: string;
  ends: FileEnds;
  /** The hunk as it stands in the diff. */
  text: string;
}

/** Part of a diff about one file. A name is null for `/dev/null` and undefined if none is given. */
export interface FileDiff {
  oldPath?: string | null;
  newPath?: string | null;
  /** From git's own lines, which stand above the names. */
  oldMode?: number;
  newMode?: number;
  created?: boolean;
  deleted?: boolean;
  renamed?: boolean;
  copied?: boolean;
  binary?: boolean;
  hunks: DiffHunk[];
}

const HUNK_HEAD = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;
const FILE_HEAD = /^(?:diff --git |diff -|Index: )/;

/** The files of a unified diff, or a sentence that says what is wrong with it. Text around them is left out. */
export function parseDiff(text: string): FileDiff[] | string {
  const lines = diffLines(text);
  const files: FileDiff[] = [];
  /** True while only lines of a head have stood since the last `diff --git`. */
  let headed = false;
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', next = ''] = lines.slice(at, at + 2);
    if (line.startsWith('@@@')) return 'is a combined diff of a merge: give one against a single version';
    if (FILE_HEAD.test(line)) {
      files.push({ hunks: [], ...gitNames(line) });
      headed = true;
    } else if (line.startsWith('@@')) {
      const read = readHunk(lines, at);
      if (typeof read === 'string') return read;
      if (files.length === 0) files.push({ hunks: [] });
      if (read.hunk.lines.length > 0) files.at(-1)?.hunks.push(read.hunk);
      at = read.end - 1;
      headed = false;
    } else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      // They belong to the git head above them, or begin a file.
      if (!headed) files.push({ hunks: [] });
      Object.assign(files.at(-1) ?? {}, fileNames(line, next));
      at += 1;
      headed = false;
    } else attribute(files.at(-1), line);
  }
  return files.length > 0 ? files : 'holds no hunk: a hunk begins with a line "@@"';
}

/** Lines without their ends. Where the headers end in CRLF too, that is the diff's and not the files'. */
function diffLines(text: string): string[] {
  const lines = splitLines(text).lines.map(({ text: line, end }) => (end === '\r\n' ? `${line}\r` : line));
  const heads = lines.filter((line) => /^(?:@@ |--- |\+\+\+ |diff )/.test(line));
  const carried = heads.length > 0 && heads.every((line) => line.endsWith('\r'));
  return carried ? lines.map(withoutCr) : lines;
}

/** Takes what one of git's own lines says of a file. */
function attribute(file: FileDiff | undefined, line: string): void {
  if (!file || file.hunks.length > 0) return;
  const mode = /^(old|new|new file|deleted file) mode (\d{6})$/.exec(line);
  const bits = Number.parseInt(mode?.[2] ?? '', 8);
  if (mode?.[1] === 'new file') file.created = true;
  if (mode?.[1] === 'deleted file') file.deleted = true;
  if (mode) file[mode[1]?.startsWith('new') ? 'newMode' : 'oldMode'] = bits;
  const name = /^(rename|copy) (from|to) (.*)$/.exec(line);
  if (name) {
    file[name[1] === 'rename' ? 'renamed' : 'copied'] = true;
    file[name[2] === 'from' ? 'oldPath' : 'newPath'] = quotedName(name[3] ?? '');
  }
  if (line.startsWith('Binary files ') || line === 'GIT binary patch') file.binary = true;
}

const OPS: Readonly<Record<string, HunkLine['op']>> = { ' ': 'keep', '-': 'remove', '+': 'add' };

/** The hunk that begins at a line, and the first line after it. */
function readHunk(lines: readonly string[], start: number): { hunk: DiffHunk; end: number } | string {
  const first = lines[start] ?? '';
  const head = HUNK_HEAD.exec(first.trimEnd());
  const count = (text: string | undefined): number => (text === undefined ? 1 : Number(text));
  // Lines that are still to come by the counts of the head; without counts it may end anywhere.
  const left = head ? { old: count(head[1]), fresh: count(head[2]) } : { old: 0, fresh: 0 };
  const isComplete = (): boolean => left.old <= 0 && left.fresh <= 0;
  const body: HunkLine[] = [];
  const unended = { old: false, fresh: false };
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('@@') || FILE_HEAD.test(line)) break;
    // Counts tell a removed line `-- x` from the name of the next file; models miscount, so they tell nothing else.
    const isName = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ');
    const lacksPair = left.old === 1 && left.fresh === 1;
    if (isName && (isComplete() || (lines[at + 2]?.startsWith('@@') && !lacksPair))) break;
    // The signature of a mail.
    if (isComplete() && line.trimEnd() === '--') break;
    if (line.startsWith('\\')) {
      const last = body.at(-1)?.op;
      if (last && last !== 'add') unended.old = true;
      if (last && last !== 'remove') unended.fresh = true;
      continue;
    }
    const op = withoutCr(line) === '' ? 'keep' : OPS[line[0] ?? ''];
    if (!op && isComplete()) break;
    if (!op)
      return `has a line in a hunk that begins with neither space, "+" nor "-": ${JSON.stringify(line.slice(0, 60))}`;
    body.push({ op, text: withoutCr(line) === '' ? line : line.slice(1) });
    if (op !== 'add') left.old -= 1;
    if (op !== 'remove') left.fresh -= 1;
  }
  // Empty lines after a hunk are the text's own, unless the counts want them.
  let end = at;
  while (withoutCr(lines[end - 1] ?? '@') === '' && end > start + 1 && (!head || left.old < 0)) {
    body.pop();
    end -= 1;
    left.old += 1;
  }
  const { old, fresh } = unended;
  const ends = { ...(old === fresh ? {} : { finalNewline: old }), ...(fresh ? { unended: true } : {}) };
  const heading = (head ? (head[3] ?? '') : first.replace(/@@/g, '')).trim();
  // A heading may bring the CR of the file's line, which would look like the diff's own.
  const text = `${[withoutCr(first), ...lines.slice(start + 1, end)].join('\n')}\n`;
  return { hunk: { lines: body, heading, ends, text }, end: at };
}

/** Names of `diff --git a/x b/x`, for changes that have no other: they are the same on both sides there. */
function gitNames(line: string): Pick<FileDiff, 'oldPath' | 'newPath'> {
  const rest = /^diff --git (.*)$/.exec(line)?.[1];
  if (rest === undefined) return {};
  const quoted = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(rest);
  const half = (rest.length - 1) / 2;
  const [first, second] = quoted
    ? [quotedName(quoted[1] ?? ''), quotedName(quoted[2] ?? '')]
    : [rest.slice(0, half), rest.slice(half + 1)];
  const same = first.startsWith('a/') && second.startsWith('b/') && first.slice(2) === second.slice(2);
  return same ? { oldPath: first.slice(2), newPath: second.slice(2) } : {};
}

/** Names of the lines `---` and `+++`, without a time behind a tab; null for `/dev/null`. */
function fileNames(...lines: [string, string]): Pick<FileDiff, 'oldPath' | 'newPath'> {
  const names = lines.map((line) => quotedName(line.slice(4).split('\t')[0]?.trimEnd() ?? ''));
  const isPrefixed = names.every(
    (name, at) => name === '/dev/null' || name.startsWith(at === 0 ? 'a/' : 'b/'),
  );
  const [oldPath, newPath] = names.map((name) =>
    name === '/dev/null' ? null : name.slice(isPrefixed ? 2 : 0),
  );
  return { oldPath, newPath };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Name in a diff: as it is, or in quotes with C's escapes, where `\303\251` are bytes of UTF-8. */
export function quotedName(name: string): string {
  const inner = /^"(.*)"$/.exec(name)?.[1];
  if (inner === undefined) return name;
  return inner.replace(
    /((?:\\[0-3][0-7]{2})+)|\\u([0-9a-fA-F]{4})|\\(.)/g,
    (_, bytes?: string, unit?: string, char: string = '') => {
      if (bytes !== undefined) return ofOctal(bytes);
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      return ESCAPES[char] ?? char;
    },
  );
}

/** Bytes that are not UTF-8 stay escaped: no path has such a name. */
function ofOctal(escaped: string): string {
  const codes = escaped.split('\\').slice(1);
  try {
    return decodeURIComponent(
      codes.map((code) => `%${Number.parseInt(code, 8).toString(16).padStart(2, '0')}`).join(''),
    );
  } catch {
    return escaped;
  }
}
