import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { listenPort, type Config } from '../../../config';
import { EXIT } from '../../../domain/kintsugi-error';
import { isLoopback, serveHttp, type RequestHead } from '../../serve-http';
import { valueBy } from '../option-value';
import { createOutput } from '../output';
import { loadMcp } from './sdk';
import { makeServer } from './server';
import type { Cli } from '../command-names';

interface McpFlags {
  http?: number;
  mayApprove?: boolean;
}

/** Adds `kintsugi mcp`. */
export function addMcpCommand({ program, config, exit }: Cli): void {
  program
    .command('mcp')
    .description('serve agents and editors by the Model Context Protocol, on stdin and stdout')
    .option(
      '--http <port>',
      'serve on this port of loopback instead, for whoever has the token; 0: any',
      valueBy(listenPort),
    )
    .option('--may-approve', 'let the client approve changes on your behalf')
    .action(async (flags: McpFlags) => {
      await serve(config(), flags);
      exit(EXIT.healed);
    });
}

/** Serves until the client goes, or the process is ended; its runs go on. */
async function serve(config: Config, { http, mayApprove = false }: McpFlags): Promise<void> {
  const sdk = await loadMcp();
  const make = () => makeServer(sdk, { mayApprove });
  if (http === undefined) {
    const { StdioServerTransport, serveStdio } = sdk;
    const transport = new StdioServerTransport();
    const handle = serveStdio(make, { transport });
    await once(process.stdin, 'close');
    await handle.close();
    return;
  }
  const token = randomBytes(24).toString('base64url');
  const { fetch } = sdk.createMcpHandler(make);
  const server = await serveHttp(fetch, { port: http, refuse: (head) => refusalOf(head, token) });
  const { port } = server.address() as AddressInfo;
  const output = createOutput({ json: false, color: config.color });
  output.note(`Serving http://127.0.0.1:${port}/mcp; every request needs: Authorization: Bearer ${token}`);
  await once(server, 'close');
}

/** Status for a request of somebody else: a page of the web has an origin. */
function refusalOf({ headers }: RequestHead, token: string): number | undefined {
  const { host, origin, authorization = '' } = headers;
  if (!isLoopback(host) || origin !== undefined) return 403;
  const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? undefined : 401;
}
