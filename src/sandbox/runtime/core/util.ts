/** node:util. */
import nodeModule from './internal.library';

export default nodeModule<typeof import('node:util')>('util');
