import type { FileEnds } from './apply';
import type { HunkLine } from './hunk';
import { splitLines } from './text';

/** A hunk of a unified diff. Its line numbers are not kept: context decides where it stands. */
export interface DiffHunk {
  lines: readonly HunkLine[];
  /** Text after the second `@@`: in git's diffs the line of the enclosing function. */
  heading: string;
  ends: FileEnds;
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
  const reader = new DiffReader(diffLines(text));
  return reader.read();
}

/** Lines without their ends. Where the headers end in CRLF too, that is the diff's and not the files'. */
function diffLines(text: string): string[] {
  const lines = splitLines(text).lines.map(({ text: line, end }) => (end === '\r\n' ? `${line}\r` : line));
  const heads = lines.filter((line) => /^(?:@@ |--- |\+\+\+ |diff )/.test(line));
  const carried = heads.length > 0 && heads.every((line) => line.endsWith('\r'));
  return carried ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}

class DiffReader {
  private readonly files: FileDiff[] = [];
  private at = 0;

  constructor(private readonly lines: readonly string[]) {}

  read(): FileDiff[] | string {
    while (this.at < this.lines.length) {
      const problem = this.next();
      if (problem !== undefined) return problem;
    }
    return this.files.length > 0 ? this.files : 'holds no hunk: a hunk begins with a line "@@"';
  }

  /** Reads a file's head, a hunk, or a line that says nothing. */
  private next(): string | undefined {
    const line = this.line(0);
    if (line.startsWith('@@@')) return 'is a combined diff of a merge: give one against a single version';
    if (line.startsWith('@@')) return this.hunk();
    if (FILE_HEAD.test(line)) this.files.push({ hunks: [], ...gitNames(line) });
    else if (line.startsWith('--- ') && this.line(1).startsWith('+++ ')) this.names();
    else this.attribute(line);
    this.at += 1;
    return undefined;
  }

  private line(ahead: number): string {
    return this.lines[this.at + ahead] ?? '';
  }

  private get file(): FileDiff {
    const file = this.files.at(-1) ?? { hunks: [] };
    if (this.files.length === 0) this.files.push(file);
    return file;
  }

  /** `---` and `+++` belong to the git head above them, or begin a file. */
  private names(): void {
    const last = this.files.at(-1);
    if (!last || last.hunks.length > 0 || !this.headed) this.files.push({ hunks: [] });
    const [oldName, newName] = [fileName(this.line(0)), fileName(this.line(1))];
    const prefixed =
      (oldName === null || oldName.startsWith('a/')) && (newName === null || newName.startsWith('b/'));
    this.file.oldPath = prefixed ? (oldName?.slice(2) ?? null) : oldName;
    this.file.newPath = prefixed ? (newName?.slice(2) ?? null) : newName;
    this.at += 1;
  }

  /** True if only lines of a head stand between the last `diff --git` and here. */
  private get headed(): boolean {
    for (let at = this.at - 1; at >= 0; at -= 1) {
      const line = this.lines[at] ?? '';
      if (FILE_HEAD.test(line)) return true;
      if (/^(?:@@|--- |\+\+\+ )/.test(line)) return false;
    }
    return false;
  }

  private attribute(line: string): void {
    const file = this.files.at(-1);
    if (!file || file.hunks.length > 0) return;
    const mode = / mode (\d{6})$/.exec(line)?.[1];
    if (line.startsWith('new file mode ')) file.created = true;
    if (line.startsWith('deleted file mode ')) file.deleted = true;
    if (mode !== undefined && /^(?:old|deleted file) mode/.test(line))
      file.oldMode = Number.parseInt(mode, 8);
    if (mode !== undefined && /^(?:new|new file) mode/.test(line)) file.newMode = Number.parseInt(mode, 8);
    const name = /^(rename|copy) (from|to) (.*)$/.exec(line);
    if (name) {
      if (name[1] === 'rename') file.renamed = true;
      else file.copied = true;
      if (name[2] === 'from') file.oldPath = quotedName(name[3] ?? '');
      else file.newPath = quotedName(name[3] ?? '');
    }
    if (line.startsWith('Binary files ') || line === 'GIT binary patch') file.binary = true;
  }

  private hunk(): string | undefined {
    const head = HUNK_HEAD.exec(this.line(0).trimEnd());
    const count = (text: string | undefined): number => (text === undefined ? 1 : Number(text));
    const body = new HunkBody(head ? { old: count(head[1]), fresh: count(head[2]) } : undefined);
    const heading = (head ? (head[3] ?? '') : this.line(0).replace(/@@/g, '')).trim();
    this.at += 1;
    while (this.at < this.lines.length && !this.endsHunk(body)) {
      const line = this.line(0);
      if (!body.take(line)) {
        if (body.complete) break;
        return `has a line in a hunk that begins with neither space, "+" nor "-": ${JSON.stringify(line.slice(0, 60))}`;
      }
      this.at += 1;
    }
    const hunk = body.finish(heading);
    if (hunk.lines.length > 0) this.file.hunks.push(hunk);
    return undefined;
  }

  /** Counts tell a removed line `-- x` from the name of the next file; models miscount, so they tell nothing else. */
  private endsHunk(body: HunkBody): boolean {
    const line = this.line(0);
    if (line.startsWith('@@') || FILE_HEAD.test(line)) return true;
    if (line.startsWith('--- ') && this.line(1).startsWith('+++ '))
      return body.complete || (this.line(2).startsWith('@@') && !body.lacksOnePair);
    // The signature of a mail.
    return body.complete && line.trimEnd() === '--';
  }
}

/** The lines of a hunk under way. */
class HunkBody {
  private readonly lines: (HunkLine & { bare: boolean })[] = [];
  private old = 0;
  private fresh = 0;
  private readonly unended = { old: false, fresh: false };

  constructor(private readonly counts: { old: number; fresh: number } | undefined) {}

  /** True if the counts of the head are reached; without counts it may end anywhere. */
  get complete(): boolean {
    return !this.counts || (this.old >= this.counts.old && this.fresh >= this.counts.fresh);
  }

  get lacksOnePair(): boolean {
    return (
      this.counts !== undefined && this.counts.old - this.old === 1 && this.counts.fresh - this.fresh === 1
    );
  }

  /** False for what can be no line of a hunk. */
  take(line: string): boolean {
    const last = this.lines.at(-1);
    if (line.startsWith('\\')) {
      if (last && last.op !== 'add') this.unended.old = true;
      if (last && last.op !== 'remove') this.unended.fresh = true;
      return true;
    }
    const bare = line === '' || line === '\r';
    const op = bare ? 'keep' : ({ ' ': 'keep', '-': 'remove', '+': 'add' } as const)[line[0] ?? ''];
    if (!op) return false;
    this.lines.push({ op, text: bare ? line : line.slice(1), bare });
    if (op !== 'add') this.old += 1;
    if (op !== 'remove') this.fresh += 1;
    return true;
  }

  finish(heading: string): DiffHunk {
    // Empty lines after a hunk are the text's own, unless the counts want them.
    while (this.lines.at(-1)?.bare && (!this.counts || this.old > this.counts.old)) {
      this.lines.pop();
      this.old -= 1;
    }
    const { old, fresh } = this.unended;
    const lines = this.lines.map(({ op, text }) => ({ op, text }));
    const ends: FileEnds = {
      ...(old === fresh ? {} : { finalNewline: old }),
      ...(fresh ? { unended: true } : {}),
    };
    return { lines, heading, ends };
  }
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

/** The name of a `---` or `+++` line, without a time behind a tab; null for `/dev/null`. */
function fileName(line: string): string | null {
  const name = quotedName(line.slice(4).split('\t')[0]?.trimEnd() ?? '');
  return name === '/dev/null' ? null : name;
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
