/** Lock files of package managers: versions that are installed. */
import { z } from 'zod';
import { baseName, parentPath } from '../files/paths';
import type { Locked, LockFile } from './types';

const Entry = z.object({
  version: z.string().catch(''),
  license: z.unknown().optional(),
  deprecated: z.string().optional().catch(undefined),
  link: z.boolean().optional().catch(undefined),
});
const PackageLock = z.object({ packages: z.record(z.string(), z.unknown()) });

/** Lock files whose presence is looked for, by the ecosystem that they lock. */
const LOCKS: Readonly<Record<string, LockFile['ecosystem']>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'npm',
  'pnpm-lock.yaml': 'npm',
  'bun.lock': 'npm',
  'poetry.lock': 'python',
  'uv.lock': 'python',
  'pdm.lock': 'python',
  'Pipfile.lock': 'python',
  'go.sum': 'go',
  'Cargo.lock': 'cargo',
};

export function isLockFile(path: string): boolean {
  return Object.hasOwn(LOCKS, baseName(path));
}

/** Lock file in a text; its packages are empty where its form is not read. */
export function readLockFile(path: string, text: string): LockFile {
  const name = baseName(path);
  const ecosystem = LOCKS[name] ?? 'npm';
  const packages = /^(?:package-lock|npm-shrinkwrap)\.json$/.test(name)
    ? npmPackages(text)
    : name === 'yarn.lock'
      ? yarnPackages(text)
      : name === 'pnpm-lock.yaml'
        ? pnpmPackages(text)
        : /^(?:poetry|uv|pdm|Cargo)\.lock$/.test(name)
          ? tomlPackages(text)
          : [];
  return { path, folder: parentPath(path), ecosystem, packages };
}

function npmPackages(text: string): Locked[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const lock = PackageLock.safeParse(json);
  if (!lock.success) return [];
  return Object.entries(lock.data.packages).flatMap(([path, raw]): Locked[] => {
    const at = path.lastIndexOf('node_modules/');
    const entry = Entry.safeParse(raw);
    if (at < 0 || !entry.success || entry.data.link) return [];
    const { version, license, deprecated } = entry.data;
    const hasLicence = license !== undefined && license !== 'UNLICENSED';
    return [{ name: path.slice(at + 13), version, isTop: at === 0, hasLicence, deprecated }];
  });
}

function yarnPackages(text: string): Locked[] {
  const found: Locked[] = [];
  let name = '';
  for (const line of text.split('\n')) {
    const head = /^"?(@?[^@\s"]{1,200})@[^\n]{1,2000}:$/.exec(line);
    if (head) name = head[1] ?? '';
    const version = /^ {2}version:? "?([^"\s]{1,100})"?$/.exec(line)?.[1];
    if (version !== undefined && name !== '') found.push({ name, version });
  }
  return found;
}

function pnpmPackages(text: string): Locked[] {
  const found: Locked[] = [];
  let isIn = false;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isIn = line.startsWith('packages:');
    const head = isIn ? /^ {2}'?\/?(@?[^@'\s]{1,200})@([^('\s:]{1,100})/.exec(line) : null;
    if (head) found.push({ name: head[1] ?? '', version: head[2] ?? '' });
  }
  return found;
}

function tomlPackages(text: string): Locked[] {
  return text
    .split('[[package]]')
    .slice(1)
    .flatMap((part) => {
      const name = /^name = "([^"\n]{1,200})"$/m.exec(part)?.[1];
      const version = /^version = "([^"\n]{1,100})"$/m.exec(part)?.[1];
      return name !== undefined && version !== undefined ? [{ name, version }] : [];
    });
}
