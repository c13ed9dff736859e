import { DIGIT, isAt, LOWER, UPPER } from './characters';
import { wordsOf } from './names';

/** Words that stand where a value would: of languages, types and examples. */
const NO_VALUES = new Set(
  (
    'string number boolean bool true false null undefined none any object function required optional unknown never ' +
    'void nil self this await new typeof return async text hidden visible missing invalid valid expired empty unset ' +
    'disabled enabled default yes no auto inherit int integer float bytes buffer symbol array list map record ' +
    'redacted masked removed omitted changed change changeme or and is the not null, false, true,'
  ).split(' '),
);

/** Words of names. A value that is made of them alone names a secret and is none: `access_token`, `userPassword`. */
const NAME_WORDS = new Set(
  (
    'password passwords passwd pwd pass secret secrets token tokens key keys api access auth authorization user ' +
    'username client id csrf xsrf refresh bearer basic current new old reset confirm confirmation type name field ' +
    'grant code oauth session cookie header x credential credentials private public app application service account ' +
    'login input form value text hash salt file path url uri json jwt email and or'
  ).split(' '),
);

/** True for texts that programs and people write in place of a secret, or that only lead to one. */
export function isPlaceholder(value: string): boolean {
  if (value === '' || NO_VALUES.has(value.toLowerCase())) return true;
  if (/^(?:\$\w+|\$?[{([].*|<.*|%[a-z%]|%\w+%|\.\.\..*|x+|[*•.…_-]+)$/i.test(value)) return true;
  return value.includes('${') || value.includes('{{');
}

/** A value made of words of names alone, or of those of the name that it is given to. */
export function isName(value: string, given: string): boolean {
  const words = wordsOf(value.slice(0, 256));
  if (words.length > 1 && words.join() === wordsOf(given).slice(-words.length).join()) return true;
  return !/\d/.test(value) && words.every((word) => NAME_WORDS.has(word));
}

/** Code that leads to a value: a call, a member, a type with arguments. */
export function isExpression(value: string): boolean {
  return /^[\w$@][\w$.?!]*(?:[([]|$)/.test(value) && /[.([]/.test(value);
}

/** An identifier as code has it: `userPassword`, `Token`, `MAX_TOKENS`, `sha256`. */
export function isIdentifier(value: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(value) && !isRandom(value, 10);
}

/** A value that nobody would write by hand: letters and digits (or signs) mixed, of at least this length. */
export function isRandom(value: string, least: number): boolean {
  if (value.length < least || value.includes(' ')) return false;
  const sample = value.slice(0, 128);
  let changes = 0;
  let digits = 0;
  let letters = 0;
  let before = -1;
  for (let at = 0; at < sample.length; at += 1) {
    const now = isAt(sample, at, DIGIT) ? 0 : isAt(sample, at, LOWER | UPPER) ? 1 : 2;
    if (now === 0) digits += 1;
    if (now === 1) letters += 1;
    if (now !== before) changes += 1;
    before = now;
  }
  return digits > 0 && letters > 0 && changes >= 3;
}
