import type { FailureKind } from '../failure';
import { message, named, line, type FailureRow } from './row';

const row = (kind: FailureKind, cause: string, pattern: RegExp, repairable = true): FailureRow => ({
  kind,
  cause,
  repairable,
  pattern,
});

const PLACE = '(?:vet: )?(?<file>[^\\s:]+\\.go):(?<line>\\d+)(?::(?<column>\\d+))?: ';
/** rustc: the code on one line, the place on the next: ` --> src/lib.rs:2:5`. */
const rust = (head: string): RegExp =>
  line(`${head}[^\\n]*\\n +--> (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+)`);

export const PYTHON_ROWS: readonly FailureRow[] = [
  row('syntax', 'parse', named('SyntaxError|IndentationError|TabError')),
  row('import', 'missing-module', message("No module named '[\\w]+\\.[\\w.]+'")),
  row('import', 'missing-package', message("No module named '"), false),
  row('import', 'missing-export', message('cannot import name ')),
  row('import', 'import', named('ImportError|ModuleNotFoundError')),
  row('reference', 'unknown-name', named('NameError|UnboundLocalError')),
  row('type', 'type-error', named('AttributeError')),
  row('memory', 'heap', named('MemoryError')),
  row('timeout', 'test-timeout', message('(?:Failed: )?Timeout >?\\d+(?:\\.\\d+)?s')),
  row('runtime', 'stack-overflow', named('RecursionError')),
  row('runtime', 'missing-file', named('FileNotFoundError')),
  row('logic', 'assertion', line('(?:FAILED [^\\n]* - )?assert ')),
];

export const GO_ROWS: readonly FailureRow[] = [
  row(
    'syntax',
    'parse',
    line(`${PLACE}(?:syntax error|expected |missing |illegal |string literal not|newline in string)[^\\n]*`),
  ),
  row('import', 'missing-package', line(`${PLACE}no required module provides package[^\\n]*`), false),
  row(
    'import',
    'missing-module',
    line(`${PLACE}(?:package \\S+ is not in std|cannot find package|could not import)[^\\n]*`),
  ),
  row('reference', 'unknown-name', line(`${PLACE}undefined: [^\\n]*`)),
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
  row('timeout', 'test-timeout', line('panic: test timed out after[^\\n]*')),
  row('memory', 'heap', line('fatal error: (?:runtime: )?out of memory')),
  row('runtime', 'panic', line('panic: [^\\n]*')),
  row('runtime', 'deadlock', line('fatal error: all goroutines are asleep[^\\n]*')),
  row('logic', 'assertion', line('[ \\t]*--- FAIL: [^\\n]*')),
  row('build', 'build', line('FAIL\\t[^\\n]*\\[(?:build|setup) failed\\]')),
];

export const RUST_ROWS: readonly FailureRow[] = [
  row(
    'import',
    'missing-module',
    rust(
      'error\\[E04(?:32|33)\\]: (?:unresolved import `(?:crate|self|super)|failed to resolve: [^\\n]*in the crate root)',
    ),
  ),
  row('import', 'missing-package', rust('error\\[E0463\\]'), false),
  row('import', 'missing-module', rust('error\\[E0(?:432|433|583)\\]')),
  row('reference', 'unknown-name', rust('error\\[E0(?:405|407|408|411|412|422|423|424|425|426|531|574)\\]')),
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
      'error: [^\\n]*\\n +--> (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+)(?:\\n[^\\n]+)*?(?:`-D |#\\[deny\\()',
    ),
  ),
  row('environment', 'dependencies', message('no matching package named '), false),
  row('memory', 'heap', line('memory allocation of \\d+ bytes failed')),
  row(
    'logic',
    'assertion',
    line(
      "thread '[^']*'[^\\n]* panicked at (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+):\\nassertion [^\\n]*",
    ),
  ),
  row(
    'runtime',
    'panic',
    line("thread '[^']*'[^\\n]* panicked at (?<file>[^\\n:]+):(?<line>\\d+):(?<column>\\d+):[^\\n]*"),
  ),
  row('build', 'build', rust('error(?:\\[\\w+\\])?: ')),
  row('build', 'build', message('could not compile `')),
];
