import { type FoundCheck } from '../../domain/verification/detected';
import { said } from '../../domain/run/said';
import { z } from 'zod';
import { posix } from 'node:path';
import { shellPath, shellWord } from '../../domain/shell-word';
import { folderOf, inFolder, type Project } from './project';
import type { Word } from './script-words';

/** Where a call of a script stands. */
export interface CallSite {
  project: Project;
  folder: string;
  /** Sign, as the end of a sentence. */
  why: string;
  /** Assignments before the call, as they are written. */
  env: readonly string[];
  /** Calls that the script makes first, as they are written. */
  before: readonly string[];
}

const Manifest = z.object({
  version: z.string().regex(/^[\w.+-]+$/),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

const Named = z.object({ packageManager: z.string() });

/** A program of an installed package. */
export interface Tool {
  /** Command line up to its arguments, from the folder. */
  start: string;
  version: string;
}

/** A program of a package that is installed in a folder or above it. */
export function findTool(project: Project, folder: string, name: string): Tool | undefined {
  for (let at: string | undefined = folder; at !== undefined; at = at === '' ? undefined : folderOf(at)) {
    const place = inFolder(at, `node_modules/${name}`);
    const manifest = Manifest.safeParse(jsonOf(project.installed(`${place}/package.json`)));
    if (!manifest.success) continue;
    const { bin, version } = manifest.data;
    const script = typeof bin === 'string' ? bin : bin?.[name.replace(/^@[^/]*\//, '')];
    if (script === undefined || /[^\w./-]/.test(script)) continue;
    const path = posix.relative(folder, posix.join(place, script));
    return { start: `node ${shellPath(path)}`, version };
  }
  return undefined;
}

export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Statements before a call: its folder, the programs of packages, and what the script does first. */
export function beforeOf({ folder, before }: Pick<CallSite, 'folder' | 'before'>, always = false): string {
  const enter = folder === '' ? '' : `cd ${shellPath(folder)} || exit $?; `;
  if (before.length === 0 && !always) return enter;
  const up = folder === '' ? [''] : ['', '../'.repeat(folder.split('/').length)];
  const places = up.map((one) => `$PWD/${one}node_modules/.bin`).join(':');
  const first = before.map((call) => `${call} || exit $?; `).join('');
  return `${enter}export PATH="${places}:$PATH"; ${first}`;
}

/** Assignments and a program, as the start of a line. */
export function startOf({ env }: Pick<CallSite, 'env'>, ...parts: readonly string[]): string {
  return [...env, ...parts].filter(Boolean).join(' ');
}

export function rawOf(words: readonly Word[]): string[] {
  return words.map(({ raw }) => raw);
}

/** How the packages of a project are installed, by its lock file. */
export function installCommand({ paths, text }: Project, folder: string): string {
  const [manager = '', version = ''] =
    [folder, '']
      .map((at) => packageManager(text(inFolder(at, 'package.json'))))
      .find(Boolean)
      ?.split('@') ?? [];
  const has = (name: string) => paths.includes(inFolder(folder, name)) || paths.includes(name);
  if (has('pnpm-lock.yaml')) return 'pnpm install --frozen-lockfile';
  if (has('yarn.lock')) return `yarn install ${/^[2-9]/.test(version) ? '--immutable' : '--frozen-lockfile'}`;
  if (has('bun.lock') || has('bun.lockb')) return 'bun install --frozen-lockfile';
  if (has('package-lock.json') || has('npm-shrinkwrap.json')) return 'npm ci';
  return `${/^(?:pnpm|yarn|bun)$/.test(manager) ? manager : 'npm'} install`;
}

/** Manager of packages and its version, as a manifest names them. */
function packageManager(manifest: string | undefined): string | undefined {
  return Named.safeParse(jsonOf(manifest)).data?.packageManager;
}

const PLUG_AND_PLAY = said`${'yarn config set nodeLinker node-modules && yarn install'}, or let ${'Yarn'} run the tests: ${'--check "yarn test"'}`;

export function missingPackage(place: CallSite, name: string): NonNullable<FoundCheck['missing']> {
  const { project, folder } = place;
  if (project.paths.some((path) => /^\.pnp\.c?js$/.test(path)))
    return {
      what: said`a folder ${'node_modules'} with ${name} (${'Yarn'} keeps its packages in ${'.pnp.cjs'})`,
      get: PLUG_AND_PLAY,
    };
  const enter =
    folder === '' || project.paths.includes('package-lock.json') ? '' : `cd ${shellWord(folder)} && `;
  return { what: name, get: `${enter}${installCommand(project, folder)}` };
}
