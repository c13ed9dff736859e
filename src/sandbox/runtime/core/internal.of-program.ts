/** Functions with settings of which the program has its own: the tests' by what the program gets for them. */
import programModule from './internal.program-library';
import nodeModule from './internal.library';

const util = nodeModule<typeof import('node:util')>('util');
const own = programModule<typeof util>('internal/util/inspect');

export default new Map<unknown, unknown>([
  [util.inspect, own.inspect],
  [util.format, own.format],
  [util.formatWithOptions, own.formatWithOptions],
]);
