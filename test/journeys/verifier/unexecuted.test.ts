import { VerificationSpec } from '../../../src/domain/verification/verification';
import { createSandbox } from '../../../src/sandbox';
import { createMemoryStore } from '../../../src/store/memory-store';
import { createProgramLoader } from '../../../src/verifier/load-program';
import { verify } from '../../../src/verifier/verify';
import { treeOf } from '../../support/text-trees';

const ADD = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const HALF = 'export function half(n: number): number {\n  return n / 2;\n}\n';
const TEST = "import { add } from '../src/math';\nit('adds', () => expect(add(1, 2)).toBe(3));\n";

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
  await sandbox.close();
});
