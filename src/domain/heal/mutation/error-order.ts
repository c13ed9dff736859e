import type { PlacedMutation } from './mutation';

/** Factor by which a failure's own words make an edit likelier. */
export type Likelier = (mutation: PlacedMutation, text: string) => number;

/** Factor of two of them together. */
export function bothLikelier(one: Likelier, other: Likelier): Likelier {
  return (mutation, text) => one(mutation, text) * other(mutation, text);
}

const FACTOR = 5;
/** Messages that are read, and characters of each. */
const MOST_MESSAGES = 10;
const MESSAGE_CHARS = 400;
const MISSING = /(?:undefined|null)[^\n]{0,20}\(reading '([\w$]{1,80})'\)/;
const NO_FUNCTION = /(?<![\w$.])([\w$][\w$.]{0,120})\.([\w$]{1,80}) is not a function/;
/** Templates that mend a value which is not there. */
const ABSENCE = new Set(['optional', 'presence', 'default', 'guard']);
const OF_TEXT = new Set(
  'replace replaceAll split trim toLowerCase toUpperCase startsWith endsWith charAt charCodeAt padStart padEnd match'.split(
    ' ',
  ),
);
const OF_LISTS = new Set('map filter forEach reduce some every find join push sort flatMap'.split(' '));

/** A null read tries the guards at that member first; `x.replace is not a function` tries `String(x)`. */
export function likelierBy(messages: readonly string[]): Likelier {
  const read = messages.slice(0, MOST_MESSAGES).map((message) => message.slice(0, MESSAGE_CHARS));
  const missing = new Set(read.flatMap((message) => MISSING.exec(message)?.[1] ?? []));
  const uncalled = read.flatMap((message) => {
    const match = NO_FUNCTION.exec(message);
    return match ? [{ object: match[1] ?? '', method: match[2] ?? '' }] : [];
  });
  if (missing.size === 0 && uncalled.length === 0) return () => 1;
  return (mutation, text) =>
    guardsMissing(mutation, text, missing) || converts(mutation, text, uncalled) ? FACTOR : 1;
}

function guardsMissing(
  { template, start, end, replacement }: PlacedMutation,
  text: string,
  missing: ReadonlySet<string>,
): boolean {
  if (!ABSENCE.has(template)) return false;
  // An optional access is inserted before the member; other edits hold it.
  const near = `${replacement}${text.slice(start, end + 3)}`;
  const after = text.slice(end, end + 84);
  return [...missing].some(
    (name) => near.includes(`.${name}`) || after.startsWith(`.${name}`) || after.startsWith(`['${name}`),
  );
}

function converts(
  { template, start, end, replacement }: PlacedMutation,
  text: string,
  uncalled: readonly { object: string; method: string }[],
): boolean {
  if (template !== 'wrap') return false;
  const replaced = text.slice(start, end);
  return uncalled.some(
    ({ object, method }) =>
      replaced === object &&
      ((OF_TEXT.has(method) && replacement.startsWith('String(')) ||
        (OF_LISTS.has(method) && replacement.startsWith('[...'))),
  );
}
