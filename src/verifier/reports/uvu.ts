import { crashOf } from './files-of-tests';
import { parseJson, type ReadReport, type ReadTest } from './read-test';
import { UVU_MARK } from './uvu-preload';

const FAIL = /^ {2} FAIL (?: (.{1,200}?) )? "(.{1,500})"$/;
/** The line that a suite begins with, and the one that it ends with. */
const SUITE = /^ (\S.{0,200}?) {1,2}$/;
const SUITE_END = /\(\d+ \/ \d+\)$/;
const END = /^ {2}Total: {5}\d+$/;

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
      return { file: '', path, status: 'failed', failure: failureOf(said) };
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

function failureOf(lines: readonly string[]): NonNullable<ReadTest['failure']> {
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
