/** How a test runner marks the part of its output that speaks of failures. */
interface RunnerSection {
  /** Recognises the runner. */
  mark: RegExp;
  cut(text: string): string;
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

/** The part of an output that its test runner marks as speaking of failures; all of it, where there is none. */
export function runnerSection(text: string): string {
  if (ABORTED.test(text)) return text;
  return RUNNERS.find(({ mark }) => mark.test(text))?.cut(text) ?? text;
}
