/** node:assert, as tests have it. */
import nodeModule from './internal.library';

export default nodeModule<typeof import('node:assert')>('assert');
