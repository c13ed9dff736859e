/** Projects as folders, with the packages that they ask for. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/machine/paths';
import type { Files } from './projects/project';

export type { Files };

const execute = promisify(execFile);
const INSTALLED = path.join(PROJECT_ROOT, '.cache', 'bench', 'project-packages');
const CHECK_DEADLINE_MS = 300_000;

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Lends a new folder with the files and their packages, and removes it afterwards. `setUp`: a command that brings more. */
export async function withFolder<Result>(
  { id: name, setUp }: { id: string; setUp?: string },
  files: Files,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = mkdtempSync(path.join(tmpdir(), 'kintsugi-project-'));
  const folder = path.join(parent, name);
  try {
    writeFiles(folder, files);
    await installPackages(folder);
    const ended = setUp === undefined ? undefined : await runCheck(folder, setUp);
    if (ended?.passed === false) throw new Error(`${setUp} fails in ${name}:\n${ended.output}`);
    return await use(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Gives a folder its node_modules: installed once for each list of dependencies, then linked file by file. */
async function installPackages(folder: string): Promise<void> {
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) return;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  if (Object.keys({ ...dependencies, ...devDependencies }).length === 0) return;
  const wanted = JSON.stringify({ private: true, dependencies, devDependencies });
  const cached = path.join(INSTALLED, createHash('sha256').update(wanted).digest('hex').slice(0, 16));
  const stamp = path.join(cached, 'installed');
  if (!existsSync(stamp)) {
    mkdirSync(cached, { recursive: true });
    writeFileSync(path.join(cached, 'package.json'), wanted);
    await execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: cached });
    writeFileSync(stamp, wanted);
  }
  const source = path.join(cached, 'node_modules');
  const target = path.join(folder, 'node_modules');
  // Links do not reach from one file system to another.
  await execute('cp', ['-al', source, target]).catch(() => execute('cp', ['-a', source, target]));
}

export interface CheckOutcome {
  passed: boolean;
  output: string;
}

/** Runs a project's own check in its folder. */
export function runCheck(folder: string, check: string): Promise<CheckOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', check], {
      cwd: folder,
      env: userEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: CHECK_DEADLINE_MS,
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ passed: code === 0, output: Buffer.concat(parts).toString('utf8') }),
    );
  });
}

/** The environment of a user's terminal, without what npm and this project add to it: checks run with the user's own Node, where there is one. */
export function userEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(npm_|INIT_CWD$|NODE_|KINTSUGI_)/.test(name) ? [] : [[name, value] as const],
  );
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const own = path.join(PROJECT_ROOT, '.cache');
  const kept = folders.filter(
    (folder) =>
      !folder.includes('node_modules') && !folder.includes('node-gyp-bin') && !folder.startsWith(own),
  );
  const hasNode = kept.some((folder) => existsSync(path.join(folder, 'node')));
  const PATH = [...kept, ...(hasNode ? [] : [path.dirname(process.execPath)])].join(path.delimiter);
  return { ...Object.fromEntries(entries), PATH, CI: '1' };
}
