import type { Mention } from '../conversation';

/** Words of a request that point to something of earlier turns. */
export interface Reference {
  /** As it stands in the request. */
  phrase: string;
  type?: Mention['type'];
  how?: Mention['how'];
  /** It points to several things: `them`, `those files`. */
  all?: true;
  /** Words of a time, as `어제`; the caller reads them. */
  when?: string;
}

/** Facts that a word gives of the thing that is pointed to. */
export type Meaning = Pick<Reference, 'type' | 'how' | 'all'>;

/** Words that can stand at one place of a pattern, in lower case, and what each says. */
export type Words = Readonly<Record<string, Meaning>>;

/** A place in a pattern: some words, or a time in words. */
export interface Slot {
  words: Words | 'time';
  optional?: boolean;
  /** The phrase begins here: what stands before only makes sure. */
  starts?: boolean;
}

/** Places one after the other, with or without a blank between them. */
export type Pattern = readonly Slot[];

export interface Match extends Omit<Reference, 'phrase'> {
  to: number;
  /** Where the phrase begins, if not where the pattern does. */
  start?: number;
}

/** End of a time in words that begins at a place of a lower-case text; undefined: none does. */
export type TimeAt = (text: string, at: number) => number | undefined;

/** Words by list: `words({ folder: 'folder directory' }, …)`. */
export function words(...rows: readonly (readonly [string, Meaning?])[]): Words {
  return Object.fromEntries(
    rows.flatMap(([list, meaning = {}]) => list.split('|').map((word) => [word, meaning] as const)),
  );
}

export function maybe(slot: Slot['words']): Slot {
  return { words: slot, optional: true };
}

/** The longest reading of a pattern from a place on. */
export function matchAt(text: string, at: number, pattern: Pattern, timeAt: TimeAt): Match | undefined {
  return from(text, at, pattern, 0, timeAt, { to: at });
}

function from(
  text: string,
  at: number,
  pattern: Pattern,
  index: number,
  timeAt: TimeAt,
  read: Match,
): Match | undefined {
  const slot = pattern[index];
  if (!slot) return read;
  const place = index > 0 && read.to === at && text[at] === ' ' ? at + 1 : at;
  let best: Match | undefined;
  for (const one of readings(text, place, slot, timeAt)) {
    const whole = from(text, one.to, pattern, index + 1, timeAt, { ...read, ...one });
    if (whole && (!best || whole.to > best.to)) best = whole;
  }
  if (best || !slot.optional) return best;
  return from(text, at, pattern, index + 1, timeAt, read);
}

function readings(text: string, at: number, slot: Slot, timeAt: TimeAt): Match[] {
  if (slot.words === 'time') {
    const to = timeAt(text, at);
    return to === undefined ? [] : [{ to, when: text.slice(at, to) }];
  }
  return Object.entries(slot.words).flatMap(([word, meaning]) => {
    if (!text.startsWith(word, at)) return [];
    const end = at + word.length;
    const plural = meaning.type && pluralEnd(text, end);
    const to = plural ?? end;
    if (!endsWord(text, to)) return [];
    return [
      { ...meaning, ...(plural !== undefined && { all: true }), ...(slot.starts && { start: at }), to },
    ];
  });
}

/** End of the plural of a noun that ends at a place: `files`, `파일들`; undefined: it is none. */
export function pluralEnd(text: string, at: number): number | undefined {
  const isPlural = text[at] === '들' || (text[at] === 's' && isLatin(text[at - 1]));
  return isPlural && endsWord(text, at + 1) ? at + 1 : undefined;
}

/** Latin words end where no letter follows; other scripts write on. A Korean plural is another word. */
export function endsWord(text: string, at: number): boolean {
  if (text[at] === '들') return false;
  return !(isLatin(text[at - 1]) && isLatin(text[at]));
}

/** Latin words begin behind no letter, Korean ones behind no syllable: `로그 폴더` is no `그 폴더`. */
export function beginsWord(text: string, at: number): boolean {
  const isHangul = (character = '') => character >= '가' && character <= '힣';
  if (isLatin(text[at]) && isLatin(text[at - 1])) return false;
  return !(isHangul(text[at]) && isHangul(text[at - 1]));
}

function isLatin(character = ''): boolean {
  return /[a-z0-9_]/i.test(character);
}
