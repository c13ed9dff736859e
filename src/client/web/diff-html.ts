import { diffArrays } from 'diff';
import { parseDiff, type DiffHunk, type FileDiff } from '../../domain/files/edit-match/parse-diff';
import { html, type Html, type HtmlValue } from './html';

/** Longest lines that are compared by words, and the least share that two lines have in common to be shown as one that changed. */
const MOST_COMPARED = 2_000;
const LEAST_COMMON = 0.3;

/** Part of a change that a page shows. */
export interface ShownDiff {
  readonly page: Html;
  /** Files that found no room. */
  readonly left: number;
}

/**
 * A change for people: each file by itself, its lines with their numbers, and in a line that changed the words that did. Files are left
 * out once the page would have more than `most` characters.
 */
export function diffHtml(text: string, most = Infinity): ShownDiff {
  const files = parseDiff(text);
  if (typeof files === 'string') return { page: text === '' ? html`` : html`<pre>${text}</pre>`, left: 0 };
  const shown: Html[] = [];
  let length = 0;
  for (const file of files) {
    const page = fileHtml(file);
    length += page.source.length;
    if (length > most) break;
    shown.push(page);
  }
  return { page: html`${shown}`, left: files.length - shown.length };
}

function fileHtml(file: FileDiff): Html {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ op }) => op === 'add').length;
  const removed = lines.filter(({ op }) => op === 'remove').length;
  const counts = lines.length === 0 ? '' : ` +${added} −${removed}`;
  const hunks = file.hunks.map((hunk, at) => hunkHtml(hunk, at > 0));
  return html`<details class="file" open>
    <summary><code>${titleOf(file)}</code><span class="soft">${counts}${noteOf(file)}</span></summary>
    ${hunks.length > 0 && html`<code class="d">${hunks}</code>`}
  </details>`;
}

function titleOf({ oldPath, newPath }: FileDiff): string {
  const [before, after] = [oldPath ?? undefined, newPath ?? undefined];
  if (before !== undefined && after !== undefined && before !== after) return `${before} → ${after}`;
  return after ?? before ?? '';
}

function noteOf({ oldPath, newPath, created, deleted, binary, oldMode, newMode }: FileDiff): string {
  const isMade = created === true || oldPath === null;
  const isGone = deleted === true || newPath === null;
  const notes = [
    ...(isMade ? ['new'] : isGone ? ['deleted'] : []),
    ...(binary ? ['not text: its content is not shown'] : []),
    ...(!isMade && !isGone && oldMode !== undefined && newMode !== undefined
      ? [`mode ${oldMode.toString(8)} → ${newMode.toString(8)}`]
      : []),
  ];
  return notes.length === 0 ? '' : ` ${notes.join(', ')}`;
}

const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)/;

function hunkHtml({ lines, heading, text }: DiffHunk, isLater: boolean): HtmlValue {
  const [, before = '1', after = '1'] = HEAD.exec(text) ?? [];
  let [old, fresh] = [Number(before), Number(after)];
  const rows: Html[] = isLater ? [html`<span class="h" data-n="⋯">${heading}</span>`] : [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (line?.op === 'keep') {
      rows.push(html`<span data-n="${fresh}"> ${line.text}</span>`);
      [old, fresh, at] = [old + 1, fresh + 1, at + 1];
      continue;
    }
    const end = lines.findIndex(({ op }, index) => index > at && op === 'keep');
    const changed = lines.slice(at, end < 0 ? undefined : end);
    const gone = changed.filter(({ op }) => op === 'remove').map((one) => one.text);
    const made = changed.filter(({ op }) => op === 'add').map((one) => one.text);
    const pairs = gone.map((one, index) => byWords(one, made[index]));
    rows.push(
      ...gone.map(
        (one, index) => html`<span class="r" data-n="${old + index}">-${pairs[index]?.[0] ?? one}</span>`,
      ),
      ...made.map(
        (one, index) => html`<span class="a" data-n="${fresh + index}">+${pairs[index]?.[1] ?? one}</span>`,
      ),
    );
    [old, fresh, at] = [old + gone.length, fresh + made.length, at + changed.length];
  }
  return rows;
}

/** A line before and after with its changed words marked; undefined for two lines that have little in common. */
function byWords(before: string, after: string | undefined): [Html, Html] | undefined {
  if (after === undefined || before.length + after.length > MOST_COMPARED) return undefined;
  const parts = diffArrays(wordsOf(before), wordsOf(after)).map((part) => ({
    ...part,
    value: part.value.join(''),
  }));
  const common = parts.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (common < LEAST_COMMON * Math.max(before.trim().length, after.trim().length)) return undefined;
  return [
    html`${parts.map(({ added, removed, value }) => !added && (removed ? html`<del>${value}</del>` : value))}`,
    html`${parts.map(({ added, removed, value }) => !removed && (added ? html`<ins>${value}</ins>` : value))}`,
  ];
}

/** The words of a line, its blanks and its signs: `<=` is one sign. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]+/gu) ?? [];
}
