/** The loop as Kintsugi runs it: a run of `heal` with a request, from the call of the client to the published file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HealResult } from '../../src/client';
import { reply, type ScriptedModel } from '../../test/support/scripted-model';
import type { Service } from '../service';
import { REQUEST, type Task } from './task';

const FILE = 'median.ts';

/** The same texts in the shapes that the model is asked for. */
function scriptOf({ answers: [first, second, third] }: Task) {
  const edit = (action: 'create' | 'modify', content: string) => ({
    fileModifications: [{ path: FILE, action, content }],
  });
  const repair = (content: string) =>
    reply({ ...edit('modify', content), rootCause: 'median is wrong', errorCategory: 'logic' });
  return [reply({ ...edit('create', first), summary: 'Adds median.' }), repair(second), repair(third)];
}

/** Runs the loop once; resolves to its time in ms and its result. Throws unless it went wrong, wrong, right. */
export async function heal(
  { client }: Service,
  model: ScriptedModel,
  task: Task,
): Promise<{ ms: number; result: HealResult }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kintsugi-loop-'));
  try {
    writeFileSync(path.join(directory, 'median.test.ts'), task.jestTest);
    model.script(...scriptOf(task));
    const started = performance.now();
    // Tests of its own would not be the graph's.
    const run = await client.heal({
      ...{ directory, request: REQUEST, approval: { level: 'LOW' } },
      generateTests: false,
    });
    const result = await run.result();
    const ms = performance.now() - started;
    model.assertComplete();
    const { status, record, tests, delivery } = result;
    const right = readFileSync(path.join(directory, FILE), 'utf8') === task.answers[2];
    if (status !== 'recovered' || record.retryCount !== 2 || tests.failed > 0 || !right)
      throw new Error(
        `The run did not go wrong, wrong, right: ${status}, ${record.retryCount} repairs, ${delivery.status}.`,
      );
    return { ms, result };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
