/** Escape sequences of terminals: colours and cursor moves. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** How a test runner marks the part of its output that speaks of failures. */
interface RunnerSection {
  /** Recognises the runner. */
  mark: RegExp;
  cut(text: string): string;
}

/** From the last place where the pattern matches to the end. */
function fromMark(pattern: RegExp): (text: string) => string {
  return (text) => {
    const match = [...text.matchAll(new RegExp(pattern.source, 'gm'))].at(-1);
    return match ? text.slice(match.index) : text;
  };
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

/** TAP as node prints it: name and message of an error become one line, as in its other reporter. */
function tapFailures(text: string): string {
  const kept: string[] = [];
  let error: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*#/.test(line)) continue;
    const message = /^\s+error: (?:'(.*)'|(?!\|-)(.+))$/.exec(line);
    const name = /^\s+name: '(.*)'$/.exec(line);
    if (/^\s*not ok\b/.test(line)) error = '';
    if (message) error = (message[1] ?? message[2] ?? '').replaceAll("''", "'");
    kept.push(name && error !== undefined ? `${name[1]}: ${error}` : line);
  }
  return kept.join('\n');
}

/** pytest: error lines and places; the source it quotes and captured output are left out. */
function pytestFailures(text: string): string {
  const start = text.search(/^=+ (FAILURES|ERRORS) =+$/m);
  const kept: string[] = [];
  let captured = false;
  for (const line of text.slice(Math.max(start, 0)).split('\n')) {
    if (/^=+ short test summary info =+$/.test(line)) break;
    if (/^-+ Captured /.test(line)) captured = true;
    else if (/^[_=]{3,} /.test(line)) captured = false;
    if (captured) continue;
    if (/^E {2,}/.test(line)) kept.push(line.replace(/^E +/, ''));
    else if (/^\S+:\d+: /.test(line) || /^[_=]{3,} /.test(line)) kept.push(line);
  }
  return kept.join('\n');
}

const RUNNERS: readonly RunnerSection[] = [
  { mark: /^ {2}● /m, cut: jestBlocks },
  { mark: /^✖ failing tests:$/m, cut: fromMark(/^✖ failing tests:$/) },
  { mark: /^TAP version \d+$/m, cut: tapFailures },
  {
    mark: /^⎯+ (Failed (Tests|Suites)|Unhandled \w+)/m,
    cut: (text) => text.slice(text.search(/^⎯+ (Failed|Unhandled)/m)),
  },
  { mark: /^ {2}\d+ failing$/m, cut: fromMark(/^ {2}\d+ failing$/) },
  { mark: /^=+ (FAILURES|ERRORS) =+$/m, cut: pytestFailures },
  { mark: /^test result: FAILED/m, cut: (text) => text.slice(Math.max(text.search(/^failures:$/m), 0)) },
];

/** Values that a runner compares and source that it quotes: they may hold any text, so they are no evidence. */
const QUOTED = [
  /^\s*(Expected|Received|Difference|Snapshot|Instance|Thrown|Rejected|Resolved)\b[^\n]*:/,
  /^\s*[+-](?!-- FAIL|->)(?=\s|['"`[{\d-])/,
  /^\s*>?\s*\d+\s*[|│]/,
  /^\s*[|│╵]/,
  /^\s*(actual|expected|operator|generatedMessage|left|right):/,
];

/** What analysis reads: `section` for places, `evidence` for messages. Both have the same length. */
export interface Focus {
  /** The part of the output that speaks of failures. */
  section: string;
  /** The section with compared values and quoted source blanked out. */
  evidence: string;
}

/**
 * The part of an output that says what failed. A passing test may log a refused connection and an assertion may
 * be about a syntax error; neither is the failure.
 */
export function focus(output: string): Focus {
  const text = output.replace(ANSI, '').replaceAll('\r\n', '\n');
  const runner = RUNNERS.find(({ mark }) => mark.test(text));
  const section = runner ? runner.cut(text) : text;
  const evidence = section
    .split('\n')
    .map((line) => (QUOTED.some((pattern) => pattern.test(line)) ? ' '.repeat(line.length) : line))
    .join('\n');
  return { section, evidence };
}
