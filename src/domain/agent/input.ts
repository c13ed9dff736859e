import { z } from 'zod';
import { RunInput } from '../run/input';

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

/** `react`: the model chooses the tools. `pipeline`: think, act, test, observe, reflect, in this order. */
export const Strategy = z.enum(['react', 'pipeline']);
export type Strategy = z.infer<typeof Strategy>;

/** Most bytes of test data that the input may hold; larger data is a file. */
export const MOST_INLINE_DATA = 256 * 1024;

const MOST_SPEC = 64 * 1024;
const isWithin = (most: number) => (value: unknown) => (JSON.stringify(value) ?? '').length <= most;

/** Input of a `codingAgent` run on data. */
export const CodeInput = RunInput.extend({
  /** The function to write: name, description, parameters … */
  executionSpec: ExecutionSpec.refine(isWithin(MOST_SPEC), 'must have at most 64 KiB of JSON'),
  /** Step of the caller's plan that the function is for. */
  currentStep: ExecutionSpec.default({}),
  /** Argument of the function, JSON. Absent or null: there is none, and code is checked without running. */
  testData: z
    .unknown()
    .optional()
    .refine(isWithin(MOST_INLINE_DATA), 'has more than 256 KiB of JSON: give it as a file'),
  /** File of the run's directory that holds the test data, in place of `testData`. */
  dataFile: z.string().min(1).optional(),
  strategy: Strategy.default('react'),
  /** Calls of `generateCode`. */
  maxIterations: z.number().int().min(1).max(20).default(3),
  /** Calls of all tools. */
  maxCalls: z.number().int().min(1).max(2_000).default(40),
  /** Asked in place of the worker's own model, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
});
export type CodeInput = z.infer<typeof CodeInput>;

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
