import { z } from 'zod';

/** Execution specification of the function to write: fields of the caller's choice. */
export const ExecutionSpec = z.record(z.string(), z.unknown());
export type ExecutionSpec = z.infer<typeof ExecutionSpec>;

/** Fields that name the function, in the order in which they are looked at. */
const NAME_FIELDS = ['functionName', 'function_name', 'function', 'name'] as const;
const DEFAULT_NAME = 'solve';
const MOST_CHARS = 80;

/** Words that no function can be named. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Name of the function that a specification asks for: made an identifier where it is none. */
export function functionNameOf(spec: ExecutionSpec): string {
  const given = NAME_FIELDS.map((field) => spec[field]).find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const name = (given ?? '')
    .trim()
    .replace(/[^\p{L}\p{Nl}\p{Nd}_$]+/gu, '_')
    .replace(/^_+$/, '')
    .slice(0, MOST_CHARS);
  if (name === '') return DEFAULT_NAME;
  return /^[\p{L}\p{Nl}_$]/u.test(name) && !RESERVED.has(name) ? name : `_${name}`;
}
