import type { CheckReport } from '../verification';
import { boundedOutput } from './row';

/** How a test runner marks the part of its output that speaks of failures. */
interface RunnerSection {
  mark: RegExp;
  cut(text: string): string;
}

const RUNNERS: readonly RunnerSection[] = [
  { mark: /^ {2}● /m, cut: jestBlocks },
  { mark: /^✖ failing tests:$/m, cut: nodeTests },
  { mark: /^TAP version \d+$/m, cut: tapFailures },
  { mark: /^⎯+ (Failed (Tests|Suites)|Unhandled \w+)/m, cut: vitestBlocks },
  { mark: /^ {2}\d+ failing$/m, cut: fromMark(/^ {2}\d+ failing$/gm) },
  {
    mark: /^(?:=+ (?:FAILURES|ERRORS) =+$|ImportError while loading conftest )/m,
    cut: pytestFailures,
  },
  { mark: /^\{"Time":".*"Action":"/m, cut: goJson },
  { mark: /^test result: FAILED/m, cut: cargoFailures },
];

/** An engine that ran out of memory says so outside of every runner's own part. */
const ABORTED = /^FATAL ERROR: .*heap out of memory/m;

/** Escape sequences of terminals: colours and cursor moves. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/**
 * Messages that a tool breaks over two lines, as one: the second alone would be taken for an error of its own. And
 * messages that a format puts behind something else, on a line of their own, where the table looks for them.
 */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  // Rust: the text of a panic is the user's own.
  [/^([ \t]*thread '[^'\n]*'(?=.* panicked at ).+:\d+:\d+:)\n[ \t]*/gm, '$1 '],
  // ts-loader
  [/^\[tsl\] ERROR in (.+\(\d+,\d+\))\n[ \t]+(TS\d+: )/gm, '$1: error $2'],
  // cargo --message-format short
  [/^(\S+\.rs:\d+:\d+): (error(?:\[E\d+\])?: [^\n]*)$/gm, '$2\n --> $1'],
  // Annotations of GitHub
  [
    /^::error file=([^,\r\n]+),(?=[^:\r\n]*::)(?:[^:\r\n]*,)?line=(\d+),col(?:umn)?=(\d+)(?!\d)[^:\r\n]*::/gm,
    '$1:$2:$3\n',
  ],
  // Errors in the JSON of reporters; what a logger prints on one line may be of an error that was expected
  [/^([ \t]*)"stack": ?"(?=[A-Z]\w*(?:: | \[))/gm, '$1\n'],
];

/** Values that a runner compares and source that it quotes: they may hold any text, so they are no evidence. */
const QUOTED = [
  /^\s*(Expected|Received|Difference|Snapshot|Instance|Thrown|Rejected|Resolved)\b[^\n]*:/,
  /^\s*[+-](?!-- FAIL|->)(?=\s|['"`[{\d-])/,
  /^\s*(?:>\s*)?\d+\s*[|│]/,
  /^\s*[|│╵]/,
  /^\s*(actual|expected|operator|generatedMessage|left|right):/,
];

/** Texts for the analysis: `section` for places, `evidence` for messages. Both have the same length. */
export interface Focus {
  /** The part of the output that speaks of failures. */
  section: string;
  /** The section with compared values and quoted source blanked out. */
  evidence: string;
}

/**
 * Part of an output that is about failures. A passing test may log a refused connection, and an assertion may be about
 * a syntax error; neither is the failure.
 */
export function focus(output: string): Focus {
  const text = output
    .replace(ANSI, '')
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/g, '\n');
  const section = REWRITTEN.reduce(
    (joined, [pattern, one]) => joined.replace(pattern, one),
    runnerSection(text),
  );
  const evidence = section
    .split('\n')
    .map((line) => (QUOTED.some((pattern) => pattern.test(line)) ? ' '.repeat(line.length) : line))
    .join('\n');
  return { section, evidence };
}

/** True if an output shows values that an expectation compared, also where the expectation itself is cut off. */
export function comparesValues(section: string): boolean {
  return /^[^\S\n\r\u2028\u2029]*(?:Expected|Received)\b.*:/m.test(section);
}

/** Part of a failed command's output that is about failures, for finding places in it; bounded. */
export function failureSection(check: Pick<CheckReport, 'stdout' | 'stderr'>): string {
  return focus(boundedOutput(check)).section;
}

/** From the last place where the pattern matches to the end. */
function fromMark(pattern: RegExp): (text: string) => string {
  return (text) => {
    const match = [...text.matchAll(pattern)].at(-1);
    return match ? text.slice(match.index) : text;
  };
}

/** vitest: its blocks of failures, without the causes of assertions, which are values that they compared. */
function vitestBlocks(text: string): string {
  let asserted = false;
  const kept = text
    .slice(text.search(/^⎯+ (Failed|Unhandled)/m))
    .split('\n')
    .filter((line) => {
      if (/^\w*AssertionError: /.test(line)) asserted = true;
      else if (/^(⎯| FAIL )/.test(line)) asserted = false;
      return !(asserted && line.startsWith('Caused by: '));
    });
  return kept.join('\n');
}

/** Jest: the `●` blocks, without its reprints of the console. */
function jestBlocks(text: string): string {
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^ {2}● /.test(line)) inside = !/^ {2}● Console\s*$/.test(line);
    else if (/^(PASS|FAIL|Test Suites:|Tests:|Summary of all failing tests)\b/.test(line)) inside = false;
    else if (/^ {2}console\.\w+\s*$/.test(line)) inside = false;
    if (inside || /^FAIL\b/.test(line)) kept.push(line);
  }
  return kept.join('\n');
}

/** node --test: its summary; of a file that failed as a whole, the summary only says `test failed`. */
function nodeTests(text: string): string {
  const summary = fromMark(/^✖ failing tests:$/gm)(text);
  return /^[^\S\n\r\u2028\u2029]+'test failed'$/m.test(summary) ? text : summary;
}

/** TAP as node and vitest print it: name and message of an error become one line, as in other reporters. */
function tapFailures(text: string): string {
  const kept: string[] = [];
  let error: string | undefined;
  let vitestName: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*#/.test(line)) continue;
    const message = /^\s+error: (?:'(.*)'|(?!\|-)(.+))$/.exec(line);
    const name = /^\s+name: '(.*)'$/.exec(line);
    if (/^\s*not ok\b/.test(line)) error = '';
    if (message) error = (message[1] ?? message[2] ?? '').replaceAll("''", "'");
    vitestName = /^\s+name: "(.*)"$/.exec(line)?.[1] ?? vitestName;
    const said = /^\s+message: "(.*)"$/.exec(line)?.[1];
    if (said !== undefined && vitestName !== undefined) kept.push(`${vitestName}: ${said}`);
    else kept.push(name && error !== undefined ? `${name[1]}: ${error}` : line);
  }
  return kept.join('\n');
}

/** True for lines of pytest about a failure: error lines, places, and the name of the test. */
function isPytestEvidence(line: string, collecting: boolean): boolean {
  return (
    /^\S+:\d+: /.test(line) ||
    /^file \S+, line \d+$/.test(line) ||
    /^\[XPASS\(strict\)\]/.test(line) ||
    // What pytest itself says of a file that it did not collect; what it quotes is indented.
    (collecting && /^\S/.test(line)) ||
    /^[_=]{3,} /.test(line)
  );
}

/** pytest: error lines and places; the source it quotes and captured output are left out. */
function pytestFailures(text: string): string {
  const start = text.search(/^(?:=+ (?:FAILURES|ERRORS) =+$|ImportError while loading conftest )/m);
  const all: string[] = [];
  const kept: string[] = [];
  let captured = false;
  let summary = false;
  let collecting = false;
  for (const line of text.slice(Math.max(start, 0)).split('\n')) {
    if (/^=+ short test summary info =+$/.test(line)) summary = true;
    if (/^-+ Captured /.test(line)) captured = true;
    else if (/^[_=]{3,} /.test(line)) captured = false;
    if (/^[_=]{3,} /.test(line)) collecting = line.includes(' ERROR collecting ');
    if (captured) continue;
    if (!summary) all.push(line);
    if (/^E {2,}/.test(line)) kept.push(line.replace(/^E +/, ''));
    else if (summary ? /^(FAILED|ERROR) \S+/.test(line) : isPytestEvidence(line, collecting)) kept.push(line);
  }
  // With --tb=native there are Python's own tracebacks in place of lines that begin with E.
  const native = all.some((line) => line === 'Traceback (most recent call last):');
  return (native ? all : kept).join('\n');
}

/** A string of JSON without its quotes; as it stands, where it is none. */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** go test -json: the output in its lines of JSON. */
function goJson(text: string): string {
  return text.replace(/^\{"(?:Time|ImportPath)":.*\}\n?/gm, (line) => {
    const output = /"Output":("(?:[^"\\\n]|\\.)*")/.exec(line)?.[1];
    return output === undefined ? '' : unquoted(output);
  });
}

/** cargo test: what each failed test says of its panic, without what it printed before. */
function cargoFailures(text: string): string {
  const kept: string[] = [];
  let printed: string[] | undefined;
  const flush = (): void => {
    kept.push(...(printed ?? []));
    printed = undefined;
  };
  for (const line of text.slice(Math.max(text.search(/^failures:$/m), 0)).split('\n')) {
    if (/^---- .* stdout ----$/.test(line) || /^failures:$/.test(line)) {
      flush();
      kept.push(line);
      if (line.startsWith('----')) printed = [];
      continue;
    }
    if (/^thread '|^Error: |^note: test did not panic/.test(line)) printed = undefined;
    (printed ?? kept).push(line);
  }
  flush();
  return kept.join('\n');
}

/** The part of an output that its test runner marks as speaking of failures; all of it, where there is none. */
function runnerSection(text: string): string {
  if (ABORTED.test(text)) return text;
  return RUNNERS.find(({ mark }) => mark.test(text))?.cut(text) ?? text;
}
