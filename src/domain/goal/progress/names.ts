import type { FromStep } from '../tool-args';

export type PathOrStep = string | FromStep;

const LONGEST_NAME = 32;
const LONGEST_WORDS = 60;

/** Last name of a path, at most 32 characters: the middle goes first, so that the ending stays. */
export function shortName(path: string): string {
  const name = oneLine(path.split('/').findLast((part) => part !== '' && part !== '.') ?? '');
  if (name.length <= LONGEST_NAME) return name;
  const tail = name.slice(-10);
  return `${wholeCharacters(name.slice(0, LONGEST_NAME - 11))}…${wholeCharacters(tail)}`;
}

/** Words of the user or the plan in one line, at most 60 characters. */
export function shortWords(text: string): string {
  const line = oneLine(text);
  return line.length <= LONGEST_WORDS ? line : `${wholeCharacters(line.slice(0, LONGEST_WORDS - 1))}…`;
}

/** True for a name with an ending, as files mostly have. */
export function looksLikeFile(name: string): boolean {
  return /[^.]\.[a-z0-9]{1,5}$/i.test(name);
}

/** Control characters would break a line or speak to the terminal. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .split(' ')
    .filter((part) => part !== '')
    .join(' ');
}

/** Without half an emoji at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
