/**
 * `npm run bench:goal -- [--steps N]`: what a step on files costs on the embedded server, how that grows with the size of the
 * folder, a plan of N steps through continue-as-new, and a plan on 50 GB of sparse files.
 */
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KintsugiClient } from '../src/client';
import type { GivenPlan } from '../src/domain/goal/plan';
import { startService } from './service';
import { median, rounded } from './statistics';

const LOW = { level: 'LOW' } as const;
const SIZES = [100, 1_000, 10_000];
const LARGE = { files: 20_000, bytes: 50 * 1024 ** 3 };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function fill(folder: string, files: number, bytesOf: (index: number) => number): Promise<void> {
  for (let index = 0; index < files; index += 1) {
    const below = join(folder, `folder-${Math.floor(index / 100)}`);
    if (index % 100 === 0) await mkdir(below, { recursive: true });
    const path = join(below, `file-${index}.txt`);
    const bytes = bytesOf(index);
    if (bytes === 0) await writeFile(path, `text ${index}\n`);
    else {
      const file = await open(path, 'w');
      await file.truncate(bytes);
      await file.close();
    }
  }
}

/** Steps that each move one file into another folder. */
function moves(steps: number): GivenPlan {
  return Array.from({ length: steps }, (_, index) => ({
    tool: 'move',
    args: { items: [`folder-0/file-${index % 100}.txt`], to: index % 200 < 100 ? 'there' : 'folder-0' },
  })).map((step, index) =>
    index % 200 < 100
      ? step
      : { ...step, args: { items: [`there/file-${index % 100}.txt`], to: 'folder-0' } },
  );
}

async function goal(client: KintsugiClient, folder: string, plan: GivenPlan) {
  const startedMs = performance.now();
  const handle = await client.goal({ roots: [folder], plan, approval: LOW });
  const result = await handle.result();
  if (result.steps.done !== plan.length) throw new Error(result.message);
  return { id: handle.id, ms: performance.now() - startedMs, result };
}

/** Time of a step: the difference between a long and a short plan, over the steps between. */
async function msPerStep(client: KintsugiClient, folder: string): Promise<number> {
  const [short, long] = [4, 44];
  const measured: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const a = await goal(client, folder, moves(short));
    await client.rollback(a.id);
    const b = await goal(client, folder, moves(long));
    await client.rollback(b.id);
    measured.push((b.ms - a.ms) / (long - short));
  }
  return median(measured);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { steps: { type: 'string', default: '1000' } } });
  const steps = Number(values.steps);
  if (!(steps >= 10 && steps <= 1_000)) throw new Error('--steps: give a number from 10 to 1000.');
  const service = await startService({ say });
  const home = await mkdtemp(join(tmpdir(), 'kintsugi-goal-'));
  try {
    const times: number[] = [];
    for (const size of SIZES) {
      const folder = join(home, `size-${size}`);
      await mkdir(folder);
      await fill(folder, size, () => 0);
      const ms = await msPerStep(service.client, folder);
      times.push(ms);
      say(`${String(size).padStart(6)} files: ${rounded(ms)} ms a step`);
    }
    const long = join(home, 'long');
    await mkdir(long);
    await fill(long, 100, () => 0);
    const many = await goal(service.client, long, moves(steps));
    say(
      `${steps} steps: ${rounded(many.ms / steps)} ms a step, ${many.result.results.length} results at hand`,
    );
    const large = join(home, 'large');
    await mkdir(large);
    await fill(large, LARGE.files, () => Math.ceil(LARGE.bytes / LARGE.files));
    const { startMs, wholeMs, undoMs } = await largeFolder(service.client, large);
    say(
      `50 GB in 20,000 files: first step after ${Math.round(startMs)} ms, ten moved in ${Math.round(wholeMs)} ms, undone in ${Math.round(undoMs)} ms`,
    );
    const line = {
      bench: 'goal',
      msPerStep: rounded(times[0] ?? NaN),
      msPerStepAt10000Files: rounded(times.at(-1) ?? NaN),
      msPerStepOf1000: rounded(many.ms / steps),
      largeStartMs: Math.round(startMs),
      largeUndoMs: Math.round(undoMs),
    };
    say(JSON.stringify(line));
  } finally {
    await service.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** A plan that moves ten of many large files: when its first step begins, and when it is undone. Files keep their inodes. */
async function largeFolder(client: KintsugiClient, folder: string) {
  const first = join(folder, 'folder-0', 'file-0.txt');
  const { ino } = await stat(first);
  const items = Array.from({ length: 10 }, (_, index) => `folder-0/file-${index}.txt`);
  const startedMs = performance.now();
  const handle = await client.goal({
    roots: [folder],
    plan: [{ tool: 'move', args: { items, to: 'ten' } }],
    approval: LOW,
  });
  let startMs = NaN;
  while (Number.isNaN(startMs)) {
    const { events } = await handle.events();
    if (events.some(({ kind }) => kind === 'plan-updated')) startMs = performance.now() - startedMs;
  }
  await handle.result();
  const wholeMs = performance.now() - startedMs;
  if ((await stat(join(folder, 'ten', 'file-0.txt'))).ino !== ino)
    throw new Error('a moved file is another one');
  const undoStartedMs = performance.now();
  await client.rollback(handle.id);
  if ((await stat(first)).ino !== ino) throw new Error('a file that was moved back is another one');
  return { startMs, wholeMs, undoMs: performance.now() - undoStartedMs };
}

void main();
