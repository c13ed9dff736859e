/** Addresses. */
import { URL } from '../node/url';
import { URLSearchParams } from '../node/url-params';

export default { URL, URLSearchParams };
