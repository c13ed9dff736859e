/** A comment or a text of a language, with marks at both ends. */
interface Piece {
  open: RegExp;
  /** Absent: the mark that opens it. */
  close?: string | ((opened: string) => string);
  /** A backslash takes the next character with it. */
  escapes?: boolean;
  /** Ends with its line, closed or not; then it is none, unless `toLineEnd`. */
  oneLine?: boolean;
  toLineEnd?: boolean;
  /** `open` is all of it. */
  whole?: boolean;
}

const DOUBLE: Piece = { open: /"/y, escapes: true };
const LINE: Piece = { open: /\/\//y, toLineEnd: true };
const BLOCK: Piece = { open: /\/\*/y, close: '*/' };
const SHORT_SINGLE: Piece = { open: /'(?:\\[^\n]{1,8}|[^'\\\n])(?=')/y, close: "'" };
const SINGLE: Piece = { open: /'/y, escapes: true, oneLine: true };

/** A regular expression of JavaScript, where no value stands before it: it is code, and hides none. */
const PATTERN: Piece = {
  open: /(?<=(?:[(,=:[!&|?{};+>]|\breturn)[ \t]{0,20}|^[ \t]{0,200})\/(?![*/])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\n\\]){0,500}\]|[^/\n\\[]){1,500}\//my,
  whole: true,
};
/** Languages with `//`; a quote of Rust may begin a lifetime, so its characters are short. */
const SLASHES: readonly Piece[] = [DOUBLE, { open: /`/y, escapes: true }, SHORT_SINGLE, SINGLE, LINE, BLOCK];
const SCRIPT: readonly Piece[] = [PATTERN, ...SLASHES];
const RUST: readonly Piece[] = [
  { open: /r#*"/y, close: (opened) => `"${opened.slice(1, -1)}` },
  ...[DOUBLE, SHORT_SINGLE, LINE, BLOCK],
];
const HASHES: readonly Piece[] = [
  ...[{ open: /"""/y }, { open: /'''/y }, { ...DOUBLE, oneLine: true }, SINGLE],
  { open: /#/y, toLineEnd: true },
];

/** A source without comments and texts, each line where it was; texts that match `keep` stay. */
export function codeOnly(path: string, source: string, keep?: RegExp): string {
  const pieces = piecesOf(path, source);
  const scan = new Scan(source, pieces);
  let code = '';
  let from = 0;
  for (const { index } of source.matchAll(/["'`/#r]/g)) {
    const end = index < from ? undefined : scan.endOf(index);
    if (end === undefined) continue;
    const found = source.slice(index, end);
    const isKept = keep?.test(found) ?? false;
    code += source.slice(from, index) + (isKept || isPattern(found) ? found : found.replace(/[^\n]/g, ' '));
    from = end;
  }
  return code + source.slice(from);
}

function piecesOf(path: string, source: string): readonly Piece[] {
  if (path.endsWith('.rs')) return RUST;
  if (hasHashes(path, source)) return HASHES;
  return /\.[cm]?[jt]sx?$/.test(path) ? SCRIPT : SLASHES;
}

/** True where `#` begins a comment. A script without an ending is one of a shell, Python or Ruby, unless its first line names another language. */
function hasHashes(path: string, source: string): boolean {
  if (/\.(pyw?|rb|(ba|z|k|fi)?sh)$/.test(path)) return true;
  return /(^|\/)[^./]+$/.test(path) && !/^#![^\n]{0,200}\b(?:node|deno|bun)\b/.test(source);
}

/** True for a piece that is a regular expression, not a comment. */
function isPattern(found: string): boolean {
  return found.startsWith('/') && !/^\/[/*]/.test(found);
}

/** Finds ends of pieces. Where one was not found it is not looked for again: each character is read a few times at most. */
class Scan {
  /** Closing mark → the place before which there is none. */
  private readonly openUntil = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly pieces: readonly Piece[],
  ) {}

  /** The end of the piece that begins at a place; undefined where none does. */
  endOf(at: number): number | undefined {
    for (const piece of this.pieces) {
      piece.open.lastIndex = at;
      const opened = piece.open.exec(this.source)?.[0];
      const end = opened === undefined ? undefined : this.closing(piece, opened, at + opened.length);
      if (end !== undefined) return end;
    }
    return undefined;
  }

  private closing(piece: Piece, opened: string, from: number): number | undefined {
    if (piece.whole) return from;
    if (piece.toLineEnd) return lineEnd(this.source, from);
    const { close = opened } = piece;
    const mark = typeof close === 'string' ? close : close(opened);
    const key = `${piece.escapes ? '\\' : ''}${mark}`;
    if (from < (this.openUntil.get(key) ?? 0)) return undefined;
    const found = piece.escapes
      ? closingQuote(this.source, from, mark, piece.oneLine)
      : this.after(mark, from);
    if (found.closed) return found.at;
    this.openUntil.set(key, found.at);
    return undefined;
  }

  private after(mark: string, from: number): Closing {
    const at = this.source.indexOf(mark, from);
    return at < 0 ? { closed: false, at: Infinity } : { closed: true, at: at + mark.length };
  }
}

interface Closing {
  closed: boolean;
  /** The end, or the place up to which nothing closes. */
  at: number;
}

function closingQuote(source: string, from: number, quote: string, oneLine = false): Closing {
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === quote) return { closed: true, at: at + 1 };
    if (char === '\\') at += 1;
    if (oneLine && source[at] === '\n') return { closed: false, at };
  }
  return { closed: false, at: Infinity };
}

function lineEnd(source: string, from: number): number {
  const at = source.indexOf('\n', from);
  return at < 0 ? source.length : at;
}
