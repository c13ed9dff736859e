/** Packages of this repository in a project of a test, as if they were installed there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/paths';

const INSTALLED = join(PROJECT_ROOT, 'node_modules');

/** Links packages with all that they need, file by file, into the `node_modules` of a directory. */
export function installInto(directory: string, names: readonly string[]): void {
  const wanted = new Set(names);
  for (const name of wanted) {
    const manifest = JSON.parse(readFileSync(join(INSTALLED, name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const needed of Object.keys(manifest.dependencies ?? {}))
      if (existsSync(join(INSTALLED, needed))) wanted.add(needed);
  }
  for (const name of wanted) {
    const target = join(directory, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    // What is on another disk can't be linked.
    try {
      execFileSync('cp', ['-al', join(INSTALLED, name), target], { stdio: 'ignore' });
    } catch {
      execFileSync('cp', ['-a', join(INSTALLED, name), target]);
    }
  }
}
