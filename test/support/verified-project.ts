import { saidText } from '../../src/domain/run/said';
import { unseenText } from '../../src/domain/verification/compare';
import type { BlobHash, TreeHash } from '../../src/domain/ids';
import { asTree } from './hashes';
import { checkReport } from './check-reports';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckRunner, type CommandTools } from '../../src/commands';
import { createInspector } from '../../src/verifier/integrity/inspect';
import type { Sandbox } from '../../src/sandbox/types';
import { createProgramLoader } from '../../src/verifier/load-program';
import { protector } from '../../src/verifier/select-tests';
import { verify } from '../../src/verifier/verify';
import { readReport } from '../../src/verifier/read-report';
import { diffTrees } from '../../src/workspace/trees/diff-trees';
import { TestConfig } from '../../src/domain/verification/test-config';
import {
  VerificationSpec,
  type CheckReport,
  type Verification,
  type VerificationReport,
} from '../../src/domain/verification/verification';
import { createMemoryStore } from './memory-store';
import { FOUND_TOOLS } from './isolation';
import { tempFolder } from './temp-folder';
import { treeOf } from './text-trees';

const PATH = process.env['PATH'] ?? '';

/** Fate of a change: why it is refused, and what is said of it. */
export interface Fate {
  refused: string[];
  signs: string[];
  /** The checks fail with it. */
  failed: boolean;
}

/** A project whose baseline was verified, by real commands or as tests of the sandbox. */
export class VerifiedProject {
  private constructor(
    readonly report: VerificationReport,
    private readonly files: Readonly<Record<string, string>>,
    private readonly spec: VerificationSpec,
    private readonly kit: ReturnType<typeof kitOf>,
    private readonly base: string,
    private readonly hash: BlobHash,
    private readonly run: Run,
  ) {}

  static async of(
    files: Readonly<Record<string, string>>,
    commands: readonly string[],
    { tools = FOUND_TOOLS, observed = true }: { tools?: CommandTools; observed?: boolean } = {},
  ): Promise<VerifiedProject> {
    const kit = kitOf();
    const spec = VerificationSpec.parse({
      // Without commands the sandbox runs the tests.
      tests: commands.length > 0 ? [] : undefined,
      commands: commands.map((command) => ({ command, timeoutMs: 60_000 })),
      allowUnsandboxed: true,
    });
    const base = await treeOf(kit.store, files);
    const run = { tools, observed };
    const { report } = await verified(kit, spec, run, { tree: base });
    return new VerifiedProject(
      await readReport(kit.store.blobs, report),
      files,
      spec,
      kit,
      base,
      report,
      run,
    );
  }

  /** A repair of the project; `undefined` deletes a file. */
  async repair(change: Record<string, string | undefined>, impactedFiles: string[] = []): Promise<Fate> {
    const { kit, base, spec } = this;
    const after = Object.entries({ ...this.files, ...change }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    );
    const tree = await treeOf(kit.store, Object.fromEntries(after));
    const { files: changes } = await diffTrees(kit.store, asTree(base), tree);
    const inspect = createInspector({ ...kit.store, loadProgram: kit.loadProgram });
    const { objections, signs } = await inspect({
      base: asTree(base),
      tree,
      changes,
      spec,
      report: this.hash,
      impactedFiles,
    });
    const reasonFor = protector(spec, { ...this.report, impactedFiles });
    const reasons = changes.flatMap(({ path }) => {
      const reason = reasonFor(path);
      return reason === undefined ? [] : [`${path} ${saidText(reason)}`];
    });
    const refused = [...reasons, ...objections.map(({ message }) => saidText(message))];
    if (refused.length > 0) return { refused, signs: signs.map(({ sign }) => sign), failed: false };
    const { comparison, failed } = await verified(kit, spec, this.run, { tree, baseline: this.hash });
    const unseen = (comparison?.unseen ?? []).map((one) => unseenText(one, 'en'));
    return { refused: unseen, signs: signs.map(({ sign }) => sign), failed: failed > 0 };
  }
}

interface Run {
  tools: CommandTools;
  observed: boolean;
}

/** The verification of a tree by real commands. */
async function verified(
  kit: ReturnType<typeof kitOf>,
  spec: VerificationSpec,
  { tools, observed }: Run,
  given: { tree: TreeHash; baseline?: BlobHash },
): Promise<Verification> {
  const folder = tempFolder('verified');
  try {
    const checks = await createCheckRunner({
      ...kit.store,
      checkouts: join(folder, 'checkouts'),
      path: PATH,
      tools,
    });
    return await verify(
      { blobs: kit.store.blobs, loadProgram: kit.loadProgram, sandbox: NO_VERDICT, redact: (text) => text },
      {
        ...given,
        spec,
        rerunFailures: false,
        generatedTests: [],
        runCheck: (tree, check, signal, options) =>
          checks({ allowUnsandboxed: true })(tree, check, signal, observed ? options : {}),
        signal: new AbortController().signal,
        progress: () => undefined,
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function kitOf() {
  const store = createMemoryStore();
  const loadProgram = createProgramLoader({
    ...store,
    readConfig: () => Promise.resolve(TestConfig.parse({})),
  });
  return { store, loadProgram };
}

/** Tests of the sandbox only have to be chosen here: they load all that there is. */
const NO_VERDICT = {
  run: ({ testFile, files }: { testFile: string; files: ReadonlyMap<string, string> }) =>
    Promise.resolve({ report: emptyReport(testFile, [...files.keys()]) }),
} as unknown as Sandbox;

function emptyReport(name: string, files: string[]): CheckReport {
  return checkReport({ name, opened: { files, folders: [] } });
}
