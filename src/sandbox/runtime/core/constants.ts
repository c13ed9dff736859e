/** node:constants: all numbers of the system in one object. */
import { FILE_CONSTANTS, SIGNALS } from '../node/signals';
import { SYSTEM_ERRORS } from '../node/system-errors';

export default Object.freeze({
  ...Object.fromEntries(Object.entries(SYSTEM_ERRORS).map(([name, [number]]) => [name, number])),
  ...SIGNALS,
  ...FILE_CONSTANTS,
});
