import { ENVIRONMENT_ROWS } from './environment-rows';
import { JAVASCRIPT_ROWS } from './javascript-rows';
import { GO_ROWS, PYTHON_ROWS, RUST_ROWS, SHELL_ROWS } from './language-rows';
import { coded, named, type FailureRow } from './row';
import { TOOL_ROWS } from './tool-rows';

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
