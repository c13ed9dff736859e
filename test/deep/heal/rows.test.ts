import type { HealRequest } from '../../../src/client';
import { makeProject } from '../../support/kintsugi';
import { readHistory, type HistoryEvent } from '../../support/run-history';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

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

/** Types of the activities, and of the calls that were made within a workflow task. */
function callsIn(events: readonly HistoryEvent[]) {
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

describe('the rows that a run has in the Web UI', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies and alone',
    settings: { KINTSUGI_PROPOSERS: 'llm', KINTSUGI_MODEL_CANDIDATES: '2' },
  });

  async function heal(files: Record<string, string>, more: Partial<HealRequest> = {}) {
    const project = await makeProject(files);
    const request = { directory: project.path, approval: { level: 'LOW' } as const, ...more };
    const run = await kintsugi.client.heal(request);
    const result = await run.result();
    kintsugi.model.assertComplete();
    await project.remove();
    const { events } = await readHistory(kintsugi.client.temporal, run.id);
    return { result, ...callsIn(events) };
  }

  it('are its snapshots, code runs, model calls and writes, and bookkeeping within the tasks, each with its words', async () => {
    kintsugi.model.script(suggestion(RIGHT), suggestion(RIGHT));
    const { result, activities, inTask } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
    expect(result.status).toBe('recovered');
    expect(activities).toEqual([
      'importWorkspace',
      'verifyTree',
      'proposeRepairs',
      'verifyTree',
      'publishTree',
    ]);
    expect(inTask).toEqual([
      'inspectWorker • look at the worker',
      'keepRecord • keep what the proposers are told',
      'compareTrees • compare the change with the files before it',
      'keepRecord • keep the events',
      'keepRecord • keep the audit record',
    ]);
  });

  it('hold a candidate that never ends', async () => {
    kintsugi.model.script(suggestion(ENDLESS), suggestion(ENDLESS), suggestion(RIGHT), suggestion(RIGHT));
    const { result, activities, failedTasks } = await heal(
      { 'add.ts': WRONG, 'add.test.ts': TEST },
      { verification: { limits: { turnMs: 1_500 } } },
    );
    expect(result).toMatchObject({ status: 'recovered', record: { retryCount: 2 } });
    expect(activities.filter((type) => type === 'verifyTree')).toHaveLength(3);
    expect(failedTasks).toEqual([]);
  });

  it('hold a candidate that is given up because another one has won', async () => {
    kintsugi.model.script(
      { ...suggestion(RIGHT), when: 'smallest repair' },
      { ...suggestion(`${ENDLESS}// It goes on and on.\n`), when: 'second explanation' },
    );
    const { result, activities, failedTasks } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
    expect(result.status).toBe('recovered');
    expect(activities.filter((type) => type === 'verifyTree')).toHaveLength(3);
    expect(failedTasks).toEqual([]);
  });

  it('hold candidates that end at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      kintsugi.model.script(
        { ...suggestion(RIGHT), when: 'smallest repair' },
        { ...suggestion(`${RIGHT}// ${round}\n`), when: 'second explanation' },
      );
      const { result, failedTasks } = await heal({ 'add.ts': WRONG, 'add.test.ts': TEST });
      expect(result.status).toBe('recovered');
      expect(failedTasks).toEqual([]);
    }
  });
});
