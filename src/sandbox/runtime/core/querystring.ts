/** node:querystring. */
import * as querystring from '../node/querystring';

export default {
  unescapeBuffer: (text: unknown): Uint8Array => querystring.unescapeBytes(String(text)),
  unescape: querystring.unescape,
  escape: querystring.escape,
  stringify: querystring.stringify,
  encode: querystring.stringify,
  parse: querystring.parse,
  decode: querystring.parse,
};
