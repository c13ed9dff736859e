import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { readableTexts } from '../../machine/text/text-form';
import type { EntryType } from '../../store';

/** One side of a change: the entry at the path, before or after. */
export interface DiffSide {
  type: EntryType;
  mode: number;
  hash: string;
  size: number;
  /** Bytes of a file or of a link's target; absent for folders, for identities and above `TEXT_LIMIT`. */
  bytes?: Buffer;
  /** Encoding that `.editorconfig` declares, where that counts. */
  charset?: string;
}

/** A change as text, and how much it changes. Counts are 0 for what is not text. */
export interface ChangeText {
  text: string;
  addedLines: number;
  removedLines: number;
  /** Characters, or bytes of what is not text. */
  changedChars: number;
  /** Changed lines, plus 1 for a change of path, type or mode or of bytes that are not text. */
  weight: number;
  /** True if the file gets content that the text does not show. */
  isUnshown?: boolean;
}

/** Larger files are shown by their hashes only. */
export const TEXT_LIMIT = 1024 * 1024;
/** Above this many changed lines a minimal difference takes too long: the whole file is shown as replaced. */
const MAX_EDITS = 2_000;
const CONTEXT = 3;
const NOTHING: ChangeText = { text: '', addedLines: 0, removedLines: 0, changedChars: 0, weight: 0 };

/** The path that a file had before, and how much of it is the same, in percent. */
export interface RenamedFrom {
  from: string;
  likeness: number;
}

/** Unified text of a change in git's form, with all permission bits and, for what is not text, both hashes. */
export function changeText(
  path: string,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
  rename?: RenamedFrom,
): ChangeText {
  if (before && after && kindOf(before) !== kindOf(after)) {
    return add(changeText(path, before, undefined), changeText(path, undefined, after));
  }
  const head = header(path, before, after, rename);
  const metadata = (before?.mode === after?.mode ? 0 : 1) + (rename ? 1 : 0);
  if (before?.hash === after?.hash || (before ?? after)?.type === 'dir')
    return { ...NOTHING, text: head, weight: metadata };
  const texts = textsOf(before, after);
  const body = texts
    ? textBody(
        before ? shown('a', rename?.from ?? path) : NO_FILE,
        after ? shown('b', path) : NO_FILE,
        ...texts,
      )
    : opaqueBody(path, before, after);
  return { ...body, text: head + body.text, weight: body.weight + (before && after ? metadata : 0) };
}

/** A file whose bytes are in no store is a file all the same. */
function kindOf({ type }: DiffSide): EntryType {
  return type === 'identity' ? 'file' : type;
}

function add(a: ChangeText, b: ChangeText): ChangeText {
  return {
    text: a.text + b.text,
    addedLines: a.addedLines + b.addedLines,
    removedLines: a.removedLines + b.removedLines,
    changedChars: a.changedChars + b.changedChars,
    weight: a.weight + b.weight,
    isUnshown: a.isUnshown === true || b.isUnshown === true,
  };
}

function header(
  path: string,
  before: DiffSide | undefined,
  after: DiffSide | undefined,
  rename: RenamedFrom | undefined,
): string {
  const lines = [`diff --git ${shown('a', rename?.from ?? path)} ${shown('b', path)}`];
  if (!before && after) lines.push(`new file mode ${modeText(after)}`);
  else if (before && !after) lines.push(`deleted file mode ${modeText(before)}`);
  else if (before && after && before.mode !== after.mode) {
    lines.push(`old mode ${modeText(before)}`, `new mode ${modeText(after)}`);
  }
  if (rename) {
    lines.push(`similarity index ${rename.likeness}%`);
    lines.push(`rename from ${quoted(rename.from)}`, `rename to ${quoted(path)}`);
  }
  return `${lines.join('\n')}\n`;
}

function modeText(side: DiffSide): string {
  const type = { file: 0o100000, identity: 0o100000, dir: 0o040000, link: 0o120000 }[side.type];
  return (type | side.mode).toString(8).padStart(6, '0');
}

/** Quotes a name that would break the line, or is not text. */
function shown(side: 'a' | 'b', path: string): string {
  return quoted(`${side}/${path}`);
}

function quoted(name: string): string {
  return /[\p{Cc}"\\\p{Cs}]/u.test(name) ? JSON.stringify(name) : name;
}

/** Undefined for what is not text; what is not there is an empty text. */
function textsOf(
  before: DiffSide | undefined,
  after: DiffSide | undefined,
): readonly [string, string] | undefined {
  const [old, fresh] = [before, after].map((side) => (side ? side.bytes : Buffer.alloc(0)));
  return old && fresh && readableTexts([old, fresh], after?.charset ?? before?.charset);
}

function opaqueBody(path: string, before: DiffSide | undefined, after: DiffSide | undefined): ChangeText {
  const names = `${before ? shown('a', path) : NO_FILE} and ${after ? shown('b', path) : NO_FILE}`;
  const text = `index ${before?.hash ?? NO_HASH}..${after?.hash ?? NO_HASH}\nBinary files ${names} differ\n`;
  const changedChars = (before?.size ?? 0) + (after?.size ?? 0);
  return { ...NOTHING, text, changedChars, weight: 1, isUnshown: after !== undefined };
}

const NO_HASH = '0'.repeat(64);
const NO_FILE = '/dev/null';

function textBody(oldName: string, newName: string, before: string, after: string): ChangeText {
  const hunks = hunksOf(before, after);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const addedLines = lines.filter((line) => line.startsWith('+')).length;
  const removedLines = lines.filter((line) => line.startsWith('-')).length;
  const text = hunks.length === 0 ? '' : `--- ${oldName}\n+++ ${newName}\n${hunks.map(hunkText).join('')}`;
  return {
    text,
    addedLines,
    removedLines,
    changedChars: changedChars(lines),
    weight: changedLines(lines),
  };
}

/**
 * Number of lines that were changed, added or removed. A changed line counts once, although it is shown twice:
 * otherwise removing a check would count half as much as correcting it.
 */
function changedLines(lines: readonly string[]): number {
  let [sum, removed, added] = [0, 0, 0];
  for (const line of [...lines, ' ']) {
    if (line.startsWith('-')) removed += 1;
    else if (line.startsWith('+')) added += 1;
    else [sum, removed, added] = [sum + Math.max(removed, added), 0, 0];
  }
  return sum;
}

function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MAX_EDITS,
  });
  return patch?.hunks ?? [wholeHunk(before, after)];
}

function wholeHunk(before: string, after: string): StructuredPatchHunk {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: fresh.length,
    lines: [...marked('-', old, before), ...marked('+', fresh, after)],
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function marked(mark: '-' | '+', lines: readonly string[], text: string): string[] {
  const rows = lines.map((line) => mark + line);
  return text === '' || text.endsWith('\n') ? rows : [...rows, '\\ No newline at end of file'];
}

function hunkText(hunk: StructuredPatchHunk): string {
  // An empty range stands after the line it names.
  const range = (start: number, count: number): string =>
    count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
  const head = `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
  return `${[head, ...hunk.lines].join('\n')}\n`;
}

/** Characters that differ in each run of changed lines, its common beginning and end left out. */
function changedChars(lines: readonly string[]): number {
  let total = 0;
  let removed = '';
  let added = '';
  for (const line of [...lines, ' ']) {
    if (line.startsWith('-')) removed += `${line.slice(1)}\n`;
    else if (line.startsWith('+')) added += `${line.slice(1)}\n`;
    else if (line.startsWith(' ')) {
      total += differing(removed, added);
      removed = '';
      added = '';
    }
  }
  return total;
}

function differing(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return a.length + b.length - 2 * (start + end);
}
