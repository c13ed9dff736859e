import type { HealRequest } from '../../../src/client/client';
import { makeProject } from '../../support/kintsugi';
import { readHistory, type HistoryEvent } from '../../support/run-history';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const TEST = "import { add } from './add';\nit('adds', () => expect(add(12, 25)).toBe(37));\n";
const add = (body: string) => `export function add(a: number, b: number): number {\n  ${body}\n}\n`;
const WRONG = add('return a * b;');
const RIGHT = add('return a + b;');
const ENDLESS = add('for (;;) a += b;');

const suggestion = (content: string) =>
  reply({
    rootCause: 'add does not add',
    errorCategory: 'logic',
    fileModifications: [{ path: 'add.ts', action: 'modify', content, replacements: null }],
  });

/** Types of the activities, and of the steps that were taken within a workflow task. */
function stepsIn(events: readonly HistoryEvent[]) {
  const activities = events.flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
  const inTask = events.flatMap(({ markerRecordedEventAttributes: marker }) => {
    if (marker?.markerName !== 'core_local_activity') return [];
    const data = marker.details?.['data']?.payloads?.[0]?.data ?? [];
    return (JSON.parse(Buffer.from(data).toString()) as { activity_type: string }).activity_type;
  });
  const failedTasks = events.filter(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskTimedOutEventAttributes,
  );
  return { activities, inTask, failedTasks };
}

describe('the short steps of a run', () => {
  const kintsugi = useScriptedKintsugi({ KINTSUGI_PROPOSERS: 'llm', KINTSUGI_MODEL_CANDIDATES: '2' });

  async function heal(files: Record<string, string>, more: Partial<HealRequest> = {}) {
    const project = await makeProject(files);
    const request = { directory: project.path, approval: { level: 'LOW' } as const, ...more };
    const run = await kintsugi.client.heal(request);
    const result = await run.result();
    kintsugi.model.assertComplete();
    await project.remove();
    const { events } = await readHistory(kintsugi.client.temporal, run.id);
    return { result, ...stepsIn(events) };
  }

  it('are taken within the workflow task, and the others are activities', async () => {
    kintsugi.model.script(suggestion(RIGHT), suggestion(RIGHT));
    const { result, activities, inTask } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
    expect(result.status).toBe('recovered');
    expect(activities).toEqual(['importWorkspace', 'verifyTree', 'proposeRepairs', 'publishTree']);
    expect(inTask).toEqual(['inspectWorker', 'verifyTree', 'compareTrees', 'writeAudit']);
  });

  it('become activities where they are not done in time: a candidate that never ends', async () => {
    kintsugi.model.script(suggestion(ENDLESS), suggestion(ENDLESS), suggestion(RIGHT), suggestion(RIGHT));
    const { result, activities, inTask, failedTasks } = await heal(
      { 'add.ts': WRONG, 'add.test.ts': TEST },
      { verification: { limits: { turnMs: 1_500 } } },
    );
    expect(result).toMatchObject({ status: 'recovered', record: { retryCount: 2 } });
    expect(activities.filter((type) => type === 'verifyTree')).toHaveLength(2);
    expect(inTask.filter((type) => type === 'verifyTree')).toHaveLength(2);
    expect(failedTasks).toEqual([]);
  }, 60_000);

  it('are waited for, not cancelled, where another candidate has won', async () => {
    kintsugi.model.script(
      { ...suggestion(RIGHT), when: 'smallest repair' },
      { ...suggestion(`${ENDLESS}// It goes on and on.\n`), when: 'second explanation' },
    );
    const { result, activities, failedTasks } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
    expect(result.status).toBe('recovered');
    expect(activities.filter((type) => type === 'verifyTree')).toHaveLength(1);
    expect(failedTasks).toEqual([]);
  }, 60_000);

  it('may end at the same time as the one that makes them needless', async () => {
    for (let round = 0; round < 8; round += 1) {
      kintsugi.model.script(
        { ...suggestion(RIGHT), when: 'smallest repair' },
        { ...suggestion(`${RIGHT}// ${round}\n`), when: 'second explanation' },
      );
      const { result, failedTasks } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
      expect(result.status).toBe('recovered');
      expect(failedTasks).toEqual([]);
    }
  }, 60_000);

  it('are none of the verifications that run commands', async () => {
    kintsugi.model.script(suggestion(RIGHT), suggestion(RIGHT));
    const command = 'grep -q "a + b" add.ts';
    const { result, activities, inTask } = await heal(
      { 'add.ts': WRONG },
      { verification: { tests: [], commands: [{ command }], allowUnsandboxed: true } },
    );
    expect(result.status).toBe('recovered');
    expect(activities.filter((type) => type === 'verifyTree')).toHaveLength(2);
    expect(inTask).not.toContain('verifyTree');
  });
});
