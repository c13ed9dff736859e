/** node:http: its tables, without a network. */
import { absentModule } from '../node/absent';
import { nodeError } from '../node/errors';

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;

function validateHeaderName(name: unknown, label = 'Header name'): void {
  if (typeof name === 'string' && TOKEN.test(name)) return;
  const shown = String(name);
  throw nodeError(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label} must be a valid HTTP token ["${shown}"]`);
}

function validateHeaderValue(name: unknown, value: unknown): void {
  if (value === undefined)
    throw nodeError(
      TypeError,
      'ERR_HTTP_INVALID_HEADER_VALUE',
      `Invalid value "undefined" for header "${String(name)}"`,
    );
  if (FORBIDDEN.test(String(value)))
    throw nodeError(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${String(name)}"]`);
}

export default absentModule(
  'http',
  'Agent ClientRequest IncomingMessage OutgoingMessage Server ServerResponse createServer get request',
  {
    METHODS: [...NODE_FACTS_http.methods],
    STATUS_CODES: { ...NODE_FACTS_http.statusCodes },
    maxHeaderSize: 16_384,
    globalAgent: {},
    setMaxIdleHTTPParsers: () => undefined,
    validateHeaderName,
    validateHeaderValue,
  },
);
