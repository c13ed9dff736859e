import { VerificationSpec } from '../../../src/domain/verification/verification';
import { createSandbox } from '../../../src/sandbox';
import { createMemoryStore } from '../../support/memory-store';
import { createProgramLoader } from '../../../src/verifier/load-program';
import { verify } from '../../../src/verifier/verify';
import { treeOf } from '../../support/text-trees';

const ADD = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const HALF = 'export function half(n: number): number {\n  return n / 2;\n}\n';
const TEST = "import { add } from '../src/math';\nit('adds', () => expect(add(1, 2)).toBe(3));\n";
const PRICE_TEST =
  "const { gross } = require('./price');\nit('adds the tax', () => expect(gross(100)).toBe(119));\n";

test('a verification tells which changed files no test executes, where they are loaded as well', async () => {
  const store = createMemoryStore();
  const sandbox = createSandbox({ children: 1 });
  const deps = { ...store, sandbox, loadProgram: createProgramLoader(store), redact: String };
  const task = {
    spec: VerificationSpec.parse({}),
    rerunFailures: false,
    generatedTests: [],
    runCheck: () => Promise.reject(new Error('there is no command')),
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const files = { 'src/math.ts': ADD, 'test/math.test.ts': TEST };
  const { report } = await verify(deps, { ...task, tree: await treeOf(store, files) });
  const covers = ['src/math.ts', 'src/new.ts'];
  const changed = async (math: string): Promise<string[] | undefined> => {
    const tree = await treeOf(store, { ...files, 'src/math.ts': math, 'src/new.ts': HALF });
    return (await verify(deps, { ...task, tree, baseline: report, covers })).unexecuted;
  };
  expect(await changed(`${ADD}${HALF}`)).toEqual(['src/math.ts', 'src/new.ts']);
  expect(await changed(ADD.replace('a + b', 'b + a'))).toEqual(['src/new.ts']);

  const gross = 'const gross = (sum) => sum * 1.19;\n';
  const before = { 'price.js': `${gross}module.exports = { gross };\n`, 'price.test.js': PRICE_TEST };
  const priced = await verify(deps, { ...task, tree: await treeOf(store, before) });
  const repriced = async (text: string): Promise<string[] | undefined> => {
    const tree = await treeOf(store, { ...before, 'price.js': text });
    const own = { tree, baseline: priced.report, covers: ['price.js'] };
    return (await verify(deps, { ...task, ...own })).unexecuted;
  };
  const net = gross.replace('gross', 'net');
  expect(await repriced(`${gross}${net}module.exports = { gross, net };\n`)).toEqual(['price.js']);
  expect(await repriced(before['price.js'].replace('sum * 1.19', '1.19 * sum'))).toBeUndefined();
  await sandbox.close();
});
