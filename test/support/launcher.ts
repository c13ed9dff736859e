import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../src/machine/paths';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A process whose output is read; `ended` resolves when it has ended. */
export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** A folder with the launcher in it and nothing else of the project. */
export interface LauncherProject {
  root: string;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  /** Starts `node ARGS` in the folder, or in `cwd`. */
  node(
    args: readonly string[],
    options?: { cwd?: string; env?: Record<string, string>; input?: string },
  ): Started;
  remove(): Promise<void>;
}

/** Copies the launcher to a temporary folder, whose name has a space. */
export async function launcherProject(): Promise<LauncherProject> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-launcher-'));
  const root = join(folder, 'a project');
  await cp(join(PROJECT_ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  await cp(join(PROJECT_ROOT, '.node-version'), join(root, '.node-version'));
  return {
    root,
    write: async (name, text) => {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    },
    read: (name) => readFile(join(root, name), 'utf8'),
    node: (args, { cwd = root, env = {}, input = '' } = {}) => start(args, cwd, env, input),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function start(args: readonly string[], cwd: string, env: Record<string, string>, input: string): Started {
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const child = spawn(process.execPath, args, { cwd, env: { ...inherited, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Waits until the text of a file has what is wanted, at most 20 s. */
export async function untilText(read: () => Promise<string>, wanted: string): Promise<void> {
  for (let waited = 0; !(await read().catch(() => '')).includes(wanted); waited += 20) {
    if (waited > 20_000) throw new Error(`"${wanted}" did not come`);
    await delay(20);
  }
}
