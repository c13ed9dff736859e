import { rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { handleTask, type SessionDeps } from '../../src/coder/session';
import { createCheckRunner, createTreeCommands } from '../../src/commands';
import { openNavigation, treeSources } from '../../src/codebase/navigation';
import type { RepositoryLook } from '../../src/domain/session/commit-plan';
import type { Handled } from '../../src/domain/session/handling';
import { newContext, type ModeContext } from '../../src/domain/session/context';
import type { AgentMode } from '../../src/domain/session/modes';
import type { HandlerTask } from '../../src/domain/session/state';
import { createMemoryStore } from './memory-store';
import { createWorkspaces } from '../../src/workspace';
import { USABLE_TOOLS } from './isolation';
import { asBlob } from './hashes';
import { tempFolder } from './temp-folder';
import { VerificationSpec } from '../../src/domain/verification/verification';
import { treeOf } from './text-trees';

type Files = Readonly<Record<string, string>>;

/** A task of a handler: its text, the files, and what a session knows besides. */
export interface BenchTask extends Partial<Pick<HandlerTask, 'language' | 'hasModel' | 'isChained'>> {
  text: string;
  files: Files;
  /** Files of the session's begin. */
  base?: Files;
  context?: Partial<ModeContext>;
  repository?: RepositoryLook;
  /** Parts in place of the bench's own. */
  deps?: Partial<SessionDeps>;
}

const followsNone = () => Promise.reject(new Error('this bench follows no symbols'));

/** Handlers of a session on trees in memory, with real commands. */
export class SessionCommandBench {
  readonly folder = tempFolder('session-bench');
  readonly store = createMemoryStore();
  readonly workspaces = createWorkspaces({
    ...this.store,
    store: this.store,
    journals: join(this.folder, 'journals'),
  });

  async deps(): Promise<SessionDeps> {
    const { blobs, trees } = this.store;
    const checks = await createCheckRunner({
      ...this.store,
      checkouts: join(this.folder, 'checkouts'),
      // Commands find the Node that runs the tests, whatever else is installed here.
      path: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      tools: USABLE_TOOLS,
    });
    const { applyEdits, diffTrees } = this.workspaces;
    return {
      ...{ blobs, trees, applyEdits, diffTrees },
      redact: (text) => text,
      runCommand: createTreeCommands(() => checks({ allowUnsandboxed: true })),
      navigate: async ({ tree }, signal) => openNavigation(await treeSources(this.store, tree), { signal }),
      graph: { impact: followsNone, callers: followsNone, callees: followsNone },
      history: () => Promise.reject(new Error('this bench reads no history')),
      diagnose: () => Promise.reject(new Error('this bench checks nothing')),
      verify: () => Promise.reject(new Error('this bench verifies nothing')),
    };
  }

  /** Does the work of a mode. */
  async handle(mode: AgentMode, given: BenchTask): Promise<Handled> {
    const { text, files, base, language = 'en', hasModel = false, isChained = false } = given;
    const tree = async (texts: Files) => ({ tree: await treeOf(this.store, texts) });
    const task: HandlerTask = {
      ...{ text, language, hasModel, isChained, isQuestion: false },
      files: await tree(files),
      ...(base && { base: await tree(base) }),
      context: { ...newContext(), ...given.context },
      earlier: [],
    };
    const directory = { hostId: 'bench', hostName: 'bench', realpath: join(this.folder, 'project') };
    return handleTask(
      { ...(await this.deps()), ...given.deps },
      {
        key: { run: 'bench', effect: 'handle' },
        mode,
        task,
        directory,
        spec: VerificationSpec.parse({}),
        detect: { level: 'MEDIUM', mode },
        repository: given.repository,
      },
      { signal: new AbortController().signal, progress: () => undefined, attempt: 1 },
    );
  }

  /** The whole result as JSON. */
  async detail({ detail }: Handled): Promise<unknown> {
    return JSON.parse(String(await this.store.blobs.load(detail ?? asBlob(''))));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
