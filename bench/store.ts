/**
 * `node scripts/run.cjs bench store [--files N] [--rounds N]`: what a shared tier on loopback costs and gives: captures, puts and
 * gets with it and without, in the same run. The server is the one that the tests start.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asTree } from '../test/support/hashes';
import { importDirectory } from '../src/workspace/capture/import';
import { materialise } from '../src/workspace/checkout/materialise';
import { openStore, type OpenStore } from '../src/store';
import { startS3Server, type S3Server } from '../test/support/s3-server';
import { median } from './statistics';
import { writeProject } from './store/project';

type Times = Record<string, number>;

const SMALL = 500;
const SINGLES = 100;

async function timed(times: Times, name: string, act: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  await act();
  times[name] = performance.now() - startedMs;
}

/** A machine with an empty local tier. */
function machine(folder: string, server: S3Server | undefined, prefix: string): Promise<OpenStore> {
  return openStore(mkdtempSync(path.join(folder, 'machine-')), { shared: server?.settings(prefix) });
}

async function round(
  folder: string,
  project: string,
  server: S3Server | undefined,
  prefix: string,
): Promise<Times> {
  const times: Times = {};
  const store = await machine(folder, server, prefix);
  // The first request loads the SDK and opens a connection: once in a worker's life.
  await timed(times, 'first request', () => store.blobs.put(randomBytes(10)));
  let tree = asTree('');
  await timed(times, 'first capture', async () => ({ tree } = await importDirectory(store, project)));
  await timed(times, 'unchanged capture', () => importDirectory(store, project));
  writeFileSync(path.join(project, 'p0', 's0', 'f0.ts'), randomBytes(900));
  await timed(times, 'capture, one change', () => importDirectory(store, project));
  const small = Array.from({ length: SMALL }, () => randomBytes(2_000));
  await timed(times, `put ${SMALL} x 2 kB at once`, () => store.blobs.put(small));
  await timed(times, `put ${SINGLES} x 2 kB one by one`, async () => {
    for (const bytes of small.slice(0, SINGLES).map(() => randomBytes(2_000))) await store.blobs.put(bytes);
  });
  const large = randomBytes(8_000_000);
  await timed(times, 'put 8 MB', () => store.blobs.put(large));
  await timed(times, `reference x ${SINGLES}`, async () => {
    for (let single = 0; single < SINGLES; single += 1)
      await store.refs.putOnce({ run: prefix, effect: String(single) }, '{}');
  });
  const reader = server ? await machine(folder, server, prefix) : store;
  const directory = mkdtempSync(path.join(folder, 'checkout-'));
  await timed(times, 'materialise elsewhere', () => materialise(reader, { tree, directory }));
  const again = mkdtempSync(path.join(folder, 'checkout-'));
  await timed(times, 'materialise again', () => materialise(reader, { tree, directory: again }));
  await store.close();
  if (reader !== store) await reader.close();
  return times;
}

/** The middle one of each. */
function medians(rounds: readonly Times[]): Times {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((times) => times[name] ?? 0))]));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { files: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-store-'));
  const server = await startS3Server();
  try {
    const project = path.join(folder, 'project');
    const bytes = writeProject(project, Number(values.files));
    process.stdout.write(
      `${values.files} files, ${(bytes / 1e6).toFixed(1)} MB, ${values.rounds} rounds, medians in ms\n\n`,
    );
    const [alone, shared]: [Times[], Times[]] = [[], []];
    for (let count = 0; count < Number(values.rounds); count += 1) {
      alone.push(await round(folder, project, undefined, `r${count}`));
      shared.push(await round(folder, project, server, `r${count}`));
    }
    print(medians(alone), medians(shared));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(alone: Times, shared: Times): void {
  const row = (name: string, a: string, b: string, c: string) =>
    process.stdout.write(`| ${name.padEnd(26)} | ${a.padStart(8)} | ${b.padStart(8)} | ${c.padStart(6)} |\n`);
  row('', 'local', 'with S3', 'ratio');
  row('-'.repeat(26), '-'.repeat(8), '-'.repeat(8), '-'.repeat(6));
  const ratios: Times = {};
  for (const [name, ms] of Object.entries(alone)) {
    const ratio = (shared[name] ?? 0) / ms;
    ratios[name] = Math.round(ratio * 100) / 100;
    row(name, ms.toFixed(1), (shared[name] ?? 0).toFixed(1), ratio.toFixed(1));
  }
  process.stdout.write(`\n${JSON.stringify({ bench: 'store', sharedVsLocal: ratios })}\n`);
}

void main();
