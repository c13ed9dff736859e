import { general, line, message, named, row, type FailureRow } from './row';

const PLACE = '(?:vet: )?(?<file>[^\\s:]+\\.go):(?<line>\\d+)(?::(?<column>\\d+))?: ';
/** rustc: the code on one line, the place on the next: ` --> src/lib.rs:2:5`. */
const rust = (head: string): RegExp =>
  line(`${head}[^\\n]*\\n +--> (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+)`);

/** Pattern for a failed test of pytest, in its own words or in the summary: `FAILED test_a.py::test_b - …`. */
const pytest = (text: string): RegExp =>
  line(`(?:(?:FAILED|ERROR) (?<file>[^\\s:]+)(?:::[^\\n]*)? - )?${text}[^\\n]*`);

export const PYTHON_ROWS: readonly FailureRow[] = [
  row('syntax', 'parse', named('SyntaxError|IndentationError|TabError')),
  row('import', 'missing-module', message("No module named '(?<module>[\\w]+\\.[\\w.]+)'")),
  row('import', 'missing-package', message("No module named '(?<module>[^'\\n]+)'")),
  row('import', 'missing-export', message('cannot import name ')),
  row('import', 'import', named('ImportError|ModuleNotFoundError')),
  row(
    'import',
    'missing-module',
    line("\\S*python[\\d.]*(?:\\.exe)?: can't open file '(?<file>[^'\\n]+)'[^\\n]*"),
  ),
  row('import', 'missing-module', line('\\S*python[\\d.]*(?:\\.exe)?: No module named [^\\n]*')),
  row('reference', 'unknown-name', named('NameError|UnboundLocalError')),
  row('type', 'type-error', named('AttributeError')),
  row('memory', 'heap', named('MemoryError')),
  row('timeout', 'test-timeout', message('(?:Failed: )?Timeout (?:\\(>\\d|>?\\d+(?:\\.\\d+)?s)')),
  row('timeout', 'timeout', named('TimeoutExpired')),
  row('runtime', 'stack-overflow', named('RecursionError')),
  row('runtime', 'missing-file', named('FileNotFoundError')),
  row('logic', 'assertion', pytest('assert ')),
  // pytest
  row('import', 'import', line('import file mismatch:')),
  row('logic', 'assertion', line('(?<file>[^\\s:]+):(?<line>\\d+): DocTestFailure')),
  row('build', 'fixture', message("fixture '[^'\\n]*' not found")),
  row('build', 'marker', pytest("(?:Failed: )?'[^'\\n]*' not found in `markers`")),
  row('build', 'plugin', pytest('Failed: async def functions are not natively supported')),
  row('build', 'configuration', line('ERROR: usage: [^\\n]*\\n[^\\n]*error: [^\\n]*'), false),
  row('build', 'no-tests', line('ERROR: (?:file or directory not found|not found): [^\\n]*'), false),
  row('build', 'no-tests', line('=+ no tests ran in [^\\n]*'), false),
  row('logic', 'assertion', pytest('(?:\\[XPASS\\(strict\\)\\]|Failed: )')),
];

export const SHELL_ROWS: readonly FailureRow[] = [
  row(
    'syntax',
    'parse',
    line('(?:(?<file>[^\\s:]+\\.\\w+)|\\S*sh): (?:line )?(?<line>\\d+): [Ss]yntax error[^\\n]*'),
  ),
  row(
    'reference',
    'unknown-name',
    line('[^\\s:]+: (?:line )?\\d+: [^\\s:]+: (?:unbound variable|parameter not set)'),
  ),
];

export const GO_ROWS: readonly FailureRow[] = [
  row('syntax', 'manifest', line('(?<file>go\\.(?:mod|work)):(?<line>\\d+): [^\\n]*'), false),
  row(
    'build',
    'missing-manifest',
    line('go: (?:go\\.mod file not found|cannot find main module)[^\\n]*'),
    false,
  ),
  row('import', 'internal', line(`[ \\t]*${PLACE}use of internal package [^\\n]*`)),
  row('build', 'packages', line('found packages [^\\n]* and [^\\n]* in [^\\n]*')),
  row('environment', 'toolchain', line('go: [^\\n]*requires go >= [^\\n]*'), false),
  row('import', 'cycle', line('[^\\n]*: import cycle not allowed')),
  row(
    'syntax',
    'parse',
    line(
      `${PLACE}(?:syntax error|expected |missing (?!return)|illegal |string literal not|newline in string)[^\\n]*`,
    ),
  ),
  row(
    'import',
    'missing-package',
    line(`${PLACE}no required module provides package (?<module>[^\\s;]+)[^\\n]*`),
  ),
  row(
    'import',
    'missing-module',
    line(`${PLACE}(?:package \\S+ is not in std|cannot find package|could not import)[^\\n]*`),
  ),
  row(
    'reference',
    'unknown-name',
    line(`${PLACE}(?:undefined: |undeclared name: |[^\\n]*label not defined)[^\\n]*`),
  ),
  row(
    'build',
    'unused',
    line(`${PLACE}(?:declared and not used|[^\\n]* (?:imported|declared) and not used)[^\\n]*`),
  ),
  row(
    'type',
    'type-check',
    line(
      `${PLACE}(?:cannot use |invalid operation|too many |not enough |missing return|[^\\n]* undefined \\(|impossible type|assignment mismatch|cannot convert|cannot assign|invalid argument|non-)[^\\n]*`,
    ),
  ),
  row(
    'lint',
    'vet',
    line(
      `${PLACE}(?:[^\\n]* (?:format %\\S+ |call has |arg list |possible formatting directive)|[^\\n]*(?:unreachable code|self-assignment|passes lock by value|copies lock value|refers to unknown |struct field tag|composite literal uses unkeyed fields|result of [^\\n]* call not used))[^\\n]*`,
    ),
  ),
  // All else that a compiler of Go says at a line and column, the checker of types says.
  row('type', 'type-check', line('(?:vet: )?(?<file>[^\\s:]+\\.go):(?<line>\\d+):(?<column>\\d+): [^\\n]*')),
  row('timeout', 'test-timeout', line('panic: test timed out after[^\\n]*')),
  row('memory', 'heap', line('fatal error: (?:runtime: )?out of memory')),
  row('runtime', 'panic', line('panic: [^\\n]*')),
  row('runtime', 'deadlock', line('fatal error: all goroutines are asleep[^\\n]*')),
  row('runtime', 'stack-overflow', line('fatal error: stack overflow')),
  row('runtime', 'fatal', line('fatal error: [^\\n]*')),
  row('logic', 'assertion', line('[ \\t]*--- FAIL: [^\\n]*')),
  general('build', 'build', line('FAIL\\t[^\\n]*\\[(?:build|setup) failed\\]')),
];

/** A panic, with its text on the same line, where `focus` puts it; before Rust 1.73 the text came first. */
const panic = (text: string): RegExp =>
  line(
    `[ \\t]*thread '[^'\\n]*'[^\\n]* panicked at (?:'${text}[^\\n]*|(?<file>[^\\n:']+):(?<line>\\d+):(?<column>\\d+): ${text}[^\\n]*)`,
  );

export const RUST_ROWS: readonly FailureRow[] = [
  row(
    'syntax',
    'manifest',
    line('error: [^\\n]*\\n +--> (?<file>(?:[^\\n:]*/)?Cargo\\.toml):(?<line>\\d+):(?<column>\\d+)'),
    false,
  ),
  row('build', 'missing-manifest', line('error: could not find `(?<file>Cargo\\.toml)` in [^\\n]*'), false),
  row('build', 'configuration', line('error: failed to parse manifest at `(?<file>[^`\\n]+)`'), false),
  row('build', 'dependencies', line('error: failed to (?:get|load source for) [^\\n]*'), false),
  row(
    'import',
    'missing-module',
    rust(
      'error\\[E04(?:32|33)\\]: (?:unresolved import `(?:crate|self|super)|failed to resolve: [^\\n]*in the crate root)',
    ),
  ),
  row(
    'import',
    'missing-package',
    rust("error\\[E0463\\]: can't find crate for `(?!(?:std|core|alloc)`)(?<module>\\w+)`"),
  ),
  row('environment', 'toolchain', rust('error\\[E0463\\]'), false),
  row('import', 'missing-module', rust('error\\[E0(?:432|433|583)\\]')),
  row('reference', 'unknown-name', rust('error\\[E0(?:405|407|408|411|412|422|423|424|425|426|531|574)\\]')),
  row('reference', 'unknown-name', rust('error: cannot find (?:macro|attribute|derive macro) ')),
  row('syntax', 'parse', rust('error\\[E07(?:48|58|6[2356])\\]')),
  row(
    'type',
    'ownership',
    rust('error\\[E0(?:106|37[1-9]|38[1-4]|49[4-9]|50[0-9]|515|521|596|597|621|623|712|713|716)\\]'),
  ),
  row('type', 'type-check', rust('error\\[E0\\d{3}\\]')),
  row(
    'syntax',
    'parse',
    rust(
      'error: (?:expected |unexpected |this file contains an un|mismatched closing|unknown start of token|unterminated )',
    ),
  ),
  row(
    'lint',
    'rule',
    line(
      'error: [^\\n]*\\n +--> (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+)(?:\\n[^\\n]+){0,60}?(?:`-D |#\\[deny\\()',
    ),
  ),
  row('environment', 'dependencies', message('no matching package named '), false),
  row('memory', 'heap', line('memory allocation of \\d+ bytes failed')),
  row('logic', 'assertion', panic('assertion ')),
  row(
    'logic',
    'assertion',
    line(
      'note: test did not panic as expected(?: at (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+))?[^\\n]*',
    ),
  ),
  row('runtime', 'panic', panic('')),
  row('build', 'build', rust('error(?:\\[\\w+\\])?: ')),
  general('build', 'build', message('could not compile `')),
];
