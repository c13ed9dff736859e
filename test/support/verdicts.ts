/** Verifications of text trees in a real sandbox, as the activity makes them. */
import type { BlobHash } from '../../src/domain/ids';
import { createSandbox, type Sandbox } from '../../src/sandbox';
import { createProgramLoader } from '../../src/verifier/load-program';
import type { RunCheck } from '../../src/verifier/run-check';
import { verify } from '../../src/verifier/verify';
import type { VerifierDeps } from '../../src/verifier/verify-task';
import { VerificationSpec, type Verification } from '../../src/domain/verification/verification';
import { createMemoryStore } from './memory-store';
import { treeOf } from './text-trees';

export interface Verdicts {
  /** The verdict on a change, compared with the tree before it. */
  of(before: Record<string, string>, change: Record<string, string>): Promise<Verification>;
  /** The verdict on a tree alone, which is run again if it is green. */
  baseline(files: Record<string, string>): Promise<Verification>;
  /** Runs of test files so far. */
  readonly runs: number;
}

/** For the tests of a `describe`. `runCheck` plays the commands of `spec`. */
export function useVerdicts({
  spec = {},
  runCheck = () => Promise.reject(new Error('no commands here')),
}: { spec?: object; runCheck?: RunCheck } = {}): Verdicts {
  const store = createMemoryStore();
  let deps: VerifierDeps | undefined;
  let runs = 0;
  beforeAll(() => {
    const sandbox = createSandbox({ children: 2 });
    const counted: Sandbox['run'] = (...request) => {
      runs += 1;
      return sandbox.run(...request);
    };
    deps = {
      ...store,
      sandbox: { ...sandbox, run: counted },
      loadProgram: createProgramLoader(store),
      redact: String,
    };
  });
  afterAll(() => deps?.sandbox.close());
  const verified = async (
    files: Record<string, string>,
    baseline?: BlobHash,
    chanceMs?: number,
  ): Promise<Verification> => {
    if (!deps) throw new Error('The sandbox is there for tests and their set-up, not before.');
    return verify(deps, {
      tree: await treeOf(store, files),
      spec: VerificationSpec.parse({ limits: { wallMs: 8_000, turnMs: 3_000 }, ...spec }),
      baseline,
      chanceMs,
      rerunFailures: baseline === undefined,
      generatedTests: [],
      runCheck,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
  };
  return {
    get runs() {
      return runs;
    },
    baseline: (files) => verified(files, undefined, 12_000),
    of: async (before, change) => {
      const { report } = await verified(before);
      return verified({ ...before, ...change }, report);
    },
  };
}
