import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { eventBytes, readHistory, type HistoryEvent } from '../../support/run-history';
import { reply, ScriptedModel, type ScriptedStep } from '../../support/scripted-model';

const LIMIT = 2_048;
const ROUNDS = 10;
/** Words of the five prompts of a round, by which their replies are told apart. */
const CANDIDATES = [
  'smallest repair',
  'second explanation',
  'what the failing code calls',
  'Suspect boundaries',
  'Suspect the data',
];

/** Three things that no edit of a model or of ours mends, told at length. */
const PROJECT = {
  'src/text.ts': "export function text(): string {\n  return '';\n}\n",
  'src/text.test.ts': Array.from(
    { length: 3 },
    (_, n) =>
      `import { text } from './text';\nit('says ${'a long thing '.repeat(8)}${n}', () => expect(text()).toBe('${'word '.repeat(200)}${n}'));\n`,
  )
    .join('')
    .replace(/(?<=\n)import.*\n/g, ''),
};

const suggestion = (replacement: string, search = "  return '';", n = 0) => ({
  rootCause: `The text is empty, since nobody has written it. ${'This is why it fails. '.repeat(n)}`,
  errorCategory: 'logic',
  fileModifications: [
    { path: 'src/text.ts', action: 'modify', content: null, replacements: [{ search, replacement }] },
  ],
  verificationCommands: ['npx jest src/text.test.ts'],
});
/** An edit of its own for each call, of a usual size. */
const usable = (name: string): object =>
  suggestion(`  // ${'Says it. '.repeat(30)}\n  return '${name}';`, undefined, 5);

let model: ScriptedModel;
let kintsugi: TestKintsugi;
afterEach(async () => {
  await kintsugi.close();
  await model.close();
});

async function runWith(candidates: number, steps: readonly ScriptedStep[]) {
  model = await ScriptedModel.start(steps);
  kintsugi = await startKintsugi({
    KINTSUGI_MODEL: 'scripted',
    KINTSUGI_MODEL_BASE_URL: model.baseUrl,
    KINTSUGI_MODEL_CANDIDATES: String(candidates),
  });
  const project = await makeProject(PROJECT);
  const run = await kintsugi.client.heal({
    directory: project.path,
    mode: 'PRECISION',
    maxAttempts: ROUNDS,
    approval: { level: 'LOW' },
  });
  const result = await run.result();
  model.assertComplete();
  await project.remove();
  const history = await readHistory(kintsugi.client.temporal, run.id);
  return { result, history };
}

function isModelActivity(event: HistoryEvent): boolean {
  const type = event.activityTaskScheduledEventAttributes?.activityType?.name;
  const summary = Buffer.from(event.userMetadata?.summary?.data ?? []).toString('utf8');
  return type === 'proposeRepairs' && summary.includes('llm proposer');
}

/** Bytes of the events of the activities that ask a model, and of one workflow task for each. */
function modelBytes(events: readonly HistoryEvent[]): { activities: number; bytes: number } {
  const scheduled = events.filter(isModelActivity);
  const ids = new Set(scheduled.map(({ eventId }) => String(eventId)));
  const own = events.filter((event) => {
    const of =
      event.activityTaskStartedEventAttributes?.scheduledEventId ??
      event.activityTaskCompletedEventAttributes?.scheduledEventId;
    return ids.has(String(event.eventId)) || (of !== undefined && of !== null && ids.has(String(of)));
  });
  const tasks = events.filter(
    (event) =>
      event.workflowTaskScheduledEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskCompletedEventAttributes,
  );
  const oneTask = (tasks.reduce((sum, event) => sum + eventBytes(event), 0) / tasks.length) * 3;
  const bytes = own.reduce((sum, event) => sum + eventBytes(event), 0) + oneTask * scheduled.length;
  return { activities: scheduled.length, bytes };
}

it('is less than 2 KiB a model call in a run of 200 calls', async () => {
  const steps = CANDIDATES.flatMap((when) =>
    Array.from({ length: ROUNDS }, (_, round) => [
      // What does not parse, then what does not apply, each asked for again: four calls for one candidate.
      reply('I think it is the text.', { when }),
      reply(suggestion('x', 'nowhere'), { when }),
      reply('I still think so.', { when }),
      reply(usable(`${when} ${round}`), { when }),
    ]).flat(),
  );
  const { result, history } = await runWith(5, steps);
  expect(result.usage.modelCalls).toBe(200);
  const { activities, bytes } = modelBytes(history.events);
  expect(activities).toBe(ROUNDS);
  expect(bytes / 200).toBeLessThan(LIMIT);
});

it('hardly grows from call to call where each activity makes one', async () => {
  const steps = Array.from({ length: ROUNDS }, (_, round) => reply(usable(String(round))));
  const { result, history } = await runWith(1, steps);
  expect(result.usage.modelCalls).toBe(ROUNDS);
  const { activities, bytes } = modelBytes(history.events);
  expect(activities).toBe(ROUNDS);
  expect(bytes / activities).toBeLessThan(2.5 * LIMIT);
  const sizes = history.events.filter(isModelActivity).map(eventBytes);
  // What was tried is told in a line each: a hash and a few words.
  for (const [index, size] of sizes.slice(1).entries()) expect(size - (sizes[index] ?? 0)).toBeLessThan(320);
});
