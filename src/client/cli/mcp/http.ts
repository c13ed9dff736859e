import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Largest body of a request, bytes. */
const MOST_BYTES = 4_000_000;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Serves a handler of web requests on loopback to whoever has the token. Resolves to the server once it listens. */
export function serveHttp(
  handle: (request: Request) => Promise<Response>,
  { port, token }: { port: number; token: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(handle, token, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function answer(
  handle: (request: Request) => Promise<Response>,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request, token);
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
    new Request(`http://127.0.0.1${request.url ?? '/'}`, {
      method: request.method,
      headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body: body }),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body) await pipeline(Readable.fromWeb(answered.body), response);
  else response.end();
}

/** Status for a request of somebody else; a page of the web that names this address has another host or an origin. */
function refusalOf({ headers }: IncomingMessage, token: string): number | undefined {
  const { host = '', origin, authorization = '' } = headers;
  if (!LOOPBACK.test(host) || origin !== undefined) return 403;
  const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? undefined : 401;
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
