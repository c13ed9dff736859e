/** Packages of this repository in a project of a test, as if they were installed there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';

const INSTALLED = join(PROJECT_ROOT, 'node_modules');

/** A `node_modules` with some packages and all that they need, to be put into projects. */
export interface Installed {
  into(directory: string): void;
}

/** For the tests of a `describe`. */
export function useInstalled(names: readonly string[]): Installed {
  let folder: string | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kintsugi-installed-'));
    for (const name of closure(names)) link(join(INSTALLED, name), join(folder, 'node_modules', name));
  });
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));
  return {
    into: (directory) => {
      if (!folder) throw new Error('The packages are there for tests and their set-up, not before.');
      link(join(folder, 'node_modules'), join(directory, 'node_modules'));
    },
  };
}

function closure(names: readonly string[]): Set<string> {
  const wanted = new Set(names);
  for (const name of wanted)
    for (const needed of dependenciesIn(join(INSTALLED, name)))
      if (existsSync(join(INSTALLED, needed))) wanted.add(needed);
  return wanted;
}

/** Dependencies of a package, and of those that lie in it. */
function dependenciesIn(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
  };
  const inner = join(folder, 'node_modules');
  const nested = existsSync(inner) ? readdirSync(inner).filter((name) => !name.startsWith('.')) : [];
  const packages = nested.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(inner, name)).map((one) => join(name, one)) : [name],
  );
  return [
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    ...packages.flatMap((name) => dependenciesIn(join(inner, name))),
  ];
}

/** Links file by file, or copies what is on another disk. */
function link(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  try {
    execFileSync('cp', ['-al', source, target], { stdio: 'ignore' });
  } catch {
    rmSync(target, { recursive: true, force: true });
    execFileSync('cp', ['-a', source, target]);
  }
}
