/** The error of `node:assert`, with the message and the difference that Node shows. */
import { nameClasses } from './brand';
import { invalidArgType } from './errors';
import { DEFAULT_OPTIONS, inspectWith } from './inspect';
import { diffLines, stringifyDiff } from './myers';

interface AssertionOptions {
  message?: unknown;
  actual?: unknown;
  expected?: unknown;
  operator?: string;
  /** Calls above and with it are left out of the stack. */
  stackStartFn?: (...args: never[]) => unknown;
  stackStartFunction?: (...args: never[]) => unknown;
  diff?: string;
}

const READABLE: Readonly<Record<string, string>> = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

const SHORT = 12;
const LONG = 512;
const MAX_LINES = 50;
/** Characters of one value in a message: a hostile program must not fill the heap by failing. */
const BUDGET = 512 * 1024;

/** A value on as many lines as it has parts, sorted, so that a difference shows by lines. */
export function inspectLines(value: unknown): string {
  const options = {
    ...DEFAULT_OPTIONS,
    compact: false,
    customInspect: false,
    depth: 1_000,
    maxArrayLength: Infinity,
    breakLength: Infinity,
    sorted: true,
    getters: true,
  };
  return inspectWith(value, options, { budget: BUDGET });
}

function isReference(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Both values on one line each; below short texts the place where they begin to differ. */
function stacked(actual: string, expected: string): string {
  const lines = `\n+ ${actual}\n- ${expected}`;
  if (actual.length + expected.length > 80) return lines;
  for (let index = 0; index < actual.length; index++) {
    if (actual[index] === expected[index]) continue;
    return index >= 3 ? `${lines}\n${' '.repeat(index + 2)}^` : lines;
  }
  return lines;
}

interface Comparison {
  header: string;
  skipped: boolean;
  text: string;
}

function compareShort(actual: unknown, expected: unknown, left: string, right: string): Comparison {
  const quotes = (typeof actual === 'string' ? 2 : 0) + (typeof expected === 'string' ? 2 : 0);
  const zeros = actual === 0 && expected === 0;
  if (left.length + right.length - quotes <= SHORT && !zeros)
    return { header: '', skipped: false, text: `${left} !== ${right}` };
  return { header: '+ actual - expected', skipped: false, text: stacked(left, right) };
}

/** An error without its stack: two that differ in nothing else would look different. */
function withoutStack(error: Error): unknown {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as Record<string, unknown>;
  Object.defineProperty(copy, 'message', { value: error.message });
  for (const key of Object.keys(error)) copy[key] = (error as unknown as Record<string, unknown>)[key];
  if (Object.hasOwn(error, 'cause')) Object.defineProperty(copy, 'cause', { value: error.cause });
  return copy;
}

function compareValues(actual: unknown, expected: unknown, operator: string): Comparison & { title: string } {
  const left = inspectLines(actual);
  const right = inspectLines(expected);
  const leftLines = left.split('\n');
  const rightLines = right.split('\n');
  const bothObjects =
    typeof actual === 'object' && actual !== null && typeof expected === 'object' && expected !== null;
  const references = isReference(actual) && isReference(expected) && typeof actual === typeof expected;
  const title = operator === 'strictEqual' && references ? 'strictEqualObject' : operator;
  if (leftLines.length === 1 && rightLines.length === 1 && !bothObjects)
    return { title, ...compareShort(actual, expected, left, right) };
  if (left === right) {
    const skipped = leftLines.length > MAX_LINES;
    const text = skipped ? `${leftLines.slice(0, MAX_LINES).join('\n')}\n...}` : left;
    return { title: 'notIdentical', header: '', skipped, text };
  }
  const diff = diffLines(leftLines, rightLines, isReference(actual) && typeof actual === 'object');
  return { title, header: '+ actual - expected', ...stringifyDiff(diff) };
}

/** Difference between two values, below a heading. */
function describeDifference(actual: unknown, expected: unknown, operator: string, heading?: string): string {
  const { title, header, skipped, text } = compareValues(actual, expected, operator);
  const first = `${heading ?? READABLE[title] ?? title}\n${header}`;
  return `${first}${skipped ? '\n... Skipped lines' : ''}\n${text}\n`;
}

function describeUnwanted(actual: unknown, operator: string): string {
  const object = operator === 'notStrictEqual' && isReference(actual);
  const base = READABLE[object ? 'notStrictEqualObject' : operator] ?? operator;
  const lines = inspectLines(actual).split('\n');
  const [only = ''] = lines;
  if (lines.length === 1) return `${base}${only.length > 5 ? '\n\n' : ' '}${only}`;
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, 46), '...'] : lines;
  return `${base}\n\n${shown.join('\n')}\n`;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 3)}...` : text;
}

function describeLoosely(actual: unknown, expected: unknown, operator: string | undefined): string {
  const left = inspectLines(actual);
  const right = inspectLines(expected);
  if (operator === 'notDeepEqual' && left === right) return cut(`${READABLE.notDeepEqual}\n\n${left}`, 1_024);
  const [one, other] = [cut(left, LONG), cut(right, LONG)];
  if (operator === 'deepEqual')
    return `${READABLE.deepEqual}\n\n${one}\n\nshould loosely deep-equal\n\n${other}`;
  if (operator === 'notDeepEqual')
    return `${READABLE.notDeepEqualUnequal}\n\n${one}\n\nshould not loosely deep-equal\n\n${other}`;
  return `${one} ${operator} ${other}`;
}

function messageOf({ message, operator, ...values }: AssertionOptions): string {
  const errors = values.actual instanceof Error && values.expected instanceof Error;
  const actual = errors ? withoutStack(values.actual as Error) : values.actual;
  const expected = errors ? withoutStack(values.expected as Error) : values.expected;
  const given = message === undefined || message === null ? undefined : String(message);
  switch (operator) {
    case 'deepStrictEqual':
    case 'strictEqual':
      return describeDifference(actual, expected, operator, given);
    case 'partialDeepStrictEqual':
      return given ?? describeDifference(actual, expected, operator);
    case 'notDeepStrictEqual':
    case 'notStrictEqual':
      return given ?? describeUnwanted(actual, operator);
    default:
      return given ?? describeLoosely(actual, expected, operator);
  }
}

export class AssertionError extends Error {
  readonly generatedMessage: boolean;
  readonly code = 'ERR_ASSERTION';
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;

  constructor(options: AssertionOptions) {
    if (typeof options !== 'object' || options === null) throw invalidArgType('options', 'object', options);
    super(messageOf(options));
    const { message, actual, expected, operator, stackStartFn, stackStartFunction } = options;
    this.generatedMessage = message === undefined || message === null;
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    const hide = stackStartFn ?? stackStartFunction;
    const define = (name: string): unknown =>
      Object.defineProperty(this, 'name', {
        value: name,
        enumerable: false,
        writable: true,
        configurable: true,
      });
    define('AssertionError [ERR_ASSERTION]');
    Error.captureStackTrace(this, hide ?? AssertionError);
    void this.stack;
    define('AssertionError');
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

nameClasses({ AssertionError });
