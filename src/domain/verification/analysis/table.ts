import { ENVIRONMENT_ROWS } from './environment-rows';
import { JAVASCRIPT_ROWS } from './javascript-rows';
import { GO_ROWS, PYTHON_ROWS, RUST_ROWS, SHELL_ROWS } from './language-rows';
import { coded, named, type FailureRow } from './row';
import { TOOL_ROWS } from './tool-rows';

/** Where nothing more telling matched. */
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
 * All that Kintsugi knows about what failures look like, the special before the general: at one place of an
 * output the row that stands first wins, and of all places the one whose kind says most (`rankOf`).
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
