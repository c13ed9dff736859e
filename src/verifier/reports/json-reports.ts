import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { nameBefore, parseJson, type ReadFailure, type ReadReport, type ReadTest, shown } from './read-test';

const MochaTest = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  duration: z.number().nullish(),
  err: z
    .object({
      name: z.string().optional(),
      message: z.string().optional(),
      stack: z.string().optional(),
      expected: z.unknown(),
      actual: z.unknown(),
    })
    .partial()
    .default({}),
});
const MochaReport = z.object({
  tests: z.array(MochaTest),
  pending: z.array(MochaTest).default([]),
  failures: z.array(MochaTest).default([]),
});
type MochaTest = z.infer<typeof MochaTest>;

/** Old versions of jest take any value for a title, and write it as it is. */
const Title = z.unknown().transform(String);

/** The JSON report of jest, and that of vitest, as far as it is read. */
const JsonReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().nullish(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(Title).default([]),
          title: Title,
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Tests by the JSON that jest and vitest write. A file that did not load is one failure. */
export function readJestJson(text: string): ReadReport | undefined {
  const parsed = JsonReport.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const tests = parsed.data.testResults.flatMap(
    ({ name: file, status, message, assertionResults }): ReadTest[] => {
      const isWhole = status === 'failed' && assertionResults.every((one) => one.status !== 'failed');
      const phase = assertionResults.length === 0 ? ('collect' as const) : ('hook' as const);
      const whole = isWhole ? [{ ...outside(message ?? ''), phase }] : [];
      const tests = assertionResults.map((one): ReadTest => ({
        file,
        path: [...one.ancestorTitles.filter((title) => title !== ''), one.title],
        status: STATUS[one.status] ?? 'skipped',
        durationMs: one.duration ?? 0,
        ...(one.status === 'failed' && { failure: failureIn(one.failureMessages?.[0] ?? '') }),
      }));
      return [...whole.map((failure): ReadTest => ({ file, path: [], status: 'failed', failure })), ...tests];
    },
  );
  return { tests };
}

/** Failure of a file outside of its tests, without the form that jest gives it for a terminal. */
function outside(message: string): ReadFailure {
  const plain = stripVTControlCharacters(message)
    .replace(/^\s*● Test suite failed to run\s+/, '')
    .replace(/^ {4}/gm, '')
    .replace(/^[> ] {0,5}\d{0,6} \|.*\n?/gm, '')
    .trim();
  return plain === ''
    ? { message: 'A hook failed, or something else outside of the tests.' }
    : failureIn(plain);
}

const STATUS: Record<string, ReadTest['status']> = { passed: 'passed', failed: 'failed', todo: 'todo' };
/** Values that are compared, as versions since 23 and those before write them. */
const EXPECTED = /^Expected(?:: {1,4}| value to (?:be|equal):\n {2})(.+)$/m;
const RECEIVED = /^Received:(?: {1,4}|\n {2})(.+)$/m;
const FRAME = /^ {2,4}at /m;
/** Message that vitest gives an error until the true one is known; a test that ran out of time keeps it. */
const NO_MESSAGE = 'STACK_TRACE_ERROR';

/** Message, and what it compares, out of a stack. */
function failureIn(stack: string): ReadFailure {
  const at = FRAME.exec(stack)?.index ?? stack.length;
  const name = nameBefore(stack);
  const whole = stack.slice(0, at).trimEnd();
  const message = name === undefined ? whole : whole.slice(whole.indexOf(':') + 1).trimStart();
  const expected = EXPECTED.exec(message)?.[1];
  const received = RECEIVED.exec(message)?.[1];
  const told = message === NO_MESSAGE ? 'The test did not end in time.' : message;
  return { name, message: told, stack, expected, received };
}

/** Tests by mocha's `json` reporter. A hook that failed stands among the failures alone. */
export function readMochaJson(text: string): ReadReport | undefined {
  const parsed = MochaReport.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { tests, pending, failures } = parsed.data;
  const key = ({ file, fullTitle }: MochaTest) => `${file ?? ''}\n${fullTitle}`;
  const [skipped, failed, known] = [pending, failures, tests].map((list) => new Set(list.map(key)));
  const hooks = failures.filter((one) => known?.has(key(one)) === false);
  return {
    tests: [...tests, ...hooks].map((test) => {
      const isFailed = failed?.has(key(test)) === true;
      return {
        file: test.file ?? '',
        path: pathOf(test),
        status: isFailed ? 'failed' : skipped?.has(key(test)) ? 'skipped' : 'passed',
        durationMs: test.duration ?? 0,
        ...(isFailed && { failure: failureOf(test, hooks.includes(test)) }),
      };
    }),
  };
}

/** Mocha joins the titles of suites with spaces. */
function pathOf({ title, fullTitle }: MochaTest): string[] {
  const suites = fullTitle.endsWith(title) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
  return [suites, title].filter((part) => part !== '');
}

function failureOf({ err }: MochaTest, isHook: boolean) {
  return {
    name: err.name ?? nameBefore(err.stack),
    message: err.message ?? '',
    stack: err.stack,
    expected: shown(err.expected),
    received: shown(err.actual),
    ...(isHook && { phase: 'hook' as const }),
  };
}
