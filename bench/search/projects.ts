/** Sources of well-known projects, installed from npm with what `bench/search/packages` locks. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/machine/paths';

const LISTED = path.join(PROJECT_ROOT, 'bench', 'search', 'packages');
const INSTALLED = path.join(PROJECT_ROOT, '.cache', 'bench', 'search');
const FILES = ['package.json', 'package-lock.json'];

/** Folders with the sources of the projects that questions are labelled for. */
export async function projectFolders(
  say: (line: string) => void,
): Promise<{ name: string; directory: string }[]> {
  const stamp = path.join(INSTALLED, 'installed');
  const wanted = readFileSync(path.join(LISTED, 'package-lock.json'), 'utf8');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('installing the packages of bench/search/packages');
    mkdirSync(INSTALLED, { recursive: true });
    for (const file of FILES) copyFileSync(path.join(LISTED, file), path.join(INSTALLED, file));
    const flags = ['--prefix', '.', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['ci', ...flags], { cwd: INSTALLED });
    writeFileSync(stamp, wanted);
  }
  const packages = path.join(INSTALLED, 'node_modules');
  return [
    { name: 'rxjs', directory: path.join(packages, 'rxjs', 'src') },
    { name: 'webpack', directory: path.join(packages, 'webpack') },
  ];
}

/** Puts so many sources of packages that are installed here into a folder, in the order of their paths. */
export function manyFiles(
  folder: string,
  count: number,
): { directory: string; files: number; bytes: number } {
  const roots = [
    path.join(INSTALLED, 'node_modules', 'rxjs', 'src'),
    path.join(INSTALLED, 'node_modules', 'webpack', 'lib'),
    path.join(PROJECT_ROOT, 'src'),
    path.join(PROJECT_ROOT, 'test'),
  ];
  let files = 0;
  let bytes = 0;
  for (const [index, root] of roots.entries()) {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((one) => /\.[cm]?[jt]s$/.test(one)).slice(0, count - files)) {
      const target = path.join(folder, `part-${index}`, name);
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(path.join(root, name), target);
      files += 1;
      bytes += statSync(target).size;
    }
  }
  return { directory: folder, files, bytes };
}
