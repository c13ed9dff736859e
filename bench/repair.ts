/**
 * `npm run bench:repair -- [--data FILE] [--limit N] [--only INDEX,…] [--rounds N] [--tests | --example] [--verbose]`: how many one-line
 * bugs the mutation proposer repairs through the real sandbox and store, with all of an item's tests as oracle and with only those
 * that a user would have shown.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createMutationProposer } from '../src/repair/mutation';
import { createSandbox } from '../src/sandbox';
import { createProgramLoader } from '../src/verifier/load-program';
import { verify } from '../src/verifier/verify';
import { createWorkspaces } from '../src/workspace';
import { openStore } from '../src/store';
import { programOf, readItems, type RepairItem } from './repair/items';
import { repairItem, type RepairOutcome, type RepairParts } from './repair/repair-item';
import { printSummary, printTable, type Measured } from './repair/report';

/** Tests of an item that the proposer sees: all of them, or the examples. */
const PARTS = ['tests', 'example'] as const;
type Part = (typeof PARTS)[number];

interface Options {
  data: string;
  limit: number;
  only: Set<number> | undefined;
  rounds: number;
  parts: readonly Part[];
  verbose: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'humanevalfix-js.dev.jsonl') },
      limit: { type: 'string', default: 'Infinity' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      tests: { type: 'boolean', default: false },
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
  const parts = PARTS.filter((part) => values[part]);
  return { ...values, ...numbers, only, parts: parts.length > 0 ? parts : PARTS };
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

async function measure(
  parts: RepairParts,
  items: readonly RepairItem[],
  part: Part,
  options: Options,
): Promise<Measured[]> {
  const outcomes: Measured[] = [];
  for (const item of items) {
    const outcome = await repairItem(parts, programOf(item, part === 'example'), options);
    outcomes.push({ item, outcome });
    if (options.verbose || !outcome.fixed) process.stdout.write(`${lineOf(item, outcome)}\n`);
  }
  return outcomes;
}

async function main(): Promise<void> {
  const options = readOptions();
  const items = readItems(readFileSync(options.data, 'utf8'))
    .filter((item) => options.only?.has(item.index) ?? true)
    .slice(0, options.limit);
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-'));
  const parts = await openParts(folder);
  const measured: Partial<Record<Part, Measured[]>> = {};
  try {
    // The first use of a child compiles its runtime; that is no bug's time.
    for (const item of items.slice(0, 1)) await repairItem(parts, programOf(item, false), { rounds: 1 });
    for (const part of options.parts) {
      process.stdout.write(`\n${TITLES[part]}\n`);
      measured[part] = await measure(parts, items, part, options);
      printTable(measured[part], part === 'example');
    }
  } finally {
    await parts.close();
    rmSync(folder, { recursive: true, force: true });
  }
  printSummary(measured);
}

const TITLES: Record<Part, string> = {
  tests: 'All tests are visible:',
  example: 'Only the example tests are visible, "right" passes all:',
};

function lineOf(item: RepairItem, { fixed, correct, rounds, searched, ms, note }: RepairOutcome): string {
  const verdict = !fixed ? 'not repaired' : correct ? 'repaired' : 'repaired, not right';
  return `${item.name.padEnd(16)} ${item.bugType.padEnd(16)} ${verdict}, round ${rounds}, ${searched} edits, ${ms} ms: ${note}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
