/** Functions with settings of which the program has its own: the tests' by what the program gets for them. */
import { createInspection, format, formatWithOptions, inspect } from '../node/user-inspect';

const own = createInspection();

export default new Map<unknown, unknown>([
  [inspect, own.inspect],
  [format, own.format],
  [formatWithOptions, own.formatWithOptions],
]);
