import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Settings } from '../../src/store/s3/settings';
import { findS3Server, whyNoS3Server } from './s3-program';
import { tempFolder } from './temp-folder';
import { HANG_MS } from './until';

export const S3_KEYS = { accessKeyId: 'kintsugi-test', secretAccessKey: 'kintsugi-test-secret' };
const BUCKET = 'kintsugi-test';

/** A real S3 server process on loopback whose objects are files, so that tests can damage them. */
export interface S3Server {
  endpoint: string;
  /** Settings for a part of the bucket that nobody else uses. */
  settings(prefix: string, more?: Partial<S3Settings>): S3Settings;
  /** The same as environment variables. */
  env(prefix: string): Record<string, string>;
  /** Files of the objects below a prefix: name → path. */
  objects(prefix: string): Map<string, string>;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Stops it from answering, without closing its connections. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** `describe` for tests that need the server; where it cannot be had they are skipped, and say why, or fail if this is CI. */
export function describeS3(name: string, tests: () => void): void {
  const reason = whyNoS3Server();
  if (reason === undefined) return describe(name, tests);
  if (process.env['CI'] !== undefined)
    return describe(name, () => {
      it('has the server it needs', () => {
        throw new Error(`There is no S3 server: ${reason}.`);
      });
    });
  process.stderr.write(`Skipped: ${name}, since ${reason}.\n`);
  describe.skip(`${name} (skipped: ${reason})`, tests);
}

/** Starts a server with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const program = await findS3Server();
  const folder = tempFolder('s3');
  const data = join(folder, BUCKET);
  mkdirSync(data);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let server = await run(program, folder, port);
  return {
    endpoint,
    settings: (prefix, more) => ({ bucket: BUCKET, endpoint, prefix, keys: S3_KEYS, ...more }),
    env: (prefix) => ({
      KINTSUGI_S3_BUCKET: BUCKET,
      KINTSUGI_S3_ENDPOINT: endpoint,
      KINTSUGI_S3_PREFIX: prefix,
      KINTSUGI_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      KINTSUGI_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    }),
    objects: (prefix) => new Map(filesBelow(join(data, prefix), '')),
    kill: () => end(server),
    start: async () => {
      server = await run(program, folder, port);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    close: async () => {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(program: string, folder: string, port: number): Promise<ChildProcess> {
  // Dies with the process that runs the tests, however that ends.
  const guard = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', '--'] : [];
  const keys = ['--access', S3_KEYS.accessKeyId, '--secret', S3_KEYS.secretAccessKey];
  const server = ['--port', `127.0.0.1:${port}`, ...keys, '--quiet', '--keep-alive', 'posix', folder];
  const [command = program, ...args] = [...guard, program, ...server];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (const startedMs = performance.now(); performance.now() - startedMs < HANG_MS; await delay(20)) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return child;
  }
  child.kill('SIGKILL');
  throw new Error(`the S3 server did not start:\n${output}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function filesBelow(folder: string, name: string): [string, string][] {
  let found: string[];
  try {
    found = readdirSync(folder);
  } catch {
    return [];
  }
  return found.flatMap((entry): [string, string][] => {
    const path = join(folder, entry);
    const full = name === '' ? entry : `${name}/${entry}`;
    return statSync(path).isDirectory() ? filesBelow(path, full) : [[full, path]];
  });
}
