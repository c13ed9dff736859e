import { hunkOf, oldLines, type Hunk } from './hunk';
import type { FileText, EditPlace, Placed } from './places';
import { sameIndent } from './reindent';
import { contentOf, indentOf, isBlank, joinLines, withoutCr, withoutTrailing, type TextLine } from './text';

/** Ends of the file that a diff names. Undefined: left as they are. */
export interface FileEnds {
  mark?: string;
  finalNewline?: boolean;
  /** The last line that the diff gives is the file's last and has no newline, whether it had one or not. */
  unended?: boolean;
}

/** The text with all hunks in their places; undefined where a new line would begin left of the margin. */
export function applyPlaced(
  file: FileText,
  placed: readonly Placed[],
  ends: FileEnds = {},
): string | undefined {
  const removed = new Set<number>();
  const added: TextLine[][] = [];
  for (const { hunk, place } of placed) {
    const fit = fitter(file, hunk, place);
    let cursor = place.start;
    let old = 0;
    /** The lines that the next added ones take the place of, and how many did. */
    let gone: number[] = [];
    let taken = 0;
    for (const { op, text } of hunk) {
      if (op === 'add') {
        const line = fit(text, cursor, gone[Math.min(taken, gone.length - 1)], taken < gone.length);
        if (!line) return undefined;
        (added[cursor] ??= []).push(line);
        taken += 1;
        continue;
      }
      const at = place.at[old++] ?? -1;
      if (op === 'keep' || taken > 0) gone = [];
      taken = 0;
      if (at < 0) continue;
      cursor = at + 1;
      if (op === 'keep') continue;
      removed.add(at);
      gone.push(at);
    }
  }
  const lines = [...file.lines, undefined].flatMap((line, at) => [
    ...(added[at] ?? []),
    ...(line && !removed.has(at) ? [line] : []),
  ]);
  return joinLines({ mark: ends.mark ?? file.mark, lines: ended(file, lines, ends) });
}

/** Makes a line of the file from an added one; `replaced` is the file's line it takes the place of, or one near it. */
type Fit = (
  text: string,
  cursor: number,
  replaced: number | undefined,
  paired: boolean,
) => TextLine | undefined;

function fitter(file: FileText, hunk: Hunk, place: EditPlace): Fit {
  const block = oldLines(hunk);
  const pairs = block.flatMap((given, index): LinePair[] => {
    const at = place.at[index] ?? -1;
    return at < 0 ? [] : [{ given, found: file.textAt(at), at }];
  });
  // The line whose end a new one takes: of those of the block where it has any.
  const endAt = (cursor: number, replaced: number | undefined): string =>
    file.endNear(replaced ?? Math.max(cursor - 1, place.at.length === 0 ? 0 : place.start));
  if (place.level === 'exact') {
    const wide = block.some((line) => line.endsWith('\r'));
    return (text, cursor, replaced) => {
      // A hunk that matches byte for byte brings its own line ends. At the end of a file no newline need follow the CR.
      const end = endAt(cursor, replaced);
      return { text, end: text.endsWith('\r') || (wide && end === '\r\n') ? '\n' : end };
    };
  }
  const reindent = alreadyInPlace(hunk, place, file) ? sameIndent : place.reindent;
  const padded = pairs.some(({ given, found }) => isPadded(given) && !isPadded(found));
  return (text, cursor, replaced, paired) => {
    const trimmed = padded ? withoutTrailing(text) : withoutCr(text);
    const blank = isBlank(trimmed) && reindent !== sameIndent;
    const indent = blank ? '' : reindent(indentOf(trimmed));
    if (indent === undefined) return undefined;
    const line = blank ? '' : indent + trimmed.slice(indentOf(trimmed).length);
    const pair = paired ? pairs.find(({ at }) => at === replaced) : undefined;
    return {
      text: place.level === 'spacing' ? withFileSpacing(line, pair, pairs) : line,
      end: endAt(cursor, replaced),
    };
  };
}

/**
 * True if the replacement is indented like the file although the searched text is not: its first and last lines are
 * those of the file, and only lines between them are new.
 */
function alreadyInPlace(hunk: Hunk, place: EditPlace, file: FileText): boolean {
  const [before, after] = (['add', 'remove'] as const).map((without) =>
    hunk.filter(({ op }) => op !== without).map(({ text }) => text),
  ) as [string[], string[]];
  if (before.map(contentOf).join('\n') === after.map(contentOf).join('\n')) return false;
  return [0, -1].every((end) => {
    const [given = '', fresh = ''] = [before.at(end), after.at(end)];
    const own = indentOf(file.textAt(place.at.at(end) ?? -1));
    const same = !isBlank(given) && contentOf(given) === contentOf(fresh);
    return same && indentOf(fresh) === own && indentOf(given) !== own;
  });
}

function isPadded(line: string): boolean {
  return withoutCr(line) !== withoutTrailing(line);
}

/** Every line but the last ends; the last one does as the file's did, unless the change says otherwise. */
function ended(file: FileText, lines: readonly TextLine[], { finalNewline, unended }: FileEnds): TextLine[] {
  const closed = finalNewline ?? file.lines.at(-1)?.end !== '';
  return lines.map(({ text, end }, index) => {
    if (closed || index < lines.length - 1)
      return { text, end: end === '' ? file.endNear(file.lines.length - 1) : end };
    return { text: end === '\n' && !unended ? withoutCr(text) : text, end: '' };
  });
}

/** A line as the edit gives it and as the file has it, alike but for runs of blanks. */
interface LinePair {
  given: string;
  found: string;
  at: number;
}

/**
 * Gives a new line the file's own runs of blanks: beside words that were there those of the line that it replaces, and
 * elsewhere what the whole block has for such a run. New text within quotes stays as given: a blank there may mean
 * something.
 */
function withFileSpacing(line: string, pair: LinePair | undefined, block: readonly LinePair[]): string {
  const given = spaced(pair?.given ?? '');
  const found = spaced(pair?.found ?? '');
  const fresh = spaced(line);
  const usual = usualRuns(block);
  const quoted = quotedRuns(fresh);
  let old = 0;
  const beside = hunkOf(given, fresh, (part) => part).flatMap(({ op }) => {
    if (op === 'add') return [undefined];
    old += 1;
    return op === 'keep' ? [found[old - 1]] : [];
  });
  const fitted = fresh.map((part, at) => beside[at] ?? (quoted.has(at) ? part : (usual.get(part) ?? part)));
  return indentOf(line) + fitted.join('');
}

/** A line's words and the runs of blanks between them, in turn. */
function spaced(line: string): string[] {
  return contentOf(line).split(/([ \t]+)/);
}

/** Runs outside of quotes that the whole block has in one way where the edit gives them in one way. */
function usualRuns(block: readonly LinePair[]): Map<string, string | undefined> {
  const runs = new Map<string, string | undefined>();
  for (const { given, found } of block) {
    const [parts, own] = [spaced(given), spaced(found)];
    const quoted = quotedRuns(parts);
    parts.forEach((run, at) => {
      if (at % 2 === 0 || quoted.has(at)) return;
      runs.set(run, runs.has(run) && runs.get(run) !== own[at] ? undefined : own[at]);
    });
  }
  return runs;
}

/** Those of a line's runs of blanks that are within quotes. */
function quotedRuns(parts: readonly string[]): Set<number> {
  const quoted = new Set<number>();
  let open = '';
  parts.forEach((part, at) => {
    for (const [quote] of part.replace(/\\./g, '').matchAll(/['"`]/g))
      open = open === '' ? quote : open === quote ? '' : open;
    if (at % 2 === 1 && open !== '') quoted.add(at);
  });
  return quoted;
}
