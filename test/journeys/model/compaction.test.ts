import { chatReply, generateEdits, generateTests } from '../../../src/coder';
import { ModelError } from '../../../src/model';
import { createLlmProposer } from '../../../src/repair/llm';
import { VerificationReport, VerificationSpec } from '../../../src/domain/verification/verification';
import { addEvidence, suggestion } from '../../support/add-project';
import { executeInput, startModelBench, type ModelBench } from '../../support/model-bench';
import { reply, status, type ScriptedModel } from '../../support/scripted-model';
import { treeOf } from '../../support/text-trees';

const code = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, n) => `export const ${name}${n + 1} = () => '${'x'.repeat(60)}';`).join(
    '\n',
  );
const replaceLine = (text: string, line: number, by: string): string =>
  text
    .split('\n')
    .with(line - 1, by)
    .join('\n');

/** Far more than the smaller budget: one suspicious place, one failing test, and much that is beside the point. */
const PROJECT = {
  'src/add.ts': replaceLine(
    code('part', 390),
    300,
    'export const add = (a: number, b: number) => a - b; // HERE',
  ),
  'src/add.test.ts': replaceLine(
    code('helper', 390),
    200,
    "test('adds', () => expect(add(1, 2)).toBe(3)); // FAILS",
  ),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`src/aside${n}.ts`, code(`aside${n}_`, 100)])),
};
const TOO_LONG = status(400, { code: 'context_length_exceeded' });
const key = { run: 'run-1', effect: 'execute' };
const context = { signal: new AbortController().signal };

let bench: ModelBench;
let server: ScriptedModel;

beforeEach(async () => {
  bench = await startModelBench();
  server = bench.server;
});
afterEach(() => server.close());

function expectCompaction(): void {
  expect(server.calls).toHaveLength(2);
  expect(bench.prompt(0).length).toBeGreaterThan(60_000);
  expect(bench.prompt(1).length).toBeLessThan(30_000);
  server.assertComplete();
}

test('the proposer keeps the failing test and the suspicious lines', async () => {
  server.script(TOO_LONG, reply(suggestion('src/add.ts', 'export {};\n')));
  const evidence = await addEvidence(bench.store, {}, PROJECT);
  const bytes = await bench.store.blobs.load(evidence.report);
  const report = VerificationReport.parse(JSON.parse(String(bytes)));
  const failure = report.checks[0]?.tests[0]?.failure;
  if (failure)
    failure.stack =
      'Error\n    at add (src/add.ts:300:12)\n    at Object.<anonymous> (src/add.test.ts:200:21)';
  const changed = await bench.store.blobs.put(Buffer.from(JSON.stringify(report)));
  const aside = Object.keys(PROJECT).filter((path) => path.includes('aside'));
  const errorContext = { ...evidence.errorContext, recentFileChanges: aside };
  const proposal = await createLlmProposer(bench.deps(), { candidates: 1, navigate: bench.navigate }).propose(
    { ...evidence, report: changed, errorContext },
    { key, verification: VerificationSpec.parse({}), signal: context.signal, progress: () => undefined },
  );
  expect(proposal.candidates).toHaveLength(1);
  expectCompaction();
  const short = bench.prompt(1);
  expect(short).toContain('300 | export const add');
  expect(short).toContain("200 | test('adds'");
  expect(short).toContain('expected: 3');
  expect(short).toMatch(/aside\d+\.ts\n\(left out/);
});

test('a request keeps the files that it changes', async () => {
  server.script(
    TOO_LONG,
    reply({
      summary: 's',
      fileModifications: [{ path: 'src/add.ts', action: 'modify', content: 'export {};\n' }],
    }),
  );
  const tree = await treeOf(bench.store, PROJECT);
  const input = executeInput(tree, 'src/add.ts', 'make add add');
  expect(await generateEdits(bench.deps(), input, context)).toMatchObject({ status: 'edited' });
  expectCompaction();
  expect(bench.prompt(1)).toContain('### src/add.ts\n```\n');
});

test('generated tests keep the changed code', async () => {
  server.script(
    TOO_LONG,
    reply({ summary: 's', tests: [{ path: 'src/new.test.ts', content: "test('x', () => undefined);\n" }] }),
  );
  const imports = Array.from({ length: 12 }, (_, n) => `import './aside${n}';`).join('\n');
  const tree = await treeOf(bench.store, {
    ...PROJECT,
    'src/small.ts': `${imports}\nexport const small = 1;\n`,
  });
  const input = { key, tree, request: 'test small', changedFiles: ['src/small.ts'] };
  expect(await generateTests(bench.deps(), input, context)).toMatchObject({ files: ['src/new.test.ts'] });
  expectCompaction();
  expect(bench.prompt(1)).toContain('export const small = 1;');
});

test.each(['What does src/add.ts do?', 'Where does `add` come from?'])(
  'an answer to "%s" keeps the file that the question speaks of',
  async (request) => {
    server.script(TOO_LONG, reply('It adds.'));
    const tree = await treeOf(bench.store, PROJECT);
    expect(await chatReply(bench.deps(), { key, tree, request }, context)).toMatchObject({
      reply: 'It adds.',
    });
    expectCompaction();
    expect(bench.prompt(1)).toContain('### src/add.ts\n```\n');
    expect(bench.prompt(1)).toContain(request);
  },
);

test('what is still too long ends with its failure, after one more try', async () => {
  server.script(TOO_LONG, TOO_LONG);
  const tree = await treeOf(bench.store, PROJECT);
  const input = executeInput(tree, 'src/add.ts', 'make add add');
  await expect(generateEdits(bench.deps(), input, context)).rejects.toThrow(ModelError);
  server.assertComplete();
});

test('a fallback is asked only for what is still too long when it was cut down', async () => {
  server.script(TOO_LONG, TOO_LONG, reply('It adds.'));
  const tree = await treeOf(bench.store, PROJECT);
  const deps = { ...bench.deps(), model: bench.client({ fallbacks: ['larger'] }) };
  await chatReply(deps, { key, tree, request: 'What is this?' }, context);
  expect(server.calls.map(({ body }) => body.model)).toEqual(['small', 'small', 'larger']);
});

test('what the longer requests have bought is counted with the shorter one', async () => {
  const unusable = suggestion('src/nowhere.ts', null, {
    replacements: [{ search: 'nothing', replacement: 'x' }],
  });
  server.script(reply(unusable), TOO_LONG, reply(suggestion('src/add.ts', 'export {};\n')));
  const evidence = await addEvidence(bench.store, {}, PROJECT);
  const proposal = await createLlmProposer(bench.deps(), { candidates: 1, navigate: bench.navigate }).propose(
    evidence,
    {
      key: { run: 'run-1', effect: 'round-1/llm' },
      verification: VerificationSpec.parse({}),
      signal: context.signal,
      progress: () => undefined,
    },
  );
  expect(proposal.candidates).toHaveLength(1);
  expect(proposal.usage.modelCalls).toBe(2);
  expect(proposal.searched).toBe(2);
});
