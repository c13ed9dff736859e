import { buildSync } from 'esbuild';
import { fork, type ChildProcess } from 'node:child_process';
import { basename, join } from 'node:path';

const PROJECT = join(__dirname, '../..');

/** Bundles a TypeScript file of the tests so that a process of its own can run it. */
export function bundleChild(entry: string, folder: string): string {
  const outfile = join(folder, basename(entry).replace(/\.ts$/, '.cjs'));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}

/** Starts a bundled file. The caller ends it. */
export function startChild(file: string, args: readonly string[] = []): ChildProcess {
  return fork(file, [...args], {
    env: { ...process.env, NODE_PATH: join(PROJECT, 'node_modules') },
    execArgv: [],
  });
}

/** The next message of a child; rejects where it ends first. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the child ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** Resolves when a child has ended. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
