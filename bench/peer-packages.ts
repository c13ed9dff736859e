/** Packages that benchmarks are paired with: never dependencies of the product, so they have a folder of their own. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/machine/paths';

const LISTED = path.join(PROJECT_ROOT, 'bench', 'peers');
const INSTALLED = path.join(PROJECT_ROOT, '.cache', 'bench', 'peers');
const FILES = ['package.json', 'package-lock.json'];

/** Installs what `bench/peers` locks, unless it stands already; resolves to a `require` that finds it. */
export async function peerPackages(say: (line: string) => void): Promise<NodeJS.Require> {
  const stamp = path.join(INSTALLED, 'installed');
  const wanted = readFileSync(path.join(LISTED, 'package-lock.json'), 'utf8');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('installing the packages of bench/peers');
    mkdirSync(INSTALLED, { recursive: true });
    for (const file of FILES) copyFileSync(path.join(LISTED, file), path.join(INSTALLED, file));
    const flags = ['--prefix', '.', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', ['install', ...flags, '--loglevel=error'], { cwd: INSTALLED });
    writeFileSync(stamp, wanted);
  }
  return createRequire(path.join(INSTALLED, 'package.json'));
}
