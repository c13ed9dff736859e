/** node:url. */
import nodeModule from './internal.library';

export default nodeModule<typeof import('node:url')>('url');
