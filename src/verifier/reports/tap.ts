import type * as Tap from 'tap-parser';
import { nameBefore, shown, type ReadFailure, type ReadReport, type ReadTest } from './read-test';

/** Lines that a runner adds at the end: `# tests 4`. */
const SUMMARY = /^(?:tests|pass|fail|ok|skip|todo|time|count|not ok)\b/;

/** One test: all that stands below one comment. */
interface Group {
  path: string[];
  results: Result[];
}

/** Tests by TAP with its YAML. Assertions below a comment are one test, as tape, tap and ava print it. */
export function readTap(text: string): ReadReport | undefined {
  if (!/^(?:TAP version|ok\b|not ok\b)/m.test(text)) return undefined;
  // Its YAML takes time to load, and most runs read no TAP.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { Parser } = require('tap-parser') as typeof Tap;
  const groups: Group[] = [];
  const parser = new Parser({ strict: false });
  listen(parser, [], groups);
  parser.end(text);
  const tests = groups.flatMap(({ path, results }) => (results.length === 0 ? [] : [testOf(path, results)]));
  // A crash leaves no plan.
  const cut = parser.planStart < 0;
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

function failureOf({ name, diag }: Result): ReadFailure {
  const said = (diag ?? {}) as Record<string, unknown>;
  const details = objectOf(said.details);
  const message = [
    textOf(said.message),
    name,
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
    name: typeof said.name === 'string' ? said.name : nameBefore(stack.trimStart()),
    message: message.filter(Boolean).join('\n'),
    stack: stack === '' ? undefined : stack,
    expected: shown(values.expected ?? values.wanted),
    received: shown(values.actual ?? values.found),
    location,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
