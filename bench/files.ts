/**
 * `npm run bench:files -- [--data FILE] [--limit N]`: tasks on folders by their plans, without a model, on the embedded server.
 * Each ends as its data says, comes back whole by a rollback, and comes back to the state before each step.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../src/machine/paths';
import type { KintsugiClient } from '../src/client';
import { harvest, plant, prints, readTasks, sameTree, type Task } from './files/tasks';
import { startService } from './service';
import { rounded } from './statistics';

const DATA = join(PROJECT_ROOT, '..', 'shared', 'data', 'file-tasks.dev.json');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface TaskRun {
  isRight: boolean;
  isRolledBack: boolean;
  steps: number;
  ms: number;
  why: string[];
}

const LOW = { level: 'LOW' } as const;

async function run(client: KintsugiClient, folder: string, plan: Task['plan']) {
  const startedMs = performance.now();
  const handle = await client.goal({ roots: [folder], plan, approval: LOW });
  const result = await handle.result();
  return { id: handle.id, result, ms: performance.now() - startedMs };
}

/** Carries a task out, rolls it back, and goes back to the state before each of its steps. */
async function carryOut(client: KintsugiClient, folder: string, task: Task): Promise<TaskRun> {
  const why: string[] = [];
  await plant(folder, task.tree);
  const before = await prints(folder);
  const { id, result, ms } = await run(client, folder, task.plan);
  const isRight = sameTree(await harvest(folder), task.finalTree);
  if (!isRight) why.push(`ended as ${JSON.stringify(await harvest(folder))}: ${result.message}`);
  const rolledBack = await goesBack(client, id, folder, result.published, before, why);
  const toEach = await goesBackToEach(client, folder, task, why);
  return { isRight, isRolledBack: rolledBack && toEach, steps: task.plan.length, ms, why };
}

async function goesBack(
  client: KintsugiClient,
  id: string,
  folder: string,
  published: boolean,
  before: Record<string, string>,
  why: string[],
): Promise<boolean> {
  if (published) await client.rollback(id);
  const after = await prints(folder);
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
  if (differing.length > 0) why.push(`after the rollback ${differing.join(', ')} differ`);
  return differing.length === 0;
}

/** Runs the task once more, and goes back from its end to each checkpoint: then the files are as the steps until then made them. */
async function goesBackToEach(
  client: KintsugiClient,
  folder: string,
  task: Task,
  why: string[],
): Promise<boolean> {
  const states = [task.tree];
  for (let steps = 1; steps <= task.plan.length; steps += 1) {
    await plant(folder, task.tree);
    await run(client, folder, task.plan.slice(0, steps));
    states.push(await harvest(folder));
  }
  await plant(folder, task.tree);
  const { id, result } = await run(client, folder, task.plan);
  if (!result.published) return true;
  let isRight = true;
  for (const checkpoint of [...result.checkpoints].reverse()) {
    await client
      .rollback(id, { to: String(checkpoint.number) })
      .catch((error: Error) => why.push(error.message));
    const step = Number(/^step (\d+)/.exec(checkpoint.reason)?.[1] ?? 0);
    if (sameTree(await harvest(folder), states[step] ?? {})) continue;
    why.push(`back at step ${step} it was ${JSON.stringify(await harvest(folder))}`);
    isRight = false;
  }
  return isRight;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: DATA }, limit: { type: 'string', default: '100000' } },
  });
  const tasks = readTasks(values.data).slice(0, Number(values.limit));
  const service = await startService({ say });
  const folder = join(await mkdtemp(join(tmpdir(), 'kintsugi-files-')), 'root');
  try {
    const runs: TaskRun[] = [];
    for (const task of tasks) {
      const one = await carryOut(service.client, folder, task);
      runs.push(one);
      const mark = one.isRight && one.isRolledBack ? 'right' : 'WRONG';
      say(
        `${mark}  ${task.id.padEnd(22)} ${one.steps} steps ${Math.round(one.ms)} ms  ${one.why.join('; ')}`,
      );
    }
    const steps = runs.reduce((sum, one) => sum + one.steps, 0);
    const line = {
      bench: 'files',
      tasks: runs.length,
      right: runs.filter(({ isRight }) => isRight).length,
      rolledBack: runs.filter(({ isRolledBack }) => isRolledBack).length,
      msPerStep: rounded(runs.reduce((sum, { ms }) => sum + ms, 0) / steps),
    };
    say(JSON.stringify(line));
  } finally {
    await service.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  }
}

void main();
