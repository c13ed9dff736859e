import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { eventBytes, isModelActivity, modelBytes, readHistory } from '../../support/run-history';
import { reply, ScriptedModel, type ScriptedEntry } from '../../support/scripted-model';

const LIMIT = 2_048;
/** Proofs of who wrote the payloads of an activity. */
const PROOFS = 128;
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

async function runWith(candidates: number, entries: readonly ScriptedEntry[]) {
  model = await ScriptedModel.start(entries);
  kintsugi = await startKintsugi({
    why: 'its model is asked for several replies at once',
    settings: {
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_BASE_URL: model.baseUrl,
      KINTSUGI_MODEL_CANDIDATES: String(candidates),
    },
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

it('is less than 2 KiB a model call in a run of 200 calls', async () => {
  const entries = CANDIDATES.flatMap((when) =>
    Array.from({ length: ROUNDS }, (_, round) => [
      // What does not parse, then what does not apply, each asked for again: four calls for one candidate.
      reply('I think it is the text.', { when }),
      reply(suggestion('x', 'nowhere'), { when }),
      reply('I still think so.', { when }),
      reply(usable(`${when} ${round}`), { when }),
    ]).flat(),
  );
  const { result, history } = await runWith(5, entries);
  expect(result.usage.modelCalls).toBe(200);
  const { activities, bytes } = modelBytes(history.events);
  expect(activities).toBe(ROUNDS);
  expect(bytes / 200).toBeLessThan(LIMIT);
});

it('is less than 2 KiB and its proofs for each activity that makes one call, and does not grow from call to call', async () => {
  const entries = Array.from({ length: ROUNDS }, (_, round) => reply(usable(String(round))));
  const { result, history } = await runWith(1, entries);
  expect(result.usage.modelCalls).toBe(ROUNDS);
  const { activities, bytes } = modelBytes(history.events);
  expect(activities).toBe(ROUNDS);
  expect(bytes / activities).toBeLessThan(LIMIT + PROOFS);
  const sizes = history.events.filter(isModelActivity).map(eventBytes);
  // The number of the round may get another digit.
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(32);
});
