import type { BlobHash } from '../../src/domain/ids';
import { createDiagnostics } from '../../src/codebase/diagnostics';
import { createCodeGraph } from '../../src/codebase/graph';
import { openNavigation, treeSources } from '../../src/codebase/navigation';
import { handleTask, type SessionDeps } from '../../src/coder/session';
import { redactor } from '../../src/domain/redact';
import { newContext } from '../../src/domain/session/context';
import type { Handled } from '../../src/domain/session/handling';
import type { AgentMode } from '../../src/domain/session/modes';
import { askedKind } from '../../src/domain/session/question-kinds';
import type { HandlerTask } from '../../src/domain/session/state';
import { createMemoryStore } from './memory-store';
import { diffTrees } from '../../src/workspace/trees/diff-trees';
import { VerificationSpec } from '../../src/domain/verification/verification';
import { treeOf } from './text-trees';

type Files = Readonly<Record<string, string>>;

/** A handler's result with the texts that it keeps. */
export interface BenchResult extends Handled {
  /** The whole result, as it is kept. */
  whole: unknown;
  /** Text that a model would be shown. */
  shown: string;
}

/** Handlers over a store in memory, with real navigation and real checkers; nothing verifies. */
export class SessionBench {
  readonly store = createMemoryStore();
  private readonly diagnostics = createDiagnostics(this.store, { deadlineMs: 60_000 });
  private readonly graph = createCodeGraph({ deadlineMs: 120_000 });
  private readonly deps: SessionDeps = {
    graph: this.graph,
    history: () => Promise.resolve({ status: 'unfit', reason: 'this bench has no repository' }),
    blobs: this.store.blobs,
    trees: this.store.trees,
    redact: redactor([]),
    navigate: async ({ tree }, signal) => openNavigation(await treeSources(this.store, tree), { signal }),
    diagnose: ({ tree, paths }, signal) => this.diagnostics.check({ tree, paths, signal }),
    runCommand: () => Promise.reject(new Error('this bench runs no commands')),
    applyEdits: () => Promise.reject(new Error('this bench edits nothing')),
    diffTrees: (base, tree) => diffTrees(this.store, base, tree),
    verify: () => Promise.reject(new Error('this bench runs no checks')),
  };

  /** `given`: parts in place of the bench's own. */
  constructor(private readonly given: Partial<SessionDeps> = {}) {}

  /** Does the work of a mode on text files. */
  async handle(
    mode: AgentMode,
    files: Files,
    { before, ...given }: Partial<HandlerTask> & { before?: Files } = {},
  ): Promise<BenchResult> {
    const task: HandlerTask = {
      text: '',
      files: { tree: await treeOf(this.store, files) },
      ...(before && { base: { tree: await treeOf(this.store, before) } }),
      language: 'en',
      hasModel: false,
      isChained: false,
      isQuestion: false,
      context: newContext(),
      earlier: [],
      ...given,
    };
    const directory = { hostId: 'here', hostName: 'here', realpath: '/nowhere' };
    const handled = await handleTask(
      { ...this.deps, ...this.given },
      {
        key: { run: 'bench', effect: 'one' },
        mode,
        task,
        asked: askedKind(mode, task),
        directory,
        spec: VerificationSpec.parse({}),
        detect: { level: 'MEDIUM', mode },
      },
      { signal: new AbortController().signal, progress: () => undefined, attempt: 1 },
    );
    const { detail, material } = handled;
    const whole: unknown = detail && JSON.parse(await this.text(detail));
    return { ...handled, whole, shown: material ? await this.text(material) : '' };
  }

  close(): void {
    this.diagnostics.close();
    this.graph.close();
  }

  private async text(hash: BlobHash): Promise<string> {
    const { blobs = this.store.blobs } = this.given;
    return String(await blobs.load(hash));
  }
}
