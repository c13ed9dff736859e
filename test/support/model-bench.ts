import { z } from 'zod';
import { createNavigator, type Navigate } from '../../src/codebase/navigation';
import { createModelClient, ModelError, type ModelClient, type ModelSettings } from '../../src/model';
import type { StructuredOptions } from '../../src/model/types';
import type { ExecuteInput, LlmDeps } from '../../src/coder';
import { applyEdits } from '../../src/workspace/trees/apply-edits';
import { diffTrees } from '../../src/workspace/trees/diff-trees';
import type { TreeHash } from '../../src/domain/ids';
import { redact } from '../../src/domain/redact';
import { VerificationSpec } from '../../src/domain/verification/verification';
import { createMemoryStore } from './memory-store';
import type { Store } from '../../src/store/types';
import { ScriptedModel } from './scripted-model';

export const Answer = z.object({ sum: z.number(), note: z.string().nullable().default(null) });
export const API_KEY = 'sk-test-0123456789abcdef';

const RUN = 'run-1';

/** A request that changes one file of that tree. */
export function executeInput(tree: TreeHash, path: string, request: string): ExecuteInput {
  return {
    key: { run: RUN, effect: 'execute' },
    tree,
    request,
    impactedFiles: [path],
    spec: VerificationSpec.parse({}),
    directory: { hostId: 'host', hostName: 'machine', realpath: '/work/project' },
  };
}

/** Ground of tests of the model layer: a scripted endpoint and a store in memory. */
export interface ModelBench {
  server: ScriptedModel;
  store: Store;
  client(settings?: Partial<ModelSettings>): ModelClient;
  /** Asker of a model for edits, with the real workspace. */
  deps(): LlmDeps;
  /** References of the replies that are stored. */
  /** Opens indexes of the store's trees. */
  navigate: Navigate;
  storedReplies(): Promise<{ effect: string; value: string }[]>;
  /** The text of a call's messages. */
  prompt(call?: number): string;
}

export async function startModelBench(): Promise<ModelBench> {
  const server = await ScriptedModel.start();
  const store = createMemoryStore();
  const client = (settings: Partial<ModelSettings> = {}): ModelClient =>
    createModelClient(
      { baseUrl: server.baseUrl, apiKey: API_KEY, model: 'small', timeoutMs: 20_000, ...settings },
      store,
    );
  return {
    server,
    store,
    client,
    deps: () => ({
      model: client(),
      trees: store.trees,
      blobs: store.blobs,
      workspace: {
        applyEdits: (tree, edits, rules) => applyEdits(store, tree, edits, rules),
        diffTrees: (base, tree) => diffTrees(store, base, tree),
      },
      redact: (text) => redact(text, [API_KEY]),
    }),
    navigate: createNavigator(store),
    storedReplies: async () =>
      (await store.refs.list(RUN)).filter(({ effect }) => /\/model\/[0-9a-f]{24}$/.test(effect)),
    prompt: (call = 0) => server.calls[call]?.body.messages.map(({ content }) => content).join('\n') ?? '',
  };
}

/** A question whose answer is `Answer`. */
export function ask(more: Partial<StructuredOptions<typeof Answer>> = {}): StructuredOptions<typeof Answer> {
  return {
    purpose: 'debug',
    schema: Answer,
    schemaName: 'answer',
    messages: [
      { role: 'system', content: 'Add.' },
      { role: 'user', content: 'one and two' },
    ],
    key: { run: RUN, effect: 'round-1/propose/1' },
    signal: new AbortController().signal,
    ...more,
  };
}

/** The `ModelError` of a call that fails. */
export async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelError)) throw error;
  return error;
}
