/** node:path. */
import nodeModule from './internal.library';

export default nodeModule<typeof import('node:path')>('path');
