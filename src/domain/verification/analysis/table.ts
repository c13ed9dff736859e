import { ENVIRONMENT_ROWS } from './environment-rows';
import { JAVASCRIPT_ROWS } from './javascript-rows';
import { GO_ROWS, PYTHON_ROWS, RUST_ROWS, SHELL_ROWS } from './language-rows';
import { coded, named, type FailureRow, general, line, message, row, toolOnly } from './row';

/** Messages of JavaScript's linters, build tools, package managers and test runners, and of programs that ran. */
const TOOL_ROWS: readonly FailureRow[] = [
  // Lint and build
  row(
    'lint',
    'rule',
    line(
      '(?<file>\\S+)\\n(?:[ \\t]+\\d+:\\d+[ \\t]+warning[^\\n]*\\n)*[ \\t]+(?<line>\\d+):(?<column>\\d+)[ \\t]+error[ \\t]+[^\\n]*',
    ),
  ),
  row(
    'lint',
    'rule',
    line('(?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+): [^\\n]*\\[(?:Error|Warning)/[^\\n]*\\]'),
  ),
  row(
    'lint',
    'rule',
    line(
      '\\[\\{"filePath":"(?<file>[^"\\n]+)","messages":\\[\\{"ruleId":"[^"\\n]*","severity":2,[^\\n]*?"line":(?<line>\\d+),"column":(?<column>\\d+)',
    ),
  ),
  row('lint', 'rule', line('(?<file>[^\\n:]+): line (?<line>\\d+), col (?<column>\\d+), Error - [^\\n]*')),
  row(
    'lint',
    'warnings',
    line(
      'ESLint found too many warnings[^\\n]*(?:\\n[^\\n]*){0,20}?\\n(?<file>\\S+)\\n[ \\t]+(?<line>\\d+):(?<column>\\d+)[ \\t]+warning',
    ),
  ),
  row('lint', 'warnings', line('ESLint found too many warnings')),
  toolOnly('no-tests', line('No (?:files matching the pattern|tests found, exiting)[^\\n]*')),
  toolOnly('no-tests', message('No test files? found')),
  row('build', 'no-tests', message('No test suite found in file (?<file>\\S+)'), false),
  row('build', 'no-tests', message('Your test suite must contain at least one test'), false),
  toolOnly('no-tests', message('no test specified$')),
  toolOnly('configuration', line('● Validation Error:(?:\\n+[^\\n]+)?')),
  toolOnly('configuration', line("Invalid option '--[^\\n]*")),
  toolOnly('configuration', line("\\[webpack-cli\\] [^\\n]{0,20}Invalid value '[^\\n]*")),
  toolOnly('configuration', message('Invalid configuration object\\. Webpack')),
  toolOnly('configuration', line('\\S*node(?:\\.exe)?: bad option: [^\\n]*')),
  toolOnly('configuration', message('\\[ERROR\\] Invalid (?:build|transform|serve) flag')),
  general('build', 'configuration', line('Oops! Something went wrong! :\\(')),
  row(
    'build',
    'configuration',
    message("(?:ESLint couldn't find|ESLint: [^\\n]*configuration|No ESLint configuration)"),
    false,
  ),
  toolOnly('missing-script', message('(?:Missing script|No workspaces found)\\b')),
  toolOnly(
    'missing-script',
    line('make(?:\\[\\d+\\])?: \\*\\*\\* No (?:rule to make target|targets)[^\\n]*'),
  ),
  row(
    'build',
    'coverage',
    line('Jest: [^\\n]*(?:does not meet [^\\n]*threshold|coverage threshold for)[^\\n]*'),
  ),
  row('build', 'focused-test', message('`\\.only` forbidden')),
  toolOnly('lock-file', message('code EUSAGE$')),
  row('build', 'missing-manifest', message('(?:enoent )?Could not read (?<file>package\\.json):'), false),
  row('build', 'build', message('\\[ERROR\\] ')),
  general(
    'build',
    'build',
    message('(?:Build failed|Compilation failed|Failed to compile|Module build failed|error during build)'),
  ),
  general('build', 'build', line('ERROR in (?<file>\\./\\S+)(?: (?<line>\\d+):\\d+)?')),
  general('lint', 'rule', line('[^\\n]*\\b[\\w-]{0,20}[Ll]int(?:er|ing)?\\b[^\\n]*\\berrors?\\b')),
  // Limits
  row('timeout', 'test-timeout', message('(?:thrown: ")?Exceeded timeout of \\d+ ?ms')),
  row('timeout', 'test-timeout', message('Timeout of \\d+ms exceeded')),
  row('timeout', 'test-timeout', message('(?:Test|Hook) timed out (?:in|after) \\d+')),
  row('timeout', 'test-timeout', message("'?test timed out after \\d+ms")),
  row('timeout', 'timeout', named('TimeoutError')),
  row('timeout', 'timeout', message('DOMException \\[TimeoutError\\]')),
  general('timeout', 'timeout', line('[^\\n]*\\bexit(?:ed with)? (?:code|status) 124\\b')),
  row('memory', 'heap', named('MemoryLimitError')),
  row('memory', 'heap', line('[^\\n]*JavaScript heap out of memory')),
  row('memory', 'heap', message('Array buffer allocation failed')),
  // Tests and programs
  row('runtime', 'stack-overflow', message('Maximum call stack size exceeded')),
  row('runtime', 'missing-file', message('ENOENT: no such file or directory')),
  row('logic', 'assertion', message('expect(?:\\.\\w+)?\\(')),
  row('logic', 'assertion', named('AssertionError|JestAssertionError|ExpectationError|AssertError')),
  row('logic', 'assertion', line('[ \\t]*Assertion failed\\b')),
  row(
    'logic',
    'snapshot',
    message(
      '[^\\n]{0,80}(?:Snapshot `[^`\\n]*` mismatched|toMatchSnapshot|toMatchInlineSnapshot|snapshots? (?:failed|obsolete))',
    ),
  ),
];

/** Rows for texts in which nothing more telling matched. */
const LAST_ROWS: readonly FailureRow[] = [
  {
    kind: 'runtime',
    cause: 'thrown',
    repairable: true,
    general: true,
    pattern: coded('ERR_TEST_FAILURE'),
  },
  {
    kind: 'runtime',
    cause: 'thrown',
    repairable: true,
    pattern: named('[A-Za-z_$][\\w$]*(?:Error|Exception|Exit|Interrupt)|Error'),
  },
];

/**
 * All patterns of failures that Kintsugi knows, special ones before general ones. At one place of an output the first
 * row wins; of all places the one whose kind is most telling (`rankOf`).
 */
export const FAILURE_TABLE: readonly FailureRow[] = [
  ...ENVIRONMENT_ROWS,
  ...JAVASCRIPT_ROWS,
  ...TOOL_ROWS,
  ...PYTHON_ROWS,
  ...SHELL_ROWS,
  ...GO_ROWS,
  ...RUST_ROWS,
  ...LAST_ROWS,
];
