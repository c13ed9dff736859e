import { chatReply, generateEdits, generateTests, type LlmDeps } from '../../../src/coder';
import type { ExecuteInput, GenerateTestsInput } from '../../../src/coder/types';
import { RunPolicy } from '../../../src/domain/run/policy/run-policy';
import type { Store } from '../../../src/store/types';
import { checkReport } from '../../support/check-reports';
import { reply, type ScriptedModel } from '../../support/scripted-model';
import { textsOf, treeOf } from '../../support/text-trees';
import { executeInput, startModelBench, type ModelBench } from '../../support/model-bench';

const FILES = {
  'src/cart.ts':
    "import { tax } from './tax';\n\nexport const total = (net: number): number => net + tax(net);\n",
  'src/tax.ts': 'export const tax = (net: number): number => net * 0.2;\n',
  'src/cart.test.ts': "test('old', () => {});\n",
};

let bench: ModelBench;
let server: ScriptedModel;
let store: Store;
let deps: LlmDeps;
const key = { run: 'run-1', effect: 'execute' };
const context = { signal: new AbortController().signal };

beforeEach(async () => {
  bench = await startModelBench();
  ({ server, store } = bench);
  deps = bench.deps();
});
afterEach(() => server.close());

describe('generateEdits', () => {
  const edit = (path: string, content: string): object => ({
    path,
    action: 'modify',
    content,
    replacements: null,
  });

  async function execute(
    more: Partial<ExecuteInput> = {},
    files: Record<string, string> = FILES,
  ): ReturnType<typeof generateEdits> {
    const tree = await treeOf(store, files);
    return generateEdits(deps, { ...executeInput(tree, 'src/tax.ts', 'halve the tax'), ...more }, context);
  }

  test('changes the impacted files as asked', async () => {
    const halved = FILES['src/tax.ts'].replace('0.2', '0.1');
    server.script(reply({ summary: 'The tax is 10 %.', fileModifications: [edit('src/tax.ts', halved)] }));
    const outcome = await execute();
    if (outcome.status !== 'edited') throw new Error(outcome.reason);
    expect(outcome).toMatchObject({
      changedFiles: ['src/tax.ts'],
      summary: 'The tax is 10 %.',
      usage: { modelCalls: 1 },
    });
    expect(await textsOf(store, outcome.tree)).toEqual({ ...FILES, 'src/tax.ts': halved });
    expect(bench.prompt()).toContain('halve the tax');
    expect(bench.prompt()).toContain('1 | export const tax');
  });

  test('changes several files in one attempt, and adds new ones', async () => {
    const files = [edit('src/tax.ts', 'a\n'), edit('src/cart.ts', 'b\n'), edit('src/rates.ts', 'c\n')];
    server.script(reply({ summary: 's', fileModifications: files }));
    const outcome = await execute({ impactedFiles: ['src/tax.ts', 'src/cart.ts'] });
    expect(outcome).toMatchObject({
      status: 'edited',
      changedFiles: ['src/cart.ts', 'src/rates.ts', 'src/tax.ts'],
    });
  });

  test('goes by the rules of the run for heavy folders', async () => {
    const files = { ...FILES, 'package.json': '{}' };
    const into = (path: string) => reply({ summary: 's', fileModifications: [edit(path, 'a\n')] });
    const heavyFolders = { add: ['data'], capture: ['dist'] };
    server.script(into('dist/new.ts'), into('data/new.ts'), into('data/new.ts'));
    expect(await execute({ heavyFolders }, files)).toMatchObject({ changedFiles: ['dist/new.ts'] });
    expect(await execute({ heavyFolders, key: { ...key, effect: 'second' } }, files)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('lies in data, which is not captured') as string,
    });
    server.assertComplete();
  });

  test('makes a project from nothing', async () => {
    const file = {
      path: 'src/add.ts',
      action: 'create',
      content: 'export const add = (a: number, b: number): number => a + b;\n',
    };
    server.script(reply({ summary: 'adds', fileModifications: [file] }));
    const outcome = await execute({ request: 'create a function to add two numbers', impactedFiles: [] }, {});
    expect(outcome).toMatchObject({ status: 'edited', changedFiles: ['src/add.ts'] });
    expect(bench.prompt()).toContain('(the project is empty)');
  });

  test.each([
    ['files outside the impact', 'src/cart.ts', ['src/tax.ts'], /not among the files to change/],
    ['tests', 'src/cart.test.ts', [], /is a test/],
  ])('refuses changes of %s, which the model is told', async (_, path, impactedFiles, reason) => {
    const outside = reply({ summary: 's', fileModifications: [edit(path, 'x')] });
    server.script(outside, outside);
    const outcome = await execute({ impactedFiles });
    expect(outcome).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(reason) as string,
      usage: { modelCalls: 2 },
    });
    expect(server.calls[1]?.body.messages.at(-1)?.content).toMatch(reason);
  });

  test.each([
    ['jest.config.js', 'configures a tool'],
    ['lib/setup.ts', 'judges the program'],
  ])('refuses %s, which would be a judge in place of what is there', async (path, reason) => {
    const checks = [checkReport({ name: 'src/cart.test.ts' })];
    const baseline = { version: 1, tree: 'a'.repeat(64), flaky: [], checks, judging: ['lib/setup.ts'] };
    const report = await store.blobs.put(Buffer.from(JSON.stringify(baseline)));
    const added = reply({ summary: 's', fileModifications: [edit(path, 'x'), edit('src/new.test.ts', 'y')] });
    server.script(added, added);
    const outcome = await execute({ impactedFiles: [], report });
    expect(outcome).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining(`${path} ${reason}`) as string,
    });
    expect(outcome).toMatchObject({ reason: expect.not.stringContaining('src/new.test.ts') as string });
    server.script(added);
    expect(await execute({ impactedFiles: [] })).toMatchObject({ status: 'edited' });
  });

  test('looks at every file of a long change, and names the first', async () => {
    const changes = Array.from({ length: 60 }, (_, n) => edit(`src/${100 + n}.ts`, 'x\n'));
    server.script(reply({ summary: 's', fileModifications: changes }));
    deps.inspect = ({ changes: all }) =>
      Promise.resolve({
        objections: [],
        signs:
          all.length === 60
            ? [{ sign: 'special-case' as const, place: () => ({ path: 'src/100.ts', line: 1 }) }]
            : [],
      });
    const outcome = await execute({ impactedFiles: [] });
    if (outcome.status !== 'edited') throw new Error(outcome.reason);
    expect(outcome.changedFiles).toHaveLength(50);
    expect(outcome.signs).toEqual(['special-case']);
  });

  test('refuses files that a rule denies to change for a request', async () => {
    const rule = {
      tool: 'change',
      path: 'src/tax.*',
      decision: 'deny',
      reason: 'Ann edits it.',
      match: ['src/tax.ts'],
    };
    const changed = reply({ summary: 's', fileModifications: [edit('src/tax.ts', 'x\n')] });
    server.script(changed, changed);
    const policy = RunPolicy.parse({ user: [rule] });
    expect(await execute({ policy })).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('is kept as it is by the policy (Ann edits it.)') as string,
    });
  });

  test('says why where the reply is of no use', async () => {
    server.script(reply('no'), reply('never'));
    expect(await execute()).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/unusable reply.*not JSON/) as string,
    });
  });
});

describe('generateTests', () => {
  const file = (path: string): object => ({
    path,
    content: `test('${path}', () => { expect(1).toBe(1); });\n`,
  });

  async function generate(more: Partial<GenerateTestsInput> = {}): ReturnType<typeof generateTests> {
    const tree = await treeOf(store, FILES);
    return generateTests(
      deps,
      { key, tree, request: 'halve the tax', changedFiles: ['src/cart.ts'], ...more },
      context,
    );
  }

  test('adds test files for the changed files', async () => {
    server.script(reply({ summary: 'total with tax', tests: [file('src/tax.test.ts')] }));
    const outcome = await generate();
    expect(outcome).toMatchObject({
      files: ['src/tax.test.ts'],
      note: 'total with tax',
      usage: { modelCalls: 1 },
    });
    expect(await textsOf(store, outcome.tree)).toMatchObject(FILES);
    expect(bench.prompt()).toMatch(/export const total[\s\S]*export const tax/);
    expect(bench.prompt()).toContain('src/cart.test.ts');
  });

  test('goes by the rules of the run for heavy folders', async () => {
    const heavyFolders = { add: ['data'], capture: [] };
    server.script(
      ...Array.from({ length: 2 }, () => reply({ summary: 's', tests: [file('data/a.test.ts')] })),
    );
    const outcome = await generate({ heavyFolders });
    expect(outcome).toMatchObject({ files: [], note: expect.stringContaining('lies in data') as string });
    server.assertComplete();
  });

  test('never overwrites a test that is there', async () => {
    server.script(reply({ summary: 's', tests: [file('src/cart.test.ts'), file('./src/cart.test.ts')] }));
    const outcome = await generate();
    expect(outcome.files).toEqual(['src/cart.generated-2.test.ts', 'src/cart.generated.test.ts']);
    expect((await textsOf(store, outcome.tree))['src/cart.test.ts']).toBe(FILES['src/cart.test.ts']);
  });

  test('writes weak tests anew, and tells what they let pass', async () => {
    const weak = {
      files: ['src/cart.test.ts'],
      killed: 1,
      sampled: 9,
      survived: ['src/cart.ts:3: `+` to `-`'],
    };
    server.script(reply({ summary: 's', tests: [file('src/cart.test.ts')] }));
    const outcome = await generate({ weak });
    expect(outcome.files).toEqual(['src/cart.test.ts']);
    expect((await textsOf(store, outcome.tree))['src/cart.test.ts']).toContain('expect(1)');
    expect(bench.prompt()).toContain('they notice 1 of 9 deliberate mistakes');
    expect(bench.prompt()).toContain('- src/cart.ts:3: `+` to `-`');
    expect(bench.prompt()).toContain(FILES['src/cart.test.ts'].trim());
  });

  test('refuses files that are no tests', async () => {
    const wrong = reply({ summary: 's', tests: [file('src/cart2.ts')] });
    server.script(wrong, wrong);
    const outcome = await generate();
    expect(outcome).toMatchObject({
      files: [],
      note: expect.stringMatching(/not named like a test/) as string,
    });
    expect(await textsOf(store, outcome.tree)).toEqual(FILES);
  });

  test('leaves the tree as it is where the reply is of no use', async () => {
    server.script(reply({ summary: 's', tests: [] }), reply({ summary: 's' }));
    const outcome = await generate();
    expect(outcome.files).toEqual([]);
    expect(outcome.note).toMatch(/^unusable reply/);
    expect(await textsOf(store, outcome.tree)).toEqual(FILES);
  });

  test('asks nothing where no code changed', async () => {
    expect(await generate({ changedFiles: ['src/cart.test.ts', 'gone.ts'] })).toMatchObject({
      files: [],
      usage: { modelCalls: 0 },
    });
    expect(server.calls).toEqual([]);
  });
});

describe('chatReply', () => {
  test('answers with the project at hand', async () => {
    server.script(reply('The tax is in `src/tax.ts`.'));
    const tree = await treeOf(store, FILES);
    const outcome = await chatReply(deps, { key, tree, request: 'Where is the tax?' }, context);
    expect(outcome).toEqual({
      reply: 'The tax is in `src/tax.ts`.',
      usage: { modelCalls: 1, inputTokens: expect.any(Number) as number, outputTokens: 5 },
    });
    expect(server.calls[0]?.body).not.toHaveProperty('response_format');
    expect(bench.prompt()).toContain('Where is the tax?');
  });

  test('says so where the answer was cut off', async () => {
    server.script(reply('The tax is', { finishReason: 'length' }));
    const outcome = await chatReply(
      deps,
      { key, tree: await treeOf(store, FILES), request: 'Where?' },
      context,
    );
    expect(outcome.reply).toMatch(/no usable answer: The reply was cut off/);
  });
});
