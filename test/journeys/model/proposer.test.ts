import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LlmDeps } from '../../../src/coder';
import { ModelError } from '../../../src/model';
import { createLlmProposer } from '../../../src/repair/llm';
import type { ProposeContext } from '../../../src/repair/types';
import { type Evidence, type Proposal, Proposal as ProposalSchema } from '../../../src/domain/heal/proposal';
import { VerificationSpec } from '../../../src/domain/verification/verification';
import type { Store } from '../../../src/store/types';
import { asBlob, asTree } from '../../support/hashes';
import { hang, reply, type ScriptedModel, status } from '../../support/scripted-model';
import { textsOf, treeOf } from '../../support/text-trees';
import { addEvidence, FILES, FIXED, suggestion } from '../../support/add-project';
import { startModelBench, type ModelBench } from '../../support/model-bench';

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;
let deps: LlmDeps;

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
  deps = bench.deps();
});
afterEach(() => server.close());

function context(more: Partial<ProposeContext> = {}): ProposeContext {
  return {
    key: { run: 'run-1', effect: 'round-1/llm' },
    verification: VerificationSpec.parse({}),
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  };
}

async function propose(
  given: Partial<Evidence> = {},
  count = 1,
  files?: Record<string, string>,
  more: Partial<ProposeContext> = {},
): Promise<Proposal> {
  const proposal = await createLlmProposer(deps, { candidates: count, navigate: bench.navigate }).propose(
    await addEvidence(store, given, files),
    context(more),
  );
  return ProposalSchema.parse(proposal);
}

test('a reply becomes a candidate: tree, diff, suggestion and summary', async () => {
  server.script(reply(suggestion('src/add.ts', FIXED)));
  const proposal = await propose();
  const [candidate] = proposal.candidates;
  if (!candidate) throw new Error(proposal.note);
  expect(await textsOf(store, candidate.tree)).toEqual({ ...FILES, 'src/add.ts': FIXED });
  expect(candidate).toMatchObject({
    proposer: 'llm',
    diff: { fileCount: 1, files: [{ path: 'src/add.ts', change: 'modified' }] },
    suggestion: {
      rootCause: 'add subtracts in src/add.ts',
      errorCategory: 'logic_error',
      verificationCommands: ['npx jest src/add.test.ts'],
    },
    summary: 'add subtracts in src/add.ts (src/add.ts)',
  });
  expect(JSON.parse(String(await store.blobs.load(candidate.suggestionRef)))).toMatchObject({
    errorCategory: 'logic_error',
    fileModifications: [{ path: 'src/add.ts', action: 'modify', content: FIXED }],
  });
  expect(proposal).toMatchObject({ searched: 1, usage: { modelCalls: 1 } });
  server.assertComplete();
});

test('goes by the rules of the run for heavy folders', async () => {
  const replies = () => reply(suggestion('dist/new.ts', FIXED));
  server.script(replies(), replies(), replies());
  const more = { heavyFolders: { add: ['dist'], capture: [] } };
  const refused = await propose({}, 1, undefined, more);
  expect(refused.candidates).toEqual([]);
  expect(refused.note).toContain('lies in dist, which is not captured (build output)');
  const captured = { heavyFolders: { add: [], capture: ['dist'] }, key: { run: 'run-2', effect: 'llm' } };
  expect((await propose({}, 1, undefined, captured)).candidates).toHaveLength(1);
  server.assertComplete();
});

test('the model sees failures, outputs, numbered contents, structure, request and history; no secrets', async () => {
  server.script(reply(suggestion('src/add.ts', FIXED)));
  await propose({
    request: 'make add work',
    impactedFiles: ['src/unrelated.ts'],
    tried: [
      {
        tree: asTree('b'.repeat(64)),
        proposer: 'llm',
        summary: 'swap the arguments',
        outcome: 'still red',
      },
    ],
  });
  const text = bench.prompt();
  for (const part of [
    'make add work',
    'src/add.test.ts > adds',
    'JestAssertionError: expect(received).toBe(expected)',
    'expected: 3',
    'received: -1',
    'at Object.<anonymous> (src/add.test.ts:4:21)',
    'console.log: adding 1 and 2',
    '`npm run lint` ended with exit code 1',
    '2:10  error  Suspicious minus',
    '2 |   return a - b;',
    '4 |   expect(add(1, 2)).toBe(3);',
    '1 | export const VERSION = 1;',
    '- swap the arguments: still red',
    'logic_error (assertion)',
    'package.json',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('do-not-show-this');
  expect(text).not.toMatch(/\{\{\w+\}\}/);
});

test('the model sees related documents: READMEs, doc comments, types of packages', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kintsugi-documents-'));
  await mkdir(join(root, 'node_modules', 'money'), { recursive: true });
  await writeFile(join(root, 'node_modules', 'money', 'package.json'), '{ "types": "money.d.ts" }');
  await writeFile(
    join(root, 'node_modules', 'money', 'money.d.ts'),
    'export function cents(n: number): bigint;\n',
  );
  const files = {
    ...FILES,
    'README.md': '# App\n## Sums\n`src/add.ts` adds whole numbers only.\n## Licence\nFree.\n',
    'src/add.ts': `import { cents } from 'money';\nimport { check } from '@app/check';\ncheck(cents(1));\n${FILES['src/add.ts']}`,
    'lib/check.ts': '/** Refuses what is no amount. */\nexport function check(amount: bigint): void {}\n',
  };
  server.script(reply(suggestion('src/add.ts', FIXED)));
  const directory = { hostId: 'here', hostName: 'here', realpath: root };
  const dependenciesOf = (asked: { hostId: string; realpath: string }) =>
    asked.hostId === 'here' ? asked.realpath : undefined;
  await createLlmProposer(deps, { candidates: 1, dependenciesOf, navigate: bench.navigate }).propose(
    await addEvidence(store, {}, files),
    context({ directory }),
  );
  const text = bench.prompt();
  expect(text).toContain('### README.md, "Sums"\n`src/add.ts` adds whole numbers only.');
  expect(text).toContain('### lib/check.ts: check\n/** Refuses what is no amount. */');
  expect(text).toContain('### types of money: cents\nexport function cents(n: number): bigint;');
  expect(text).not.toContain('Free.');
  await rm(root, { recursive: true });
});

test('several replies are asked for under keys of their own, ranked by the size of their diff, equal trees once', async () => {
  const longer = `// adds two numbers\n// as the name says\n${FIXED}`;
  server.script(
    reply(suggestion('src/add.ts', longer)),
    reply(suggestion('src/add.ts', FIXED)),
    reply(suggestion('src/add.ts', FIXED)),
  );
  const { candidates, note, searched } = await propose({}, 3);
  expect(candidates.map(({ diff }) => Math.floor(diff.size))).toEqual([1, 3]);
  expect(note).toContain('2 of 3 replies became candidates');
  expect(searched).toBe(3);
  expect(new Set(server.calls.map(({ body }) => body.messages[1]?.content)).size).toBe(3);
  expect(new Set(server.calls.map(({ body }) => body.messages[0]?.content)).size).toBe(1);
  const effects = (await bench.storedReplies()).map(({ effect }) => effect.split('/model/')[0]);
  expect(effects).toEqual(['round-1/llm/1', 'round-1/llm/2', 'round-1/llm/3']);
});

test('replacements are applied to the passages they name', async () => {
  const replacements = [{ search: '  return a - b;', replacement: '  return a + b;' }];
  server.script(reply(suggestion('src/add.ts', null, { replacements })));
  const { candidates } = await propose();
  expect(await textsOf(store, asTree(candidates[0]?.tree ?? asBlob('')))).toMatchObject({
    'src/add.ts': FIXED,
  });
});

test('refused edits go back once with the reason and what stands there', async () => {
  const replacements = [{ search: 'return a * b;', replacement: 'return a + b;' }];
  server.script(
    reply(suggestion('src/add.ts', null, { replacements })),
    reply(suggestion('src/add.ts', FIXED)),
  );
  const proposal = await propose();
  expect(proposal.candidates).toHaveLength(1);
  expect(proposal.usage.modelCalls).toBe(2);
  expect(server.calls[1]?.body.messages.at(-1)?.content).toMatch(
    /none of them was[\s\S]*does not stand in src\/add\.ts[\s\S]*return a - b;/,
  );
});

test('edits that are refused twice are a note, not an error', async () => {
  const wrong = reply(
    suggestion('src/add.ts', null, { replacements: [{ search: 'nowhere', replacement: 'x' }] }),
  );
  server.script(wrong, wrong);
  const proposal = await propose();
  expect(proposal.candidates).toEqual([]);
  expect(proposal.note).toMatch(
    /no reply that can be applied; edits refused: the text to replace does not stand in src\/add\.ts/,
  );
});

test.each([
  ['a test', 'src/add.test.ts', undefined],
  ['the package scripts', 'package.json', undefined],
  ["what the user's globs name a test", 'checks/add.ts', ['checks/**']],
])('%s cannot be changed', async (_, path, tests) => {
  server.script(reply(suggestion(path, 'weakened')), reply(suggestion('src/add.ts', FIXED)));
  const files = { ...FILES, 'checks/add.ts': 'strict' };
  const proposal = await createLlmProposer(deps, { candidates: 1, navigate: bench.navigate }).propose(
    await addEvidence(store, {}, files),
    context({ verification: VerificationSpec.parse({ tests }) }),
  );
  expect(server.calls[1]?.body.messages.at(-1)?.content).toContain(`${path} `);
  expect(server.calls[1]?.body.messages.at(-1)?.content).toContain('must not be changed');
  expect(await textsOf(store, asTree(proposal.candidates[0]?.tree ?? asBlob('')))).toEqual({
    ...files,
    'src/add.ts': FIXED,
  });
});

test('what was tried before, or changes nothing, is no candidate', async () => {
  const tried = await treeOf(store, { ...FILES, 'src/add.ts': FIXED });
  server.script(reply(suggestion('src/add.ts', FIXED)), reply(suggestion('src/add.ts', FILES['src/add.ts'])));
  const proposal = await propose(
    { tried: [{ tree: tried, proposer: 'llm', summary: 's', outcome: 'o' }] },
    2,
  );
  expect(proposal.candidates).toEqual([]);
  expect(proposal.note).toContain('only what was tried before');
});

test('a malformed reply is a note beside the other candidate', async () => {
  server.script(
    { ...reply('I think it is the minus.'), when: 'smallest repair' },
    { ...reply('As I said: the minus.'), when: 'smallest repair' },
    { ...reply(suggestion('src/add.ts', FIXED)), when: 'second explanation' },
  );
  const proposal = await propose({}, 2);
  expect(proposal.candidates).toHaveLength(1);
  expect(proposal.note).toMatch(
    /1 of 2 replies became candidates; unusable reply \(kept as [0-9a-f]{12}\): The reply is not JSON/,
  );
});

test('evidence that is too long for the model is cut down and sent once more', async () => {
  const long = `${FILES['src/add.ts']}// ${'x'.repeat(20_000)}\n`;
  server.script(status(400, { code: 'context_length_exceeded' }), reply(suggestion('src/add.ts', FIXED)));
  const proposal = await propose({}, 1, { ...FILES, 'src/add.ts': long });
  expect(proposal.candidates).toHaveLength(1);
  expect(bench.prompt(0).length).toBeGreaterThan(20_000);
  expect(bench.prompt(1).length).toBeLessThan(10_000);
});

test('files are kept out of the suggestion that history carries, and are whole in its blob', async () => {
  const large = `${FIXED}// ${'y'.repeat(5_000)}\n`;
  server.script(reply(suggestion('src/add.ts', large)));
  const [candidate] = (await propose()).candidates;
  expect(JSON.stringify(candidate)).not.toContain('yyy');
  const whole = JSON.parse(String(await store.blobs.load(candidate?.suggestionRef ?? asBlob('')))) as {
    fileModifications: { content: string }[];
  };
  expect(whole.fileModifications[0]?.content).toBe(large);
});

test('a failing endpoint rejects, after what was in flight is stored; the next try pays for the rest only', async () => {
  server.script(
    { ...status(500), when: 'smallest repair' },
    { ...reply(suggestion('src/add.ts', FIXED)), when: 'second explanation' },
  );
  await expect(propose({}, 2)).rejects.toThrow(ModelError);
  server.script(reply(suggestion('src/add.ts', FIXED)));
  const proposal = await propose({}, 2);
  expect(proposal.candidates).toHaveLength(1);
  expect(server.calls).toHaveLength(3);
  server.assertComplete();
});

test('cancellation stops the requests and rejects with its reason', async () => {
  server.script(hang(), hang());
  const controller = new AbortController();
  const proposing = createLlmProposer(deps, { candidates: 2, navigate: bench.navigate }).propose(
    await addEvidence(store),
    context({ signal: controller.signal }),
  );
  const outcome = proposing.then(
    () => 'done',
    (error: unknown) => error,
  );
  while (server.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const reason = new Error('the run was cancelled');
  controller.abort(reason);
  expect(await outcome).toBe(reason);
  expect(await Promise.all(server.calls.map(({ closed }) => closed))).toEqual([
    { early: true },
    { early: true },
  ]);
});

describe('where one of several calls fails', () => {
  const filtered = status(400, { code: 'content_filter', message: 'content_filter' });
  const second = 'consider a second explanation';

  test('for good, the reply of the other does', async () => {
    server.script({ ...filtered, when: second }, reply(suggestion('src/add.ts', FIXED)));
    const proposal = await propose({}, 2);
    expect(proposal.candidates).toHaveLength(1);
    expect(proposal.note).toContain('The content filter of small');
    expect(proposal.usage.modelCalls).toBe(1);
  });

  test('but may do better, it is tried again before the other does alone', async () => {
    const busy = { ...status(503), when: second };
    server.script(busy, reply(suggestion('src/add.ts', FIXED)));
    await expect(propose({}, 2)).rejects.toThrow(/not available just now/);
    server.script(busy);
    const proposal = await propose({}, 2, undefined, { attempt: 3 });
    expect(proposal.candidates).toHaveLength(1);
    server.assertComplete();
  });
});
