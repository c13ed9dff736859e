/** node:querystring. */
import nodeModule from './internal.library';

export default nodeModule<typeof import('node:querystring')>('querystring');
