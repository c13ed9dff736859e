import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle, HealRequest, HealResult, RunStatus } from '../../../src/client';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { untilStatus } from '../../support/until';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const TEST = "import { add } from './add';\nit('adds', () => expect(add(12, 25)).toBe(37));\n";
const add = (body: string) => `export function add(a: number, b: number): number {\n  ${body}\n}\n`;
const PROJECT = { 'add.ts': add('return a * b;'), 'add.test.ts': TEST };
/** History is longer than this after one activity, so the run continues as new as often as it can. */
const OFTEN = 5;

const suggestion = (content: string) =>
  reply({
    rootCause: 'add does not add',
    errorCategory: 'logic',
    fileModifications: [{ path: 'add.ts', action: 'modify', content, replacements: null }],
  });

/** Parts of a result that are the same however often a run continued as new. */
function essence({
  status,
  totalAttempts,
  tree,
  repairs,
  usage,
  delivery,
  choices,
  checkpoints,
}: HealResult) {
  const reasons = checkpoints.map(({ reason }) => reason);
  const winners = choices.map(({ winner, reason }) => [winner, reason]);
  return { status, totalAttempts, tree, repairs, usage, winners, reasons, delivery: delivery.status };
}

describe('a heal that continues as new in each of its phases', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it never searches',
    settings: { KINTSUGI_PROPOSERS: 'llm' },
  });

  const scripted = () =>
    kintsugi.model.script(suggestion(add('return a - b;')), suggestion(add('return a + b;')));

  const until = (run: HealHandle, wanted: (status: RunStatus) => boolean) =>
    untilStatus(() => run.status(), wanted);

  /** Plays a run and answers it; `meanwhile` is done before it is approved. */
  async function play(
    more: Partial<HealRequest>,
    meanwhile: (run: HealHandle) => Promise<void> = () => Promise.resolve(),
  ) {
    const project = await makeProject(PROJECT);
    const calls = kintsugi.model.calls.length;
    const run = await kintsugi.client.heal({ directory: project.path, ...more });
    await meanwhile(run);
    const { pending } = await until(run, (status) => status.pending !== undefined);
    await delay(200);
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    const { events } = await run.events();
    const executions = await countExecutions(run.id);
    await project.remove();
    kintsugi.model.assertComplete();
    return {
      essence: essence(result),
      events: events.map(({ sequence, kind }) => `${sequence} ${kind}`),
      asked: kintsugi.model.calls.length - calls,
      executions,
    };
  }

  async function countExecutions(id: string): Promise<number> {
    const { workflowService } = kintsugi.client.temporal.connection;
    const { namespace } = kintsugi.client.facts;
    for (let tries = 0; ; tries += 1, await delay(100)) {
      const { executions } = await workflowService.listWorkflowExecutions({
        namespace,
        query: `WorkflowId = '${id}'`,
      });
      // Visibility is a little behind.
      if (executions.length > 1 || tries === 20) return executions.length;
    }
  }

  it('ends as one that goes on undisturbed, and asks no model twice', async () => {
    scripted();
    const undisturbed = await play({});
    scripted();
    const disturbed = await play({ continueAfterEvents: OFTEN });
    expect(disturbed.executions).toBeGreaterThan(3);
    expect(undisturbed.executions).toBe(1);
    expect({ ...disturbed, executions: 1 }).toEqual(undisturbed);
  });

  it('waits for a top-up across executions', async () => {
    const topUp = async (run: HealHandle) => {
      const { budget } = await until(run, (status) => status.budget?.waiting !== undefined);
      await delay(200);
      const later = await run.status();
      expect(later.budget?.waiting?.deadline).toBe(budget?.waiting?.deadline);
      await run.topUp({ tokens: 1_000_000 });
    };
    const budget = { tokens: 100 };
    scripted();
    const undisturbed = await play({ budget }, topUp);
    scripted();
    const disturbed = await play({ budget, continueAfterEvents: OFTEN }, topUp);
    expect(disturbed.executions).toBeGreaterThan(3);
    expect({ ...disturbed, executions: 1 }).toEqual(undisturbed);
  });

  it('is rolled back across executions, and finds the repair again', async () => {
    const rollBack = async (run: HealHandle) => {
      await until(run, (status) => status.pending !== undefined);
      await run.rollBack({ kind: 'to', name: '0' });
    };
    const script = () => {
      scripted();
      kintsugi.model.script(suggestion(add('return b + a;')));
    };
    script();
    const undisturbed = await play({}, rollBack);
    script();
    const disturbed = await play({ continueAfterEvents: OFTEN }, rollBack);
    expect(disturbed.executions).toBeGreaterThan(3);
    expect({ ...disturbed, executions: 1 }).toEqual(undisturbed);
  });
});
