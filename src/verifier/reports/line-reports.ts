import { z } from 'zod';
import { crashOf } from './files-of-tests';
import { parseJson, type ReadFailure, type ReadReport, type ReadTest } from './read-test';
import { UVU_MARK } from './uvu-preload';

const FAIL = /^ {2} FAIL (?: (.{1,200}?) )? "(.{1,500})"$/;
/** The line that a suite begins with, and the one that it ends with. */
const SUITE = /^ (\S.{0,200}?) {1,2}$/;
const SUITE_END = /\(\d+ \/ \d+\)$/;
const END = /^ {2}Total: {5}\d+$/;

const Failure = z.object({
  type: z.string().nullish(),
  name: z.string().nullish(),
  message: z.string(),
  stack: z.string().nullish(),
  expected: z.string().nullish(),
  received: z.string().nullish(),
  /** Exit code or signal of the process of a file, and what it wrote to stderr. */
  ended: z.string().nullish(),
  said: z.string().nullish(),
});
const Test = z.object({
  type: z.enum(['test:pass', 'test:fail']),
  name: z.string(),
  nesting: z.number(),
  file: z.string().nullish(),
  line: z.number().nullish(),
  skip: z.boolean(),
  todo: z.boolean(),
  ms: z.number().nullish(),
  suite: z.boolean().nullish(),
  failure: Failure.nullish(),
});
/** Follows the tests of a file, of versions that say so. */
const Summary = z.object({ type: z.literal('test:summary'), file: z.string() });
const Line = z.discriminatedUnion('type', [Test, Summary]);
type Test = z.infer<typeof Test>;

/** Tests by the lines of the reporter for `node --test`. A test comes before the suite that holds it. */
export function readNodeLines(text: string): ReadReport | undefined {
  const lines = text.split('\n').flatMap((line) => {
    const parsed = Line.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
  if (lines.length === 0) return undefined;
  const tests: ReadTest[] = [];
  /** The present test and those that hold it. */
  const open: Test[] = [];
  /** The file that was run: a test names the one whose code made it, which may be a helper. */
  let entry: string | undefined;
  // From the last: there a suite comes before its tests, and a summary before those of its file.
  for (const [index, line] of [...lines.entries()].toReversed()) {
    if (line.type === 'test:summary') {
      entry = line.file;
      continue;
    }
    // A file whose process failed has no summary.
    if (line.nesting === 0 && line.file?.endsWith(line.name)) entry = line.file;
    open.length = line.nesting;
    const before = lines[index - 1];
    const isHolder = before !== undefined && before.type !== 'test:summary' && before.nesting > line.nesting;
    const isTold = isHolder && (line.suite === true || line.failure?.type === 'subtestsFailed');
    const isCancelling = isTold && before.failure?.type === 'cancelledByParent';
    const isSuite = line.suite === true && line.failure?.type !== 'hookFailed';
    if (!isSuite && !isCancelling && !(isTold && line.failure?.type === 'subtestsFailed'))
      tests.push(testOf(line, open, entry));
    open[line.nesting] = line;
  }
  return { tests: tests.reverse() };
}

function testOf(line: Test, above: readonly Test[], entry: string | undefined): ReadTest {
  const { name, skip, todo, ms, type } = line;
  const file = entry ?? line.file ?? '';
  const status = skip ? 'skipped' : todo ? 'todo' : type === 'test:pass' ? 'passed' : 'failed';
  // A file that failed as a whole is told as a test of its own path.
  const isFile = above.length === 0 && file.endsWith(name);
  return {
    file,
    path: isFile ? [] : [...above.map((one) => one.name), name],
    status,
    durationMs: ms ?? 0,
    ...(status === 'failed' && line.failure && { failure: failureOf(line, above, isFile) }),
  };
}

function failureOf(line: Test, above: readonly Test[], isFile: boolean): ReadFailure {
  // A test that was cancelled fails by what failed its suite.
  const isCancelled = line.failure?.type === 'cancelledByParent';
  const cause = isCancelled ? above.findLast(({ failure }) => failure?.stack != null) : undefined;
  const { file, line: at, failure } = cause ?? line;
  if (isFile && failure?.ended != null)
    return {
      ...crashOf(failure.said ?? '', `The process ended before its tests did (${failure.ended}).`),
      phase: 'collect',
    };
  return {
    name: failure?.name ?? undefined,
    message: failure?.message ?? '',
    stack: failure?.stack ?? undefined,
    expected: failure?.expected ?? undefined,
    received: failure?.received ?? undefined,
    ...(isFile && { phase: 'collect' as const }),
    ...(failure?.type === 'hookFailed' && { phase: 'hook' as const }),
    ...(failure?.stack == null && at != null && file != null && { location: { file, line: at } }),
  };
}

/** Tests by what uvu prints, with a line of our own before each. */
export function readUvu(text: string): ReadReport | undefined {
  const tests: { suite: string; name: string }[] = [];
  const failures = new Map<string, string[]>();
  let block: string[] | undefined;
  let isWhole = false;
  let current = '';
  for (const line of text.split('\n')) {
    const begun = line.startsWith(UVU_MARK) ? nameIn(line.slice(UVU_MARK.length)) : undefined;
    const [, suite = '', name] = FAIL.exec(line) ?? [];
    current = SUITE_END.test(line) ? '' : (SUITE.exec(line)?.[1]?.trim() ?? current);
    if (begun) tests.push({ suite: begun.suite ?? current, name: begun.name });
    if (END.test(line)) isWhole = true;
    if (name !== undefined) failures.set(`${suite.trim()}\n${name}`, (block = []));
    else if (begun ?? END.test(line)) block = undefined;
    else block?.push(line);
  }
  if (tests.length === 0) return undefined;
  return {
    tests: tests.map(({ suite, name }, index): ReadTest => {
      const said = failures.get(`${suite}\n${name}`);
      const path = [suite, name].filter((part) => part !== '');
      const isRunning = !isWhole && index === tests.length - 1;
      if (!said && isRunning) return { file: '', path, status: 'failed', failure: crashOf(text) };
      if (!said) return { file: '', path, status: 'passed' };
      return { file: '', path, status: 'failed', failure: uvuFailure(said) };
    }),
    cut: !isWhole,
  };
}

function nameIn(json: string): { suite: string | undefined; name: string } | undefined {
  const parsed = parseJson(json);
  if (!Array.isArray(parsed)) return undefined;
  const [suite, name] = parsed as unknown[];
  return typeof name === 'string'
    ? { suite: typeof suite === 'string' ? suite : undefined, name }
    : undefined;
}

function uvuFailure(lines: readonly string[]): NonNullable<ReadTest['failure']> {
  const at = lines.findIndex((line) => /^ {4}at /.test(line));
  const head = lines.slice(0, at < 0 ? undefined : at).map((line) => line.trim());
  const stack = at < 0 ? undefined : lines.slice(at).join('\n').trimEnd();
  const value = (mark: string) =>
    head
      .filter((line) => line.startsWith(mark))
      .map((line) =>
        line
          .slice(2)
          .replace(/\((?:Expected|Actual)\)$/, '')
          .trimEnd(),
      )
      .join('\n') || undefined;
  const message = head.join('\n').trim();
  const isAssertion = / {2}\(\w+\)$/m.test(head[0] ?? '');
  return {
    ...(isAssertion && { name: 'Assertion' }),
    message,
    stack,
    expected: value('++'),
    received: value('--'),
  };
}
