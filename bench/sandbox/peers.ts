/** The same small test file under other runners, each as a cold process, the way a user starts it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { JEST_TEST, NODE_TEST, SOURCE } from './programs';

const execute = promisify(execFile);

export interface Peers {
  npxJest(): Promise<void>;
  nodeTest(): Promise<void>;
  close(): void;
}

const CONFIG = {
  testEnvironment: 'node',
  transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }] },
};

/** A scratch project with the packages of this one. */
export function openPeers(): Peers {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-peers-'));
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  write('package.json', JSON.stringify({ name: 'scratch', version: '1.0.0', type: 'module', jest: CONFIG }));
  write('cart.ts', SOURCE);
  write('cart.test.ts', JEST_TEST);
  write('cart.node.ts', NODE_TEST);
  symlinkSync(path.resolve(__dirname, '..', '..', 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  // `npx` is found where the user's shell finds it; all else of the environment is left out.
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
  return {
    npxJest: async () => void (await execute('npx', ['jest', 'cart.test.ts'], options)),
    nodeTest: async () => void (await execute(process.execPath, ['--test', 'cart.node.ts'], options)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
