/**
 * `npm run bench:workspace -- [--rounds N] [--memory MB]`: capture, restore and switching of trees against git in the same run, on a
 * generated tree of 10,000 files and about 60 MB. Ratios are git's time over ours, medians over the rounds. Both begin
 * on a disk with nothing left to write, in turn.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createWorkspaces } from '../src/workspace';
import { materialise } from '../src/workspace/checkout/materialise';
import type { TreeHash } from '../src/domain/ids';
import { openStore, type Store } from '../src/store';
import { median } from './statistics';
import { generateTree } from './workspace/generate';
import { gitInit, gitRestore, gitSnapshot } from './workspace/git';
import { generateLargeTree, growth } from './workspace/memory';
import { readPlain, writePlain } from './workspace/plain';

/** ms of each measured part, by name. */
type Times = Map<string, number[]>;

async function timed<T>(times: Times, name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const value = await work();
  times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
  return value;
}

async function round(folder: string, index: number, times: Times): Promise<void> {
  const ours = path.join(folder, `ours-${index}`);
  const theirs = path.join(folder, `theirs-${index}`);
  const files = generateTree(ours);
  generateTree(theirs);
  gitInit(theirs);
  const store = await openStore(path.join(folder, `store-${index}`));
  const { blobs, trees } = store;
  const workspaces = createWorkspaces({
    blobs,
    trees,
    store,
    journals: path.join(folder, `data-${index}`, 'journals'),
  });
  try {
    // Files that were written just now have times that a stat cache can't trust yet.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { gitTree, tree } = await firstCaptures(times, index, {
      git: () => gitSnapshot(theirs),
      ours: () => workspaces.importDirectory(ours),
    });
    settle();
    for (let repeat = 0; repeat < 5; repeat++) {
      await timed(times, 'unchanged git', () => gitSnapshot(theirs));
      const again = await timed(times, 'unchanged', () => workspaces.importDirectory(ours));
      if (again.tree !== tree) throw new Error('an unchanged tree was captured as another one');
    }
    for (let repeat = 0; repeat < 5; repeat++) {
      const file = files[(repeat * 977 + 13) % files.length] ?? '';
      for (const root of [ours, theirs]) appendFileSync(path.join(root, file), `// ${repeat}\n`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await timed(times, 'one change git', () => gitSnapshot(theirs));
      await timed(times, 'one change', () => workspaces.importDirectory(ours));
    }
    await restores(folder, index, times, { theirs, gitTree, tree, store, files });
    for (let file = 0; file < 100; file++)
      appendFileSync(path.join(ours, files[file * 100] ?? ''), '// other\n');
    const other = await workspaces.importDirectory(ours);
    const checkout = path.join(folder, `checkout-${index}`);
    for (const [from, to] of [
      [tree, other.tree],
      [other.tree, tree],
    ] as const) {
      await timed(times, 'switch', () => materialise(store, { tree: to, from, directory: checkout }));
    }
  } finally {
    await store.close();
    for (const name of readdirSync(folder))
      if (name.endsWith(`-${index}`)) rmSync(path.join(folder, name), { recursive: true });
  }
}

/** Earlier writes go to disk now, not while the next part is measured. */
function settle(): void {
  spawnSync('sync');
}

/** The one that goes first changes from round to round. */
async function inTurn(index: number, parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of index % 2 === 0 ? parts : parts.toReversed()) {
    settle();
    await part();
  }
}

async function firstCaptures(
  times: Times,
  index: number,
  made: { git(): string | Promise<string>; ours(): Promise<{ tree: TreeHash }> },
): Promise<{ gitTree: string; tree: TreeHash }> {
  let gitTree: string | undefined;
  let captured: { tree: TreeHash } | undefined;
  await inTurn(index, [
    async () => (gitTree = await timed(times, 'first git', made.git)),
    async () => (captured = await timed(times, 'first', made.ours)),
  ]);
  if (gitTree === undefined || !captured) throw new Error('a first capture gave no tree');
  return { gitTree, tree: captured.tree };
}

async function restores(
  folder: string,
  index: number,
  times: Times,
  made: {
    theirs: string;
    gitTree: string;
    tree: TreeHash;
    store: Store;
    files: readonly string[];
  },
): Promise<void> {
  const gitInto = path.join(folder, `git-checkout-${index}`);
  mkdirSync(gitInto);
  const directory = path.join(folder, `checkout-${index}`);
  const plain = readPlain(made.theirs, made.files);
  const plainInto = path.join(folder, `plain-${index}`);
  await inTurn(index, [
    () => timed(times, 'plain writes', () => writePlain(plainInto, plain)),
    () => timed(times, 'restore git', () => gitRestore(made.theirs, made.gitTree, gitInto)),
    () => timed(times, 'restore', () => materialise(made.store, { tree: made.tree, directory })),
  ]);
}

/** Captures a tree of so many MB; nothing but its memory is measured. */
async function measureMemory(folder: string, megabytes: number): Promise<void> {
  const root = path.join(folder, 'large');
  const files = generateLargeTree(root, megabytes);
  const store = await openStore(path.join(folder, 'large-store'));
  const { blobs, trees } = store;
  const workspaces = createWorkspaces({ blobs, trees, store, journals: path.join(folder, 'large-journals') });
  try {
    const grown = await growth(() => workspaces.importDirectory(root));
    process.stdout.write(
      `capture of ${megabytes} MB in ${files} files: ${Math.round(grown)} MiB of its own above idle\n`,
    );
  } finally {
    await store.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, memory: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const megabytes = Number(values.memory ?? 0);
  if (!(megabytes >= 0)) throw new Error(`--memory ${values.memory}: give the size of a tree in MB.`);
  if (!(rounds > 0)) throw new Error(`--rounds ${values.rounds}: give a number from 1.`);
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const times: Times = new Map();
  try {
    if (megabytes > 0) await measureMemory(folder, megabytes);
    for (let index = 0; index < rounds; index++) await round(folder, index, times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (name: string): number => median(times.get(name) ?? []);
  const ratio = (name: string): number => Math.round((of(`${name} git`) / of(name)) * 100) / 100;
  for (const name of ['first', 'unchanged', 'one change', 'restore'])
    process.stdout.write(
      `${name.padEnd(12)} ${of(name).toFixed(1).padStart(8)} ms, git ${of(`${name} git`).toFixed(1)} ms\n`,
    );
  process.stdout.write(
    `plain writes ${of('plain writes').toFixed(1).padStart(8)} ms: what a restore takes at least, ${(of('restore git') / of('plain writes')).toFixed(2)} of git\n`,
  );
  process.stdout.write(`switch 100   ${of('switch').toFixed(1).padStart(8)} ms\n`);
  const result = {
    bench: 'workspace',
    firstVsGit: ratio('first'),
    unchangedVsGit: ratio('unchanged'),
    oneChangeVsGit: ratio('one change'),
    restoreVsGit: ratio('restore'),
    switch100Ms: Math.round(of('switch') * 10) / 10,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
