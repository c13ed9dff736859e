/**
 * `npm run bench:repair -- [--data FILE] [--limit N] [--only INDEX,…] [--rounds N] [--example] [--verbose]`: how many one-line bugs the
 * mutation proposer repairs through the real sandbox and store, with each item's own tests as oracle.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createMutationProposer } from '../src/activities/proposers/mutation';
import { createSandbox } from '../src/activities/sandbox';
import { createProgramLoader } from '../src/activities/verifier/load-program';
import { verify } from '../src/activities/verifier/verify';
import { createWorkspaces } from '../src/activities/workspace';
import { openStore } from '../src/store';
import { programOf, readItems, type RepairItem } from './repair/items';
import { repairItem, type RepairOutcome, type RepairParts } from './repair/repair-item';
import { printReport } from './repair/report';

interface Options {
  data: string;
  limit: number;
  only: Set<number> | undefined;
  rounds: number;
  example: boolean;
  verbose: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'humanevalfix-js.dev.jsonl') },
      limit: { type: 'string', default: 'Infinity' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      example: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const only = values.only === undefined ? undefined : new Set(values.only.split(',').map(Number));
  const numbers = { limit: Number(values.limit), rounds: Number(values.rounds) };
  if (!(numbers.limit > 0)) throw new Error(`--limit ${values.limit}: give a number from 1.`);
  if (!(numbers.rounds > 0)) throw new Error(`--rounds ${values.rounds}: give a number from 1.`);
  if (!existsSync(values.data))
    throw new Error(`There is no file ${values.data}: name one with --data FILE.`);
  return { ...values, ...numbers, only };
}

async function openParts(folder: string): Promise<RepairParts & { close(): Promise<void> }> {
  const store = await openStore(path.join(folder, 'store'));
  const { blobs, trees } = store;
  const { applyEdits, diffTrees } = createWorkspaces({
    blobs,
    trees,
    store,
    journals: path.join(folder, 'journals'),
  });
  const sandbox = createSandbox();
  const loadProgram = createProgramLoader({ trees, blobs });
  const verifier = { blobs, sandbox, loadProgram, redact: (text: string) => text };
  return {
    emptyTree: () => trees.emptyTree(),
    applyEdits,
    verifier,
    verify,
    proposer: createMutationProposer({ sandbox, blobs, loadProgram, applyEdits, diffTrees }),
    close: async () => {
      await sandbox.close();
      await store.close();
    },
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  const items = readItems(readFileSync(options.data, 'utf8'))
    .filter((item) => options.only?.has(item.index) ?? true)
    .slice(0, options.limit);
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const parts = await openParts(folder);
  const outcomes: { item: RepairItem; outcome: RepairOutcome }[] = [];
  try {
    // The first use of a child compiles its runtime; that is no bug's time.
    for (const item of items.slice(0, 1))
      await repairItem(parts, programOf(item, options.example), { rounds: 1 });
    for (const item of items) {
      const outcome = await repairItem(parts, programOf(item, options.example), options);
      outcomes.push({ item, outcome });
      if (options.verbose || !outcome.fixed) process.stdout.write(`${lineOf(item, outcome)}\n`);
    }
  } finally {
    await parts.close();
    rmSync(folder, { recursive: true, force: true });
  }
  printReport(outcomes, options.example);
}

function lineOf(item: RepairItem, { fixed, correct, rounds, searched, ms, note }: RepairOutcome): string {
  const verdict = !fixed ? 'not repaired' : correct ? 'repaired' : 'repaired, not right';
  return `${item.name.padEnd(16)} ${item.bugType.padEnd(16)} ${verdict}, round ${rounds}, ${searched} edits, ${ms} ms: ${note}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
