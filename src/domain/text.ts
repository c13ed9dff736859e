/** Most text that a result or a history event carries of one thing; the whole is in the blob store. */
export const EXCERPT_CHARS = 2_048;

/** The first `limit` characters, with a note of how many were left out that is the same in every language. */
export function excerpt(text: string, limit = EXCERPT_CHARS): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}\n… +${text.length - limit}`;
}

/** Parts of texts around their first difference, where one of them is longer than the limit; an absent text stays absent. */
export function excerptsOfDifference(
  texts: readonly (string | undefined)[],
  limit: number,
): (string | undefined)[] {
  const present = texts.filter((text) => text !== undefined);
  if (present.every((text) => text.length <= limit)) return [...texts];
  const from = Math.max(0, firstDifference(present) - Math.floor(limit / 3));
  const start = from > 0 ? '… ' : '';
  return texts.map((text) =>
    text === undefined ? undefined : `${start}${excerpt(text.slice(from), limit)}`,
  );
}

function firstDifference([first = '', ...others]: readonly string[]): number {
  let at = 0;
  while (at < first.length && others.every((text) => text[at] === first[at])) at += 1;
  return at;
}

/** Length in UTF-8; workflows have no encoder of their own. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** First non-empty line, at most `limit` characters. */
export function firstLine(text: string, limit = 300): string {
  const line =
    text
      .split('\n')
      .find((part) => part.trim() !== '')
      ?.trim() ?? '';
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}

/** Lines by which tools announce what they do, or say that something passed. */
const ANNOUNCED = /^(?:[>$#] |TAP version|PASS$|PASS |ok |ok$|[✓✔]|\d{1,9}\.\.\d{1,9}$|[=-]{3,}$)/;

/** First line that says something, with the next where it only leads to that: `AssertionError: values differ:`. */
export function saidFirst(text: string): string {
  const lines = text
    .split('\n', 50)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said = lines.filter((line) => !ANNOUNCED.test(line));
  const [first = '', second = ''] = said.length > 0 ? said : lines;
  return firstLine(first.endsWith(':') ? `${first} ${second}` : first);
}

/** A block of code in Markdown. `language`: `diff` colours lines that begin with `-`, which those of a plan may. */
export function fenced(text: string, language: 'diff' | '' = ''): string[] {
  // A fence longer than any in the text: a difference of a Markdown file holds its own.
  const fence = '`'.repeat(1 + Math.max(2, ...[...text.matchAll(/`{3,64}/g)].map(([run]) => run.length)));
  return [fence + language, text, fence];
}

/** The first 12 digits of a hash, as people read it. */
export function hashText(hash: string): string {
  return hash.slice(0, 12);
}

/** `1 test`, `2 tests`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MINUTE_MS = 60_000;

/** `45s`, `90m`, `36h`: as options take it, in the largest unit that says it wholly. */
export function timeText(ms: number): string {
  if (ms % (60 * MINUTE_MS) === 0) return `${ms / (60 * MINUTE_MS)}h`;
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS}m` : `${Math.ceil(ms / 1000)}s`;
}

/** `20 GB`, `1.5 MB`, `300 B`: decimal units, as disks and quotas have them. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let size = bytes;
  for (; size >= 999.5 && unit < units.length - 1; unit += 1) size /= 1000;
  return `${unit === 0 || size >= 99.5 ? Math.round(size) : Math.round(size * 10) / 10} ${units[unit] ?? ''}`;
}
