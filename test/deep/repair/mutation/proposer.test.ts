import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { createMutationProposer } from '../../../../src/repair/mutation';
import { createSandbox } from '../../../../src/sandbox';
import { createProgramLoader } from '../../../../src/verifier/load-program';
import { verify } from '../../../../src/verifier/verify';
import { createWorkspaces } from '../../../../src/workspace';
import { analyzeFailures } from '../../../../src/domain/verification/analysis';
import { errorContext } from '../../../../src/domain/heal/errors';
import { concise, Candidate, type Evidence, type Proposal } from '../../../../src/domain/heal/proposal';
import type { SearchEffort } from '../../../../src/repair/search/budget';
import { VerificationSpec, type Verification } from '../../../../src/domain/verification/verification';
import { openStore, type Store } from '../../../../src/store';
import { asBlob, asTree } from '../../../support/hashes';
import { commandCheck, testResult } from '../../../support/check-reports';
import { tempFolder } from '../../../support/temp-folder';
import { textsOf, treeOf } from '../../../support/text-trees';

const folder = tempFolder('mutation');
const spec = VerificationSpec.parse({ limits: { wallMs: 5_000, turnMs: 2_000 } });
const sandbox = createSandbox({ children: 2 });
const never = new AbortController().signal;
let store: Store;

beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
});

afterAll(async () => {
  await sandbox.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function parts() {
  const { blobs, trees } = store;
  const { applyEdits, diffTrees } = createWorkspaces({
    blobs,
    trees,
    store,
    journals: join(folder, 'journals'),
  });
  const loadProgram = createProgramLoader({ trees, blobs });
  return {
    blobs,
    sandbox,
    loadProgram,
    redact: (text: string) => text,
    proposer: createMutationProposer({ sandbox, blobs, loadProgram, applyEdits, diffTrees }),
  };
}

const TSC = "src/price.ts(2,10): error TS2365: Operator '<' cannot be applied.";

function verifyTree(tree: BlobHash, given = spec, stdout = TSC): Promise<Verification> {
  return verify(parts(), {
    tree: asTree(tree),
    spec: given,
    rerunFailures: false,
    generatedTests: [],
    runCheck: (_tree, { command }) =>
      Promise.resolve(
        commandCheck(command, {
          exitCode: 2,
          tests: [
            testResult(command, '', 'failed', {
              id: command,
              path: [command],
              failure: { errorName: 'ExitCode', message: `${command} ended with exit code 2`, phase: 'run' },
            }),
          ],
          stdout,
        }),
      ),
    signal: never,
    progress: () => undefined,
  });
}

async function evidenceOf(
  files: Record<string, string>,
  given: Partial<Evidence> = {},
  verification = spec,
  stdout = TSC,
): Promise<Evidence> {
  const baseline = await verifyTree(await treeOf(store, files), verification, stdout);
  const analysis = analyzeFailures(baseline);
  return concise({
    tree: baseline.tree,
    report: baseline.report,
    baselineReport: baseline.report,
    analysis,
    errorContext: errorContext(baseline, analysis, []),
    impactedFiles: [],
    vanished: [],
    tried: [],
    round: 1,
    ...given,
  });
}

function propose(
  evidence: Evidence,
  options: {
    verification?: VerificationSpec;
    signal?: AbortSignal;
    progress?: () => void;
    effort?: SearchEffort;
  } = {},
): Promise<Proposal> {
  return parts().proposer.propose(evidence, {
    key: { run: 'run', effect: 'round-1' },
    verification: options.verification ?? spec,
    signal: options.signal ?? never,
    progress: options.progress ?? (() => undefined),
    effort: options.effort,
  });
}

const PRICE =
  'export function total(prices: number[], limit: number): number {\n  let sum = 0;\n  for (let i = 0; i < prices.length; i++) {\n    if (prices[i]! < limit) sum += prices[i]!;\n  }\n  return sum;\n}\n';
const PRICE_TEST =
  "import { total } from '../src/price';\n\ntest('counts prices up to the limit', () => {\n  expect(total([1, 5, 9], 5)).toBe(6);\n});\ntest('of nothing is 0', () => {\n  expect(total([], 5)).toBe(0);\n});\n";
const PAGE =
  'export function pageCount(items: number, size: number): number {\n  return Math.floor(items / size);\n}\n';
const PAGE_TEST =
  "import { pageCount } from '../src/page';\n\ndescribe('pageCount', () => {\n  it('counts a page begun', () => expect(pageCount(11, 5)).toBe(3));\n  it('counts full pages', () => expect(pageCount(10, 5)).toBe(2));\n});\n";
const PROTOCOL =
  "const SCRIPTS = new Set(['javascript', 'vbscript']);\n\nexport function isScriptProtocol(protocol?: string): boolean {\n  return !!protocol && SCRIPTS.has(protocol);\n}\n";
const PROTOCOL_TEST =
  "import { isScriptProtocol } from '../src/protocol';\n\ntest('knows a script with a colon', () => {\n  expect(isScriptProtocol('javascript:')).toBe(true);\n});\ntest('knows a script', () => {\n  expect(isScriptProtocol('vbscript')).toBe(true);\n});\n";
const protocols = { 'src/protocol.ts': PROTOCOL, 'test/protocol.test.ts': PROTOCOL_TEST };
const shop = { 'src/price.ts': PRICE, 'test/price.test.ts': PRICE_TEST };

describe('the mutation proposer', () => {
  it('repairs a bug with a whole suggestion', async () => {
    const evidence = await evidenceOf(shop);
    const proposal = await propose(evidence);
    expect(proposal.candidates.length).toBeGreaterThan(0);
    expect(proposal.candidates.length).toBeLessThanOrEqual(5);
    const right = PRICE.replace('prices[i]! < limit', 'prices[i]! <= limit');
    const texts = await Promise.all(proposal.candidates.map((candidate) => textsOf(store, candidate.tree)));
    const found = proposal.candidates[texts.findIndex((text) => text['src/price.ts'] === right)];
    expect(Candidate.parse(found)).toMatchObject({
      proposer: 'mutation',
      summary: '`<` should be `<=` (src/price.ts:4)',
      suggestion: {
        rootCause: 'src/price.ts:4: `<` should be `<=`',
        errorCategory: 'logic_error',
        verificationCommands: ['npx jest test/price.test.ts'],
      },
    });
    expect(JSON.parse(String(await store.blobs.load(found?.suggestionRef ?? asBlob(''))))).toMatchObject({
      fileModifications: [{ path: 'src/price.ts', action: 'modify', content: right }],
    });
    for (const candidate of proposal.candidates) {
      expect(candidate.diff.files.map((file) => file.path)).toEqual(['src/price.ts']);
      expect((await verifyTree(candidate.tree)).success).toBe(true);
    }
  });

  it('gives the same answer twice', async () => {
    const evidence = await evidenceOf(shop);
    const [first, second] = [await propose(evidence), await propose(evidence)];
    expect(first.candidates.map((one) => one.tree)).toEqual(second.candidates.map((one) => one.tree));
    expect(first.candidates.map((one) => one.standing)).toEqual(second.candidates.map((one) => one.standing));
  });

  it('puts repairs that behave differently apart, and names a call that tells them', async () => {
    const proposal = await propose(await evidenceOf(protocols));
    const [first] = proposal.candidates;
    expect(first?.standing?.confidence).toBe('ambiguous');
    expect(first?.standing?.deciding?.call).toMatch(/^isScriptProtocol\(/);
    const letters = proposal.candidates.map(({ standing }) => standing?.group);
    expect(letters).toEqual([...letters].sort());
    expect(new Set(letters).size).toBe(letters.length);
    const answers = new Set(proposal.candidates.map(({ standing }) => standing?.deciding?.answer));
    expect(answers.size).toBeGreaterThan(1);
    const texts = await Promise.all(proposal.candidates.map((candidate) => textsOf(store, candidate.tree)));
    expect(texts[0]?.['src/protocol.ts']).not.toContain('??');
  });

  it('is sure where all repairs behave alike', async () => {
    const proposal = await propose(await evidenceOf({ 'src/page.ts': PAGE, 'test/page.test.ts': PAGE_TEST }));
    const [first] = proposal.candidates;
    expect(first?.standing).toMatchObject({ group: 'A', confidence: 'high' });
    expect(first?.signs).toBeUndefined();
    expect(first?.summary).toContain('ceil');
  });

  it('never proposes a tree that was tried', async () => {
    const evidence = await evidenceOf(shop);
    const before = await propose(evidence);
    const tried = before.candidates.map(({ tree, summary }) => ({
      tree,
      proposer: 'mutation',
      summary,
      outcome: 'command failed',
    }));
    const after = await propose({ ...evidence, tried, round: 2 });
    const trees = new Set(tried.map((one) => one.tree));
    expect(after.candidates.filter((one) => trees.has(one.tree))).toEqual([]);
    expect(after.searched).toBeGreaterThan(tried.length);
  });

  it('gives up early where another is asked next, and repairs the likely all the same', async () => {
    const evidence = await evidenceOf(shop);
    const quick = await propose(evidence, { effort: 'quick' });
    expect(quick.candidates.map(({ summary }) => summary)).toContain('`<` should be `<=` (src/price.ts:4)');
    const hopeless = await evidenceOf({
      'src/price.ts': PRICE,
      'test/price.test.ts': PRICE_TEST.replace('toBe(6)', 'toBe("a price list")'),
    });
    const whole = await propose(hopeless);
    const first = await propose(hopeless, { effort: 'quick' });
    const second = await propose({ ...hopeless, round: 2 }, { effort: 'quick' });
    expect([whole, first, second].flatMap(({ candidates }) => candidates)).toEqual([]);
    expect(first.searched).toBe(64);
    expect(second.searched).toBe(128);
    expect(whole.searched).toBeGreaterThan(second.searched);
  });

  it('repairs independent bugs of several files in one candidate', async () => {
    const proposal = await propose(
      await evidenceOf({ ...shop, 'src/page.ts': PAGE, 'test/page.test.ts': PAGE_TEST }),
    );
    const [best] = proposal.candidates;
    expect(best?.diff.files.map((file) => file.path)).toEqual(['src/page.ts', 'src/price.ts']);
    expect((await verifyTree(best?.tree ?? asBlob(''))).success).toBe(true);
  });

  it('repairs what it can where another failure has no repair', async () => {
    const impossible =
      "import { pageCount } from '../src/page';\n\ntest('names the page', () => expect(pageCount(1, 1)).toBe('page one of one, really'));\n";
    const proposal = await propose(
      await evidenceOf({
        ...shop,
        'src/page.ts': PAGE,
        'test/page.test.ts': PAGE_TEST.replace('toBe(3)', 'toBe(2)'),
        'test/name.test.ts': impossible,
      }),
    );
    const [best] = proposal.candidates;
    expect(best?.diff.files.map((file) => file.path)).toEqual(['src/price.ts']);
    expect(await verifyTree(best?.tree ?? asBlob(''))).toMatchObject({ failed: 1 });
  });

  it('leaves tests and what they use alone, although an edit of them would do', async () => {
    const files = {
      ...shop,
      'test/__fixtures__/limit.ts': 'export const limit = 5;\n',
      'test/price.test.ts':
        "import { total } from '../src/price';\nimport { limit } from './__fixtures__/limit';\n\ntest('total', () => expect(total([1, 5], limit)).toBe(6));\n",
    };
    const proposal = await propose(await evidenceOf(files));
    const paths = proposal.candidates.flatMap((one) => one.diff.files.map((file) => file.path));
    expect(new Set(paths)).toEqual(new Set(['src/price.ts']));
  });

  it('repairs a program that never ends', async () => {
    const files = {
      'sum.js':
        'function sumTo(n) {\n  let sum = 0;\n  let i = 1;\n  while (i <= n) {\n    sum += i;\n  }\n  return sum;\n}\nmodule.exports = { sumTo };\n',
      'sum.test.js':
        "const { sumTo } = require('./sum');\ntest('sum', () => { expect(sumTo(3)).toBe(6); expect(sumTo(1)).toBe(1); });\n",
    };
    const evidence = await evidenceOf(files);
    expect(evidence.analysis.kind).toBe('timeout');
    const proposal = await propose(evidence);
    expect(proposal.candidates.map((one) => one.summary).join()).toContain('`i++;` is missing');
  });

  it('repairs a crash where the stack points', async () => {
    const files = {
      'name.ts':
        'interface User { name?: string }\nexport function initial(user: User): string {\n  return user.name!.slice(0, 1).toUpperCase();\n}\nexport const shout = (text: string) => text.toUpperCase();\n',
      'name.test.ts':
        "import { initial } from './name';\ntest('initial', () => expect(initial({ name: 'ann' })).toBe('A'));\ntest('no name', () => expect(initial({})).toBeUndefined());\n",
    };
    const proposal = await propose(await evidenceOf(files));
    expect(proposal.candidates.length).toBeGreaterThan(0);
    expect(proposal.candidates.every((one) => one.summary.includes('name.ts:'))).toBe(true);
    expect(proposal.candidates.every((one) => /name\.ts:(2|3)\b/.test(one.summary))).toBe(true);
  });

  it('says that commands cannot be run where there is no bench for them', async () => {
    const verification = VerificationSpec.parse({ tests: [], commands: [{ command: 'tsc --noEmit' }] });
    const evidence = await evidenceOf({ 'src/price.ts': PRICE }, {}, verification);
    const proposal = await propose(evidence, { verification });
    expect(proposal.candidates).toEqual([]);
    expect(proposal.note).toBe('commands cannot be run here');
  });

  it('repairs an import that names no file, and proves it by the tests', async () => {
    const files = {
      'src/math.ts': "import { one } from 'data/one';\nexport const two = () => one + one;\n",
      'src/data/one.ts': 'export const one = 1;\n',
      'test/math.test.ts': "import { two } from '../src/math';\ntest('two', () => expect(two()).toBe(2));\n",
    };
    const evidence = await evidenceOf(files);
    expect(evidence.analysis).toMatchObject({ kind: 'import', module: 'data/one', repairable: true });
    const [best] = (await propose(evidence)).candidates;
    expect(best?.summary).toBe('`data/one` should be `./data/one` (src/math.ts:1)');
    expect((await verifyTree(best?.tree ?? asBlob(''))).success).toBe(true);
  });

  it('offers a misspelt module of Python as it should be spelt', async () => {
    const verification = VerificationSpec.parse({ tests: [], commands: [{ command: 'pytest' }] });
    const files = { 'shop/cart.py': 'import pries\n', 'shop/prices.py': '', 'cart.py': 'import shop.cart\n' };
    const stdout =
      '  File "shop/cart.py", line 1, in <module>\nModuleNotFoundError: No module named \'pries\'\n';
    const proposal = await propose(await evidenceOf(files, {}, verification, stdout), { verification });
    expect(proposal.candidates[0]?.summary).toBe('`pries` should be `prices` (shop/cart.py:1)');
  });

  it('says so where commands cannot be run', async () => {
    const verification = VerificationSpec.parse({ tests: [], commands: [{ command: 'tsc --noEmit' }] });
    const proposal = await propose(await evidenceOf({ 'src/other.ts': 'export {};\n' }, {}, verification), {
      verification,
    });
    expect(proposal.candidates).toEqual([]);
    expect(proposal.note).toContain('commands cannot be run here');
  });

  it('gives a note, not a crash, for source that is nested too deeply', async () => {
    const deep = `export const deep = ${'['.repeat(60_000)}${']'.repeat(60_000)};\n`;
    const files = {
      ...shop,
      'src/price.ts': `import { deep } from './deep';\n${PRICE}export { deep };\n`,
      'src/deep.ts': deep,
    };
    const proposal = await propose(await evidenceOf(files));
    expect(proposal.note).toContain('src/deep.ts is nested too deeply');
  });

  it('stops at once when aborted', async () => {
    const stop = new AbortController();
    const evidence = await evidenceOf({
      ...shop,
      'test/price.test.ts': PRICE_TEST.replace('toBe(6)', 'toBe(123456)'),
    });
    const search = propose(evidence, {
      signal: stop.signal,
      progress: () => stop.abort(new Error('worker stops')),
    });
    await expect(search).rejects.toThrow('worker stops');
  });
});
