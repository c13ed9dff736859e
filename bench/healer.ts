/** `kintsugi heal DIR --approval low --json` as a user starts it, with a service and a data folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { TreeHash } from '../src/domain/ids';
import { homePaths, PROJECT_ROOT } from '../src/machine/paths';
import { openStore, readTreeFile } from '../src/store';
import { BROKEN_SUM } from '../test/support/kintsugi';
import { type Files, userEnvironment, withFolder } from './project-folder';

const CLI = path.join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
const HEAL_DEADLINE_MS = 600_000;

const Choice = z.object({ letter: z.string(), tree: z.string(), summary: z.string() });

/** The parts of a heal's result that benches look at. */
export const HealFacts = z.object({
  status: z.string(),
  message: z.string(),
  tree: z.string(),
  delivery: z.object({ status: z.string(), choices: z.array(Choice).default([]) }),
  repairs: z.array(z.object({ summary: z.string() })),
  fixedTests: z.array(z.string()),
  trust: z.string().optional(),
  repairHistory: z.array(z.object({ errorContext: z.object({ failedCommand: z.string().optional() }) })),
  record: z.object({
    testResults: z.object({ errors: z.array(z.string()) }).optional(),
    errorAnalysis: z.object({ errorLocation: z.string() }).optional(),
  }),
});
export type HealFacts = z.infer<typeof HealFacts>;

export interface Heal {
  seconds: number;
  /** Undefined where the run gave no result: `said` tells why. */
  facts: HealFacts | undefined;
  said: string;
}

export interface Healer {
  heal(folder: string): Promise<Heal>;
  /** Those of the files that the tree of a choice has with another text. */
  changesOf(tree: string, files: Files): Promise<Files>;
  close(): Promise<void>;
}

/** Starts a service and lets it heal a small project, so that no start counts as a heal's time. */
export async function startHealer(): Promise<Healer> {
  const home = mkdtempSync(path.join(tmpdir(), 'kintsugi-healer-'));
  const env = { ...userEnvironment(), KINTSUGI_HOME: home };
  const heal = async (folder: string): Promise<Heal> => {
    const started = performance.now();
    const args = ['heal', folder, '--approval', 'low', '--json'];
    const { out, said } = await run(env, folder, args);
    return { seconds: (performance.now() - started) / 1_000, ...readResult(out, said) };
  };
  const close = async (): Promise<void> => {
    await run(env, home, ['down']);
    rmSync(home, { recursive: true, force: true });
  };
  const changesOf = (tree: string, files: Files): Promise<Files> =>
    readChanges(home, tree as TreeHash, files);
  try {
    const { facts, said } = await withFolder({ id: 'sum' }, BROKEN_SUM, heal);
    if (facts?.delivery.status !== 'published') throw new Error(`The first heal failed: ${said}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { heal, changesOf, close };
}

function readResult(out: string, said: string): Pick<Heal, 'facts' | 'said'> {
  try {
    const parsed = HealFacts.safeParse(JSON.parse(out));
    return parsed.success
      ? { facts: parsed.data, said: parsed.data.message }
      : { facts: undefined, said: out };
  } catch {
    return { facts: undefined, said: said.trim() || out };
  }
}

function run(
  env: Record<string, string>,
  cwd: string,
  args: readonly string[],
): Promise<{ out: string; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env,
      timeout: HEAL_DEADLINE_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => said.push(part));
    child.once('error', reject);
    child.once('close', () =>
      resolve({ out: String(Buffer.concat(out)), said: String(Buffer.concat(said)) }),
    );
  });
}

async function readChanges(home: string, tree: TreeHash, files: Files): Promise<Files> {
  const store = await openStore(homePaths(home).store);
  try {
    const changes: Files = {};
    for (const [file, before] of Object.entries(files)) {
      const text = (await readTreeFile(store, tree, file))?.toString('utf8') ?? '';
      if (text !== before) changes[file] = text;
    }
    return changes;
  } finally {
    await store.close();
  }
}
