/** node:punycode. */
import * as punycode from '../node/punycode';

export default { version: '2.1.0', ...punycode };
