import type { FailureKind } from '../failure';
import { message, named, line, type FailureRow } from './row';

const BUILTINS =
  '(?:node:[\\w/]+|assert|async_hooks|buffer|child_process|cluster|crypto|dgram|dns|events|fs|fs/promises|http|https|http2|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)';
/** A specifier that names a file of the project: relative, absolute, or by a usual alias. */
const LOCAL = '(?:\\.{1,2}(?:/[^\'"]*)?|/[^\'"]*|[A-Za-z]:[^\'"]*|file:[^\'"]*|[@~#]/[^\'"]*)';
const NO_MODULE =
  "(?:Cannot find (?:module|package)|Could not resolve|(?:Module not found: )?(?:Error: )?Can't resolve|Failed to resolve import|Unable to resolve(?: path to)? module)";

const row = (kind: FailureKind, cause: string, pattern: RegExp, repairable = true): FailureRow => ({
  kind,
  cause,
  repairable,
  pattern,
});

/** `src/a.ts(1,2): error TS1234: …` and `src/a.ts:1:2 - error TS1234: …`. */
const tsc = (codes: string, text = ''): RegExp =>
  line(
    `(?<file>[^\\s(:][^\\n(:]*?)(?:\\((?<line>\\d+),(?<column>\\d+)\\): |:\\d+:\\d+ - )error TS(?:${codes}): ${text}[^\\n]*`,
  );

/** What node and its test runners, TypeScript, ESLint, esbuild and webpack say. */
export const JAVASCRIPT_ROWS: readonly FailureRow[] = [
  // Syntax
  row(
    'syntax',
    'parse',
    line('[^\\n]*SyntaxError: (?<file>/[^\\n:]+): [^\\n]*\\((?<line>\\d+):(?<column0>\\d+)\\)'),
  ),
  row('import', 'missing-export', message('The requested module [^\\n]+ does not provide an export named')),
  row('import', 'missing-export', message('(?:\\[ERROR\\] )?No matching export in ')),
  row('import', 'module-format', message('Cannot use import statement outside a module')),
  row('import', 'module-format', message('(?:require|module|exports) is not defined in ES module scope')),
  row(
    'runtime',
    'bad-json',
    message('Unexpected (?:token|end of|non-whitespace|string|number)[^\\n]*\\bJSON\\b'),
  ),
  row('syntax', 'parse', named('SyntaxError')),
  row('syntax', 'parse', message('Failed to parse source for import analysis')),
  row('syntax', 'parse', line('ERROR in (?<file>\\S+) (?<line>\\d+):\\d+[^\\n]*\\nModule parse failed:')),
  row('syntax', 'parse', tsc('1\\d{3}|17\\d{3}')),
  row(
    'syntax',
    'parse',
    line(
      '(?<file>\\S+)\\n(?:[ \\t]+\\d+:\\d+[^\\n]*\\n)*?[ \\t]+(?<line>\\d+):(?<column>\\d+)[ \\t]+error[ \\t]+Parsing error:',
    ),
  ),
  row(
    'syntax',
    'parse',
    message('\\[ERROR\\] (?:Expected |Unexpected |Unterminated |Syntax error|Invalid assignment|"?await"? )'),
  ),
  row('syntax', 'parse', message('Transform failed with \\d+ error')),
  // Imports
  row(
    'import',
    'missing-module',
    line(
      `ERROR in (?<file>\\S+) (?<line>\\d+):\\d+[^\\n]*\\nModule not found: Error: Can't resolve '${LOCAL}'`,
    ),
  ),
  row(
    'import',
    'missing-package',
    line("ERROR in (?<file>\\S+) (?<line>\\d+):\\d+[^\\n]*\\nModule not found: Error: Can't resolve '"),
    false,
  ),
  row('import', 'missing-module', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`]${LOCAL}['"\`]`)),
  row('import', 'missing-builtin', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`]${BUILTINS}['"\`]`)),
  row('import', 'missing-package', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`][^'"\`]+['"\`]`), false),
  row('import', 'missing-module', tsc('2307|2792', `Cannot find module ['"]${LOCAL}['"]`)),
  row('import', 'missing-package', tsc('2307|2792|7016|2688'), false),
  row('import', 'missing-export', tsc('2305|2306|2459|2614|2724|1192')),
  row('import', 'missing-module', message('(?:Module not found|Cannot find module)\\b')),
  // Names and types
  row('reference', 'missing-types', tsc('2580|2582|2584|2591|2592|2593|2867|2868'), false),
  row('reference', 'unknown-name', tsc('2304|2552|2503|2663|18004')),
  row('reference', 'unknown-name', named('ReferenceError')),
  row('lint', 'unused', tsc('6133|6138|6192|6196|6198')),
  row(
    'build',
    'configuration',
    line(
      '(?:(?<file>[^\\s(:][^\\n(:]*?)(?:\\((?<line>\\d+),(?<column>\\d+)\\): |:\\d+:\\d+ - ))?error TS(?:5\\d{3}|6\\d{3}|18003)\\b: [^\\n]*',
    ),
    false,
  ),
  row('type', 'type-check', tsc('\\d+')),
  row('type', 'type-error', named('TypeError')),
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
    'build',
    'configuration',
    message("(?:ESLint couldn't find|ESLint: [^\\n]*configuration|No ESLint configuration)"),
    false,
  ),
  row('build', 'missing-script', message('Missing script: '), false),
  row('syntax', 'manifest', message('(?:JSON\\.parse )?Invalid (?<file>package\\.json):'), false),
  row('build', 'missing-manifest', message('(?:enoent )?Could not read (?<file>package\\.json):'), false),
  row(
    'build',
    'build',
    message(
      '(?:Build failed|Compilation failed|Failed to compile|Module build failed|error during build|\\[ERROR\\] )',
    ),
  ),
  row('build', 'build', line('ERROR in (?<file>\\./\\S+)(?: (?<line>\\d+):\\d+)?')),
  row('lint', 'rule', line('[^\\n]*\\b[Ll]int(?:er|ing)?\\b[^\\n]*\\berrors?\\b')),
  // Limits
  row('timeout', 'test-timeout', message('(?:thrown: ")?Exceeded timeout of \\d+ ?ms')),
  row('timeout', 'test-timeout', message('Timeout of \\d+ms exceeded')),
  row('timeout', 'test-timeout', message('(?:Test|Hook) timed out (?:in|after) \\d+')),
  row('timeout', 'test-timeout', message('test timed out after \\d+ms')),
  row('timeout', 'timeout', named('TimeoutError')),
  row('memory', 'heap', named('MemoryLimitError')),
  row('memory', 'heap', line('[^\\n]*JavaScript heap out of memory')),
  row('memory', 'heap', message('Array buffer allocation failed')),
  // Tests and programs
  row('runtime', 'stack-overflow', message('Maximum call stack size exceeded')),
  row('runtime', 'missing-file', message('ENOENT: no such file or directory')),
  row('logic', 'assertion', message('expect\\(')),
  row('logic', 'assertion', named('AssertionError|JestAssertionError|ExpectationError|AssertError')),
  row('logic', 'assertion', line('[ \\t]*Assertion failed\\b')),
  row(
    'logic',
    'snapshot',
    message('[^\\n]{0,80}(?:toMatchSnapshot|toMatchInlineSnapshot|snapshots? (?:failed|obsolete))'),
  ),
];
