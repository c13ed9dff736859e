import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badInput } from '../domain/kintsugi-error';

/** Largest body of a request, bytes. */
const MOST_BYTES = 4_000_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** Head of a request, by which it is refused before its body is read. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Where requests come from, and which are refused. */
export interface Serving {
  readonly host?: string;
  readonly port: number;
  /** Status for a request that is refused; undefined for one that is let in. */
  refuse(head: RequestHead): number | undefined;
}

/** Serves a handler of web requests; on loopback where no host is given. Resolves to the server once it listens. */
export function serveHttp(
  handle: (request: Request) => Promise<Response>,
  { host = '127.0.0.1', port, refuse }: Serving,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(handle, refuse, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(badInput(`Nothing can be served there: ${error.message}. Choose another port, or 0 for any.`)),
    );
    server.listen(port, host, () => resolve(server));
  });
}

/** A host as addresses name it. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** True for a host that only programs of this machine call by; a page of the web that names this address has another one. */
export function isLoopback(host: string | undefined): boolean {
  return LOOPBACK.test(host ?? '');
}

async function answer(
  handle: (request: Request) => Promise<Response>,
  refuse: Serving['refuse'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const refusal = refuse({ method, path: url, headers });
  if (refusal !== undefined) {
    response.writeHead(refusal).end();
    return;
  }
  const body = await bodyOf(request);
  if (!body) {
    response.writeHead(413).end();
    return;
  }
  const answered = await handle(
    new Request(`http://${headers.host ?? '127.0.0.1'}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body }),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body) await pipeline(Readable.fromWeb(answered.body), response);
  else response.end();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
