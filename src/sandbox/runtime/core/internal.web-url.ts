/** Addresses. */
import nodeModule from './internal.library';

type Url = Pick<typeof import('node:url'), 'URL' | 'URLSearchParams'>;

const { URL, URLSearchParams } = nodeModule<Url>('internal/url');

export default { URL, URLSearchParams };
