/**
 * `npm run bench:sandbox -- [--rounds N] [--runs N] [--files N] [--suites DIR,…] [--only PART,…]`: the sandbox against
 * jest and node:test, everything paired in the same run.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox } from '../src/sandbox';
import type { LocalSandbox } from '../src/sandbox';
import { LANE, serveLane } from './sandbox/lane';
import { measureMemory, measureScaling } from './sandbox/scaling';
import { measureSingle } from './sandbox/single';
import { rounded } from './statistics';
import { measureSuites, projectsIn } from './sandbox/suites';
import { measureVariants } from './sandbox/variants';

const PARTS = ['single', 'scaling', 'memory', 'variants', 'suites'] as const;
type Part = (typeof PARTS)[number];

interface Options {
  rounds: number;
  runs: number;
  files: number;
  suites: string[];
  parts: ReadonlySet<Part>;
}

function ownCorpora(): string[] {
  const folder = path.resolve(__dirname, '..', '..', 'test', 'conformance');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('corpus'))
    .map((entry) => path.join(folder, entry.name));
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '15' },
      runs: { type: 'string', default: '10000' },
      files: { type: 'string', default: '200' },
      suites: { type: 'string' },
      only: { type: 'string', default: PARTS.join(',') },
    },
  });
  const numbers = { rounds: Number(values.rounds), runs: Number(values.runs), files: Number(values.files) };
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 1)) throw new Error(`--${name}: give a number from 1.`);
  const parts = new Set(values.only.split(',') as Part[]);
  for (const part of parts)
    if (!PARTS.includes(part)) throw new Error(`--only ${part}: take some of ${PARTS.join(', ')}.`);
  const suites = values.suites === undefined ? ownCorpora() : values.suites.split(',');
  return { ...numbers, suites, parts };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Summary = Record<'vsNpxJest' | 'vsNodeTest' | 'scaling' | 'variants', number | null>;

/** As many as the search for a repair tries at once where it has many tests. */
const VARIANTS = 256;

async function withSandboxes(work: (one: LocalSandbox, two: LocalSandbox) => Promise<void>): Promise<void> {
  const [one, two] = [createSandbox({ children: 1 }), createSandbox({ children: 2 })];
  try {
    await work(one, two);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

async function measureSmall({ parts, rounds, runs }: Options, summary: Summary): Promise<void> {
  await withSandboxes(async (one, two) => {
    if (parts.has('single')) {
      const { sandboxMs, npxJestMs, nodeTestMs } = await measureSingle(one, rounds);
      summary.vsNpxJest = rounded(npxJestMs / sandboxMs);
      summary.vsNodeTest = rounded(nodeTestMs / sandboxMs);
      say(
        `one test file, medians: sandbox ${rounded(sandboxMs)} ms, npx jest ${rounded(npxJestMs)} ms, node --test ${rounded(nodeTestMs)} ms`,
      );
    }
    if (parts.has('scaling')) {
      const scaling = await measureScaling({ pairs: rounds, size: 100 });
      if (scaling !== undefined) summary.scaling = rounded(scaling, 2);
      say(`throughput on all cores against one: ${summary.scaling ?? 'not measured, taskset is missing'}`);
    }
    if (parts.has('variants')) {
      const { tryMs, runMs, ratio } = await measureVariants(two, { pairs: rounds, count: VARIANTS });
      summary.variants = rounded(ratio);
      say(`a variant: tryVariants() ${rounded(tryMs, 2)} ms, run() ${rounded(runMs, 2)} ms`);
    }
    if (parts.has('memory')) {
      const memory = await measureMemory(two, runs);
      say(
        `parent over ${memory.runs} runs: heap ${rounded(memory.heapPerThousand / 1024)} KiB per 1,000 runs, ` +
          `range ${rounded(memory.heapRangeMb)} MiB; resident range ${rounded(memory.residentRangeMb)} MiB`,
      );
    }
  });
}

async function measureWhole({ parts, suites, files, rounds }: Options): Promise<void> {
  if (!parts.has('suites')) return;
  const folders = projectsIn(suites);
  if (folders.length === 0)
    return say('suites: there is no project in the folders; name some with --suites DIR.');
  const times = await measureSuites(folders, { files, rounds: Math.min(rounds, 3) });
  const all = { name: 'all', files: 0, tests: 0, equal: 0, firstMs: 0, sandboxMs: 0, jestMs: 0 };
  for (const one of times)
    for (const key of ['files', 'tests', 'equal', 'firstMs', 'sandboxMs', 'jestMs'] as const)
      all[key] += one[key];
  for (const { name, firstMs, sandboxMs, jestMs, ...rest } of [...times, all]) {
    say(
      `${name.padEnd(20)} ${rest.files} files, ${rest.equal} of ${rest.tests} tests equal, ` +
        `sandbox ${Math.round(sandboxMs)} ms (first ${Math.round(firstMs)}), jest ${Math.round(jestMs)} ms, ` +
        `ratio ${rounded(jestMs / sandboxMs)} (first ${rounded(jestMs / firstMs)})`,
    );
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  const summary: Summary = { vsNpxJest: null, vsNodeTest: null, scaling: null, variants: null };
  await measureSmall(options, summary);
  await measureWhole(options);
  say(JSON.stringify({ bench: 'sandbox', ...summary }));
}

const work = process.argv[2] === LANE ? serveLane() : main();
work.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
