/** Request and Response. */
import { globals } from '../libs/support';
import { brandClasses } from '../node/brand';
import { Body, contentOf } from './body';
import { Headers } from './headers';

function newSignal(): AbortSignal {
  const { AbortController: Controller } = loadStandIn('internal/abort_controller') as typeof globalThis;
  return new Controller().signal;
}

interface RequestInit {
  method?: unknown;
  headers?: unknown;
  body?: unknown;
  signal?: unknown;
  [name: string]: unknown;
}

const NORMALIZED = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];

const DEFAULTS = {
  cache: 'default',
  credentials: 'same-origin',
  destination: '',
  duplex: 'half',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  redirect: 'follow',
  referrer: 'about:client',
  referrerPolicy: '',
};

function toMethod(method: unknown): string {
  const text = `${method as string}`;
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text))
    throw new TypeError(`'${text}' is not a valid HTTP method.`);
  if (/^(?:connect|trace|track)$/i.test(text)) throw new TypeError(`'${text}' HTTP method is unsupported.`);
  const upper = text.toUpperCase();
  return NORMALIZED.includes(upper) ? upper : text;
}

function toUrl(input: unknown): string {
  try {
    return new globals.URL(`${input as string}`).href;
  } catch (error) {
    throw new TypeError(`Failed to parse URL from ${String(input)}`, { cause: error });
  }
}

export class Request extends Body {
  readonly #headers: Headers;
  readonly #facts: Record<string, unknown>;

  constructor(input: unknown, init: RequestInit = {}) {
    super();
    const source = input instanceof Request ? input : undefined;
    const method = init.method === undefined ? (source?.method ?? 'GET') : toMethod(init.method);
    const url = source?.url ?? toUrl(input);
    const signal = init.signal ?? source?.signal ?? newSignal();
    this.#headers = new Headers(init.headers ?? source?.headers);
    const content = init.body === undefined ? undefined : contentOf(init.body);
    if (content && (method === 'GET' || method === 'HEAD'))
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    if (content?.type !== undefined && !this.#headers.has('content-type'))
      this.#headers.set('content-type', content.type);
    this.setContent(content?.bytes ?? source?.getContent());
    const given = Object.fromEntries(
      Object.keys(DEFAULTS).flatMap((name) => (name in init ? [[name, init[name]]] : [])),
    );
    this.#facts = { ...DEFAULTS, ...(source ? source.#facts : {}), ...given, method, url, signal };
  }

  get headers(): Headers {
    return this.#headers;
  }
  get method(): string {
    return this.#facts.method as string;
  }
  get url(): string {
    return this.#facts.url as string;
  }
  get signal(): AbortSignal {
    return this.#facts.signal as AbortSignal;
  }
  /** One of the settings by name. */
  fact(name: string): unknown {
    return this.#facts[name];
  }
  clone(): Request {
    return new Request(this);
  }
}

for (const name of Object.keys(DEFAULTS)) {
  Object.defineProperty(Request.prototype, name, {
    get(this: Request) {
      return factOf.call(this, name);
    },
    enumerable: true,
    configurable: true,
  });
}
const factOf = Request.prototype.fact;
Reflect.deleteProperty(Request.prototype, 'fact');

interface ResponseInit {
  status?: unknown;
  statusText?: unknown;
  headers?: unknown;
}

const NO_CONTENT = [101, 103, 204, 205, 304];

export class Response extends Body {
  readonly #headers: Headers;
  #status: number;
  readonly #statusText: string;
  #type = 'default';

  constructor(body?: unknown, init: ResponseInit = {}) {
    super();
    const status = init?.status === undefined ? 200 : Math.trunc(Number(init.status));
    if (!(status >= 200 && status <= 599))
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    this.#status = status;
    this.#statusText = init?.statusText === undefined ? '' : `${init.statusText as string}`;
    this.#headers = new Headers(init?.headers);
    const content = contentOf(body);
    if (content && NO_CONTENT.includes(status))
      throw new TypeError(`Response constructor: Invalid response status code ${status}`);
    if (content?.type !== undefined && !this.#headers.has('content-type'))
      this.#headers.set('content-type', content.type);
    this.setContent(content?.bytes);
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const text = JSON.stringify(data) as string | undefined;
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(text, { ...init, headers });
  }
  static error(): Response {
    const response = new Response(null);
    response.#status = 0;
    response.#type = 'error';
    return response;
  }
  static redirect(url: unknown, status = 302): Response {
    const location = toUrl(url);
    if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
    const response = new Response(null, { headers: { location } });
    response.#status = status;
    return response;
  }

  get headers(): Headers {
    return this.#headers;
  }
  get status(): number {
    return this.#status;
  }
  get statusText(): string {
    return this.#statusText;
  }
  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }
  get type(): string {
    return this.#type;
  }
  get url(): string {
    return '';
  }
  get redirected(): boolean {
    return false;
  }
  clone(): Response {
    const { status, statusText, headers } = this;
    const copy = new Response(null, { status: status === 0 ? 200 : status, statusText, headers });
    copy.#status = status;
    copy.setContent(this.getContent());
    return copy;
  }
}

brandClasses({ Request, Response });
