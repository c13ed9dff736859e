/**
 * Snapshot matchers. Snapshots are compared, never written: a new one is a failure that says how to write it. The
 * texts are those of the test's own files, which no candidate may change.
 */
import { expect } from 'expect';
import { diff } from 'jest-matcher-utils';
import type { Serializers } from './snapshot-format';
import { merge } from './snapshot-merge';

interface MatcherResult {
  pass: boolean;
  message: () => string;
  name?: string;
  actual?: string;
  expected?: string;
}

/** The `this` that expect gives a matcher. */
interface Context {
  isNot?: boolean;
  promise?: string;
  currentTestName?: string;
  testFailing?: boolean;
  dontThrow?: () => void;
  equals: (left: unknown, right: unknown, testers: unknown[]) => boolean;
  utils: { iterableEquality: unknown; subsetEquality: unknown; stringify: (value: unknown) => string };
}

interface Request {
  matcher: string;
  received: unknown;
  hint?: string;
  properties?: object;
  /** Text of an inline snapshot; undefined where the test holds none yet. */
  inline?: { snapshot: string | undefined };
}

export interface SnapshotOptions {
  /** Those of the `.snap` file, by name. */
  texts: ReadonlyMap<string, string>;
  serializers: Serializers;
  /** Whose rules: vitest puts ` > ` between name and hint, keeps errors whole and overlooks spaces around texts. */
  style: 'jest' | 'vitest';
}

const SEPARATORS = { jest: ': ', vitest: ' > ' };

/** The commands that write snapshots. */
const WRITERS = { jest: 'npx jest', vitest: 'npx vitest run -u' };

/** Numbers and texts of one run's snapshots. */
export class Snapshots {
  private counts = new Map<string, number>();

  constructor(readonly options: SnapshotOptions) {}

  /** Key of the next snapshot of a test: its name and a number. */
  next(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return `${name.replace(/\r\n|\r|\n/g, (end) => JSON.stringify(end).slice(1, -1))} ${count}`;
  }

  text(key: string): string | undefined {
    return this.options.texts.get(key);
  }

  /** The test runs again: its snapshots begin at 1. */
  forget(testName: string): void {
    const hinted = `${testName}${SEPARATORS[this.options.style]}`;
    for (const name of this.counts.keys())
      if (name === testName || name.startsWith(hinted)) this.counts.delete(name);
  }
}

let current: Snapshots | undefined;

/** Chooses the snapshots that matchers compare with. */
export function useSnapshots(snapshots: Snapshots): void {
  current = snapshots;
}

/** Inline snapshots are indented with the code around them; what is not indented evenly is left as it is. */
export function unindent(snapshot: string): string {
  const indent = /^([^\S\n\r\u2028\u2029]*)\S/m.exec(snapshot)?.[1];
  const lines = snapshot.split('\n');
  const blankEnds = lines[0]?.trim() === '' && lines.at(-1)?.trim() === '';
  if (!indent || lines.length <= 2 || !blankEnds) return snapshot;
  const inner = lines.slice(1, -1);
  if (inner.some((line) => line !== '' && !line.startsWith(indent))) return snapshot;
  const stripped = inner.map((line) => line.slice(indent.length));
  return [lines[0], ...stripped, ''].join('\n');
}

function addBreaks(text: string): string {
  return text.includes('\n') ? `\n${text}\n` : text;
}

function dropBreaks(text: string): string {
  return text.length > 2 && text.startsWith('\n') && text.endsWith('\n') ? text.slice(1, -1) : text;
}

function missing(key: string, request: Request, actual: string, writer: string): string {
  const what = request.inline ? 'This inline snapshot' : `The snapshot \`${key}\``;
  return `${what} does not exist yet, and the sandbox writes none: run "${writer}" yourself and keep what it writes.\n\nReceived:\n${dropBreaks(actual)}`;
}

function compare(context: Context, request: Request): MatcherResult {
  const { matcher, hint, properties, inline } = request;
  let { received } = request;
  if (context.isNot) throw new Error(`${matcher} cannot be used with .not.`);
  if (!current) throw new Error(`${matcher} can only be used in a test.`);
  const { style, serializers } = current.options;
  const testName = context.currentTestName ?? '';
  const key = current.next(testName && hint ? `${testName}${SEPARATORS[style]}${hint}` : testName);
  if (properties) {
    if (typeof received !== 'object' || received === null)
      throw new Error(`The received value must be an object when ${matcher} has properties.`);
    const { iterableEquality, subsetEquality, stringify } = context.utils;
    if (!context.equals(received, properties, [iterableEquality, subsetEquality])) {
      const message = (): string =>
        `The value does not have the properties that snapshot \`${key}\` asks for.\n\n` +
        `Expected properties: ${stringify(properties)}\nReceived value: ${stringify(received)}`;
      return { pass: false, message, name: matcher };
    }
    received = merge(received, properties);
  }
  const actual = addBreaks(serializers.print(received));
  const expected = inline ? inline.snapshot : current.text(key);
  const lenient = style === 'vitest' && expected?.trim() === actual.trim();
  if (expected === actual || lenient) return { pass: true, message: () => '' };
  if (expected === undefined)
    return { pass: false, message: () => missing(key, request, actual, WRITERS[style]), name: matcher };
  const sides = { expected: dropBreaks(expected), actual: dropBreaks(actual) };
  const message = (): string =>
    `The value does not match ${inline ? 'its inline snapshot' : `snapshot \`${key}\``}.\n\n${diff(sides.expected, sides.actual) ?? ''}`;
  return { pass: false, message, name: matcher, ...sides };
}

/** Like `compare`; a mismatch is recorded and the test goes on, as in jest. */
function match(context: Context, request: Request): MatcherResult {
  if (!context.testFailing) context.dontThrow?.();
  return compare(context, request);
}

function checkProperties(matcher: string, value: unknown): asserts value is object {
  if (typeof value === 'object' && value !== null) return;
  throw new Error(
    `Expected properties of ${matcher} must be an object, not ${value === null ? 'null' : typeof value}.`,
  );
}

function toMatchSnapshot(this: unknown, received: unknown, ...args: unknown[]): MatcherResult {
  const matcher = 'toMatchSnapshot';
  if (args.length === 0) return match(this as Context, { matcher, received });
  const [first, second] = args;
  if (args.length === 1 && typeof first === 'string')
    return match(this as Context, { matcher, received, hint: first });
  checkProperties(matcher, first);
  const hint = typeof second === 'string' ? second : undefined;
  return match(this as Context, { matcher, received, properties: first, hint });
}

function inlineText(matcher: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string')
    return value === undefined ? undefined : unindent(value);
  throw new Error(`The inline snapshot of ${matcher} must be a string.`);
}

function toMatchInlineSnapshot(this: unknown, received: unknown, ...args: unknown[]): MatcherResult {
  const matcher = 'toMatchInlineSnapshot';
  const [first, second] = args;
  if (args.length === 0 || (args.length === 1 && typeof first === 'string')) {
    return match(this as Context, { matcher, received, inline: { snapshot: inlineText(matcher, first) } });
  }
  checkProperties(matcher, first);
  const inline = { snapshot: inlineText(matcher, second) };
  return match(this as Context, { matcher, received, properties: first, inline });
}

/** Message of an error and of what caused it. */
function messageOf(thrown: unknown): unknown {
  if (current?.options.style === 'vitest') return thrown;
  let error = thrown as { message?: unknown; cause?: unknown };
  let message = error.message;
  while (typeof error === 'object' && error !== null && Object.hasOwn(error, 'cause')) {
    const { cause } = error;
    if (cause instanceof Error) message = `${String(message)}\nCause: ${cause.message}`;
    else if (typeof cause === 'string') message = `${String(message)}\nCause: ${cause}`;
    if (!(cause instanceof Error)) break;
    error = cause;
  }
  return message;
}

function thrownBy(matcher: string, context: Context, received: unknown, fromPromise: unknown): unknown {
  if (context.isNot) throw new Error(`${matcher} cannot be used with .not.`);
  if (fromPromise === true || context.promise) return messageOf(received);
  if (typeof received !== 'function') throw new Error(`The received value of ${matcher} must be a function.`);
  let thrown: unknown;
  try {
    (received as () => unknown)();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error(`${matcher}: the received function did not throw.`);
  return messageOf(thrown);
}

expect.extend({
  toMatchSnapshot,
  toMatchInlineSnapshot,
  toThrowErrorMatchingSnapshot(received: unknown, hint: unknown, fromPromise: unknown) {
    const matcher = 'toThrowErrorMatchingSnapshot';
    const context = this as unknown as Context;
    context.dontThrow?.();
    const message = thrownBy(matcher, context, received, fromPromise);
    return compare(context, {
      matcher,
      received: message,
      hint: typeof hint === 'string' ? hint : undefined,
    });
  },
  toThrowErrorMatchingInlineSnapshot(received: unknown, snapshot: unknown, fromPromise: unknown) {
    const matcher = 'toThrowErrorMatchingInlineSnapshot';
    const context = this as unknown as Context;
    const inline = { snapshot: inlineText(matcher, snapshot) };
    context.dontThrow?.();
    const message = thrownBy(matcher, context, received, fromPromise);
    return compare(context, { matcher, received: message, inline });
  },
});
