import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ServerError } from './server-error';

const Ports = z.object({ port: z.number().int(), uiPort: z.number().int() });

/** Ports of the server's gRPC interface and of its Web UI. */
export type Ports = z.infer<typeof Ports>;

/**
 * Chooses the ports: the configured ones; else those of the last start, so that links to the Web UI stay good; else
 * free ones. Rejects with `ServerError` if a configured port is taken.
 */
export async function choosePorts(configured: Partial<Ports>, remembered?: Ports): Promise<Ports> {
  return {
    port: await choosePort(configured.port, remembered?.port, 'KINTSUGI_PORT'),
    uiPort: await choosePort(configured.uiPort, remembered?.uiPort, 'KINTSUGI_UI_PORT'),
  };
}

/** The ports of the last start; undefined where there was none. */
export async function readPorts(file: string): Promise<Ports | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Ports.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function rememberPorts(file: string, ports: Ports): Promise<void> {
  await writeFile(file, JSON.stringify(ports), { mode: 0o600 });
}

async function choosePort(
  configured: number | undefined,
  remembered: number | undefined,
  variable: string,
): Promise<number> {
  if (configured !== undefined) {
    if ((await tryPort(configured)) !== undefined) return configured;
    throw new ServerError(
      `Port ${configured} (${variable}) is in use: set ${variable} to another, or unset it for a free one.`,
    );
  }
  const again = remembered === undefined ? undefined : await tryPort(remembered);
  const free = again ?? (await lastingPort()) ?? (await tryPort(0));
  if (free === undefined)
    throw new ServerError('This machine has no free port on 127.0.0.1: end what uses them.');
  return free;
}

/** A free port below those that systems give to outgoing connections: nothing takes it between two starts by chance. */
async function lastingPort(): Promise<number | undefined> {
  for (let tries = 0; tries < 20; tries += 1) {
    const free = await tryPort(randomInt(20_000, 32_768));
    if (free !== undefined) return free;
  }
  return undefined;
}

/** Listens for a moment: the port's number (a free one for 0), or undefined where it is taken. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      const number = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(number));
    });
  });
}
