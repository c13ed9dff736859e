import type * as Tap from 'tap-parser';
import { crashOf } from './files-of-tests';
import { nameBefore, shown, type ReadFailure, type ReadReport, type ReadTest } from './read-test';

/** Lines that a runner adds at the end, such as `# tests 4`, and the parser where there is no plan. */
const SUMMARY = /^(?:test count\(|(?:tests|pass|fail|ok|skip|todo|time|count|not ok)\b)/;

/** One test: all that stands below one comment. */
interface Group {
  path: string[];
  results: Result[];
}

/**
 * Tests by TAP with its YAML. Assertions below a comment are one test, as tape, tap and ava print it. `isFlat`: a comment stands
 * before its test runs, so that the last one names the test that was running when the process died.
 */
export function readTap(text: string, isFlat = true): ReadReport | undefined {
  if (!/^(?:TAP version|ok\b|not ok\b)/m.test(text)) return undefined;
  // Its YAML takes time to load, and most runs read no TAP.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { Parser } = require('tap-parser') as typeof Tap;
  const groups: Group[] = [];
  const parser = new Parser({ strict: false });
  listen(parser, [], groups);
  parser.end(text);
  // A crash leaves no plan.
  const cut = !/^1\.\.\d/m.test(text);
  const running = cut && isFlat && !/^# Subtest/m.test(text) ? groups.at(-1) : undefined;
  const tests = groups.flatMap((group): ReadTest[] => {
    const { path, results } = group;
    const test = results.length === 0 ? undefined : testOf(path, results);
    if (group === running && test?.status !== 'failed')
      return [{ file: '', path, status: 'failed', failure: crashOf(text) }];
    return test ? [test] : [];
  });
  return tests.length === 0 ? undefined : { tests, cut };
}

type Result = Tap.Result;
type Parser = InstanceType<typeof Tap.Parser>;

function listen(parser: Parser, above: string[], groups: Group[]): void {
  let current: Group | undefined;
  let nested = false;
  parser.on('comment', (comment: string) => {
    const title = comment.replace(/^# (?:Subtest: )?/, '').trim();
    if (comment.startsWith('# Subtest') || SUMMARY.test(title)) return;
    current = { path: [...above, title], results: [] };
    groups.push(current);
  });
  parser.on('child', (child: Parser) => {
    nested = true;
    listen(child, [...above, child.name], groups);
  });
  parser.on('assert', (result: Result) => {
    // The line after a subtest sums it up.
    if (nested) nested = false;
    else if (current && above.length === 0) current.results.push(result);
    else groups.push({ path: [...above, result.name], results: [result] });
  });
}

function testOf(path: string[], results: readonly Result[]): ReadTest {
  const failed = results.find(({ ok, todo, skip }) => !ok && !todo && !skip);
  const idle = results.every(({ skip, todo }) => skip || todo);
  const status = failed
    ? 'failed'
    : idle
      ? results.some(({ skip }) => skip)
        ? 'skipped'
        : 'todo'
      : 'passed';
  const durationMs = results.reduce((sum, { time }) => sum + (time ?? 0), 0);
  return { file: '', path, status, durationMs, ...(failed && { failure: failureOf(failed) }) };
}

/** Characters in which an error begins. */
const THROWN_CHARS = 2_000;
/** An error as ava shows it. */
const THROWN = /^(\w*Error) \{[^]*?\bmessage: (['"`])(.*?)\2,$/m;

function failureOf({ name, diag }: Result): ReadFailure {
  const said = (diag ?? {}) as Record<string, unknown>;
  const details = objectOf(said.details);
  const [, thrown, , words] =
    THROWN.exec(Object.values(details).map(textOf).join('\n').slice(0, THROWN_CHARS)) ?? [];
  const message = [
    textOf(said.message),
    textOf(said.message) !== '' && name.endsWith(textOf(said.message)) ? '' : name,
    ...Object.entries(details).map(([key, value]) => `${key}\n${textOf(value)}`),
  ];
  const at = objectOf(said.at);
  const location =
    typeof at.fileName === 'string' && typeof at.lineNumber === 'number'
      ? { file: at.fileName, line: at.lineNumber }
      : undefined;
  const stack = [textOf(said.stack), typeof said.at === 'string' ? `    at ${said.at}` : '']
    .filter(Boolean)
    .join('\n');
  const values = said.values === undefined ? said : objectOf(said.values);
  return {
    name:
      thrown ??
      /^(\w*Error): /.exec(name)?.[1] ??
      [said.name, said.type].find(isText) ??
      nameBefore(stack.trimStart()),
    message: words ?? [...new Set(message.filter(Boolean))].join('\n'),
    stack: stack === '' ? undefined : stack,
    expected: shown(values.expected ?? values.wanted),
    received: shown(values.actual ?? values.found),
    location,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
