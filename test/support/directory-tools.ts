import type { BlobHash } from '../../src/domain/ids';
import { createDiagnostics } from '../../src/codebase/diagnostics';
import { createCodeGraph } from '../../src/codebase/graph';
import { createNavigator } from '../../src/codebase/navigation';
import type { DirectoryContext, DirectoryResult } from '../../src/coder/tools/directory';
import { DIRECTORY_TOOLS } from '../../src/coder/tools/directory';
import { type SeenFile, seenTogether } from '../../src/domain/files/seen';
import { VerificationSpec } from '../../src/domain/verification/verification';
import { createMemoryStore } from './memory-store';
import { createSandbox, type Sandbox } from '../../src/sandbox';
import { createProgramLoader } from '../../src/verifier';
import { createInspector } from '../../src/verifier/integrity';
import { applyEdits } from '../../src/workspace/trees/apply-edits';
import { diffTrees } from '../../src/workspace/trees/diff-trees';
import { keepPaths } from '../../src/workspace/trees/keep-paths';
import { asTree } from './hashes';
import { textsOf, treeOf } from './text-trees';

type Given = Partial<Omit<DirectoryContext, 'seen'>>;

/** A small project whose total is wrong. */
export const SHOP = {
  'package.json': '{ "name": "shop" }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }\n',
  'src/price.ts': 'export function total(prices: number[]): number {\n  return prices.length;\n}\n',
  'src/util/round.ts': 'export const round = (n: number): number => Math.round(n);\n',
  'test/price.test.ts': [
    "import { total } from '../src/price';",
    "test('adds up', () => expect(total([1, 2])).toBe(3));",
    "test('is none of none', () => expect(total([])).toBe(0));",
    '',
  ].join('\n'),
  '.env': 'API_KEY=hush\n',
};

/** A store, a sandbox and checkers that the runs of one test file share. */
export class ToolBench {
  readonly store = createMemoryStore();
  readonly diagnostics = createDiagnostics(this.store, { deadlineMs: 60_000 });
  readonly navigate = createNavigator(this.store);
  readonly graph = createCodeGraph({ deadlineMs: 120_000 });
  private sandbox: Sandbox | undefined;

  async run(files: Readonly<Record<string, string>>, given: Given = {}): Promise<ToolRun> {
    const run = new ToolRun(this);
    await run.begin(await treeOf(this.store, files), given);
    return run;
  }

  /** The sandbox, started with the first test that wants it. */
  get started(): Sandbox {
    this.sandbox ??= createSandbox({ children: 1 });
    return this.sandbox;
  }

  async close(): Promise<void> {
    this.diagnostics.close();
    this.graph.close();
    await this.sandbox?.close();
  }
}

/** A run on a small project, whose tools are called one after the other as a loop would. */
export class ToolRun {
  readonly store: ToolBench['store'];
  private context!: DirectoryContext;
  private readonly seen = new Map<string, SeenFile>();

  constructor(private readonly bench: ToolBench) {
    this.store = bench.store;
  }

  /** Begins with a tree that is in the store of this run. */
  async begin(tree: BlobHash, given: Given): Promise<void> {
    const { store, bench } = this;
    const sandbox = {
      run: (...args: Parameters<Sandbox['run']>) => bench.started.run(...args),
    } as Sandbox;
    const loadProgram = createProgramLoader(store);
    this.context = {
      ...store,
      workspace: {
        applyEdits: (of, edits, rules) => applyEdits(store, of, edits, rules),
        diffTrees: (base, of) => diffTrees(store, base, of),
        keepPaths: (request) => keepPaths(store, request),
      },
      verifier: { sandbox, loadProgram },
      inspect: createInspector({ ...store, loadProgram }),
      diagnostics: bench.diagnostics,
      navigate: bench.navigate,
      graph: bench.graph,
      history: () => Promise.resolve({ status: 'unfit', reason: 'this run has no repository' }),
      redact: (text) => text,
      tree: asTree(tree),
      base: asTree(tree),
      spec: VerificationSpec.parse({}),
      directory: { hostId: 'here', hostName: 'here', realpath: '/project' },
      request: 'change it',
      impactedFiles: [],
      seen: this.seen,
      runCheck: () => Promise.reject(new Error('this run has no commands')),
      signal: new AbortController().signal,
      ...given,
    };
  }

  get tree(): BlobHash {
    return this.context.tree;
  }

  /** Calls a tool with arguments as a model gives them. */
  async call(name: string, given: object = {}): Promise<DirectoryResult> {
    const tool = DIRECTORY_TOOLS.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const result = tool.output.parse(await tool.run(this.context, tool.input.parse(given)));
    if (result.tree !== undefined) this.context = { ...this.context, tree: result.tree };
    for (const { path, ...file } of result.seen ?? [])
      this.seen.set(path, seenTogether(this.seen.get(path), file));
    return result;
  }

  /** Text of what a call answers. */
  async text(name: string, given: object = {}): Promise<string> {
    return (await this.call(name, given)).text;
  }

  files(): Promise<Record<string, string>> {
    return textsOf(this.store, asTree(this.tree));
  }
}
