import type { FileText } from './file-text';
import type { Hunk, HunkLine } from './hunk';
import { oldLines } from './hunk';
import type { TextLine } from './lines';
import type { Place } from './places';
import { sameIndent, type Reindent } from './reindent';
import { withFileSpacing, type LinePair } from './spacing';
import { contentOf, indentOf, isBlank, withoutTrailing } from './whitespace';

/** A hunk and its place; its kept and removed lines are the block that was placed. */
export interface Placed {
  hunk: Hunk;
  place: Place;
}

/** Ends of the file that a diff names. Undefined: left as they are. */
export interface FileEnds {
  mark?: string;
  finalNewline?: boolean;
  /** The last line that the diff gives is the file's last and has no newline, whether it had one or not. */
  unended?: boolean;
}

/** Lines to leave out and to put in; all else of the file stays, byte for byte. */
class Plan {
  readonly removed = new Set<number>();
  readonly added = new Map<number, TextLine[]>();

  add(before: number, line: TextLine): void {
    const lines = this.added.get(before) ?? [];
    lines.push(line);
    this.added.set(before, lines);
  }
}

/** The text with all hunks in their places; undefined where a new line would begin left of the margin. */
export function applyPlaced(
  file: FileText,
  placed: readonly Placed[],
  ends: FileEnds = {},
): string | undefined {
  const plan = new Plan();
  for (const one of placed) if (!planHunk(file, one, plan)) return undefined;
  const lines: TextLine[] = [];
  for (let at = 0; at <= file.lines.length; at += 1) {
    lines.push(...(plan.added.get(at) ?? []));
    const line = file.lines[at];
    if (line && !plan.removed.has(at)) lines.push(line);
  }
  return file.withLines(ended(file, lines, ends), ends.mark);
}

function planHunk(file: FileText, { hunk, place }: Placed, plan: Plan): boolean {
  const adapt = adapter(file, hunk, place);
  let cursor = place.start;
  let old = 0;
  let removed: number[] = [];
  let added = 0;
  for (const line of hunk) {
    if (line.op === 'add') {
      const made = adapt(
        line.text,
        removed[Math.min(added, removed.length - 1)],
        added < removed.length,
        cursor,
      );
      if (!made) return false;
      plan.add(cursor, made);
      added += 1;
      continue;
    }
    const at = place.at[old] ?? -1;
    old += 1;
    if (line.op === 'keep' || added > 0) removed = [];
    added = 0;
    if (at < 0) continue;
    cursor = at + 1;
    if (line.op === 'keep') continue;
    plan.removed.add(at);
    removed.push(at);
  }
  return true;
}

/** Makes a line of the file from an added one; `replaced` is the file's line it takes the place of, or one near it. */
type Adapt = (
  text: string,
  replaced: number | undefined,
  paired: boolean,
  cursor: number,
) => TextLine | undefined;

function adapter(file: FileText, hunk: Hunk, place: Place): Adapt {
  const block = oldLines(hunk);
  const pairs = block.flatMap((given, index): LinePair[] => {
    const at = place.at[index] ?? -1;
    return at < 0 ? [] : [{ given, found: file.textAt(at) }];
  });
  if (place.level === 'exact') return exactAdapter(file, place, block);
  const reindent = alreadyInPlace(hunk, place, file) ? sameIndent : place.reindent;
  const padded = pairs.some(({ given, found }) => isPadded(given) && !isPadded(found));
  return (text, replaced, paired, cursor) => {
    const indented = reindented(padded ? withoutTrailing(text) : withoutCr(text), reindent);
    if (indented === undefined) return undefined;
    const given = block[place.at.indexOf(replaced ?? -2)];
    const pair =
      given !== undefined && replaced !== undefined && paired
        ? { given, found: file.textAt(replaced) }
        : undefined;
    const fitted = place.level === 'spacing' ? withFileSpacing(indented, pair, pairs) : indented;
    return { text: fitted, end: file.endNear(nearest(place, replaced, cursor)) };
  };
}

/** A hunk that matches the file byte for byte brings its own line endings. */
function exactAdapter(file: FileText, place: Place, block: readonly string[]): Adapt {
  const wide = block.some((line) => line.endsWith('\r'));
  return (text, replaced, _, cursor) => {
    // The CR stays part of the text: at the end of a file no newline need follow it.
    if (text.endsWith('\r')) return { text, end: '\n' };
    const end = file.endNear(nearest(place, replaced, cursor));
    return { text, end: wide && end === '\r\n' ? '\n' : end };
  };
}

/** The line whose end a new one takes: of those of the block where it has any. */
function nearest(place: Place, replaced: number | undefined, cursor: number): number {
  return replaced ?? Math.max(cursor - 1, place.at.length === 0 ? 0 : place.start);
}

/**
 * True if the replacement is indented like the file although the searched text is not: its first and last lines are
 * those of the file, and only lines between them are new.
 */
function alreadyInPlace(hunk: Hunk, place: Place, file: FileText): boolean {
  const before = hunk.filter(({ op }) => op !== 'add');
  const after = hunk.filter(({ op }) => op !== 'remove');
  const contents = (lines: readonly HunkLine[]): string =>
    lines.map(({ text }) => contentOf(text)).join('\n');
  if (contents(before) === contents(after)) return false;
  return [0, -1].every((end) => {
    const [given, fresh, at] = [before.at(end)?.text, after.at(end)?.text, place.at.at(end) ?? -1];
    if (given === undefined || fresh === undefined || at < 0 || isBlank(given)) return false;
    const own = indentOf(file.textAt(at));
    return contentOf(given) === contentOf(fresh) && indentOf(fresh) === own && indentOf(given) !== own;
  });
}

function reindented(line: string, reindent: Reindent): string | undefined {
  if (reindent === sameIndent) return line;
  if (isBlank(line)) return '';
  const indent = reindent(indentOf(line));
  return indent === undefined ? undefined : indent + line.slice(indentOf(line).length);
}

function isPadded(line: string): boolean {
  return withoutCr(line) !== withoutTrailing(line);
}

function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Every line but the last ends; the last one does as the file's did, unless the change says otherwise. */
function ended(file: FileText, lines: TextLine[], { finalNewline, unended }: FileEnds): TextLine[] {
  const closed = finalNewline ?? file.lines.at(-1)?.end !== '';
  return lines.map((line, index) => {
    const last = index === lines.length - 1;
    if (last && !closed && line.end !== '') {
      const carried = line.end === '\n' && !unended;
      return { text: carried ? withoutCr(line.text) : line.text, end: '' };
    }
    if (last && !closed) return line;
    return line.end === '' ? { ...line, end: file.endNear(file.lines.length - 1) } : line;
  });
}
