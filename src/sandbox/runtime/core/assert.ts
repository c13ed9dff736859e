/** node:assert, as code under test has it. */
import programModule from './internal.program-library';

export default programModule<typeof import('node:assert')>('assert');
