import { z } from 'zod';
import { nameBefore, parseJson, shown, type ReadReport } from './read-test';

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
