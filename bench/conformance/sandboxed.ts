/** The sandbox over a folder, through the parts that a verification goes through: import, program, packages, configuration. */
import { saidText } from '../../src/domain/run/said';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackageSource } from '../../src/sandbox/supervisor/packages';
import type { Sandbox } from '../../src/sandbox/types';
import { createProgramLoader } from '../../src/verifier/load-program';
import type { LoadedProgram } from '../../src/verifier/load-program';
import { selectTestFiles, whyNotRun } from '../../src/verifier/select-tests';
import { createTestConfigReader } from '../../src/verifier/test-config';
import { createWorkspaces } from '../../src/workspace';
import { SandboxLimits, VerificationSpec } from '../../src/domain/verification/verification';
import type { CheckReport } from '../../src/domain/verification/verification';
import { openStore } from '../../src/store';
import type { FileOutcome } from './outcomes';

/** The usual limits, with time for a machine that does other things as well. */
export const LIMITS = SandboxLimits.parse({ wallMs: 60_000, turnMs: 30_000 });

const SPEC = VerificationSpec.parse({});

/** Reads the folder as a run would: its tree, and what it has installed. */
export async function loadFolder(folder: string, sandbox: Sandbox): Promise<LoadedProgram> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'kintsugi-conformance-'));
  const store = await openStore(path.join(temporary, 'store'));
  try {
    const { blobs, trees } = store;
    const journals = path.join(temporary, 'journals');
    const { tree } = await createWorkspaces({ blobs, trees, store, journals }).importDirectory(folder);
    const load = createProgramLoader({
      trees,
      blobs,
      packagesOf: ({ realpath }) => createPackageSource({ root: realpath }),
      readConfig: createTestConfigReader({ sandbox }),
    });
    const directory = { hostId: 'here', hostName: 'here', realpath: folder };
    const { files, context } = await load({ tree, spec: SPEC, directory });
    return { files, context: { ...context, assets: await inMemory(context.assets) } };
  } finally {
    await store.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Assets are read when they are asked for; the store is gone by then. */
async function inMemory(
  assets: LoadedProgram['context']['assets'],
): Promise<LoadedProgram['context']['assets']> {
  if (!assets) return undefined;
  const held = new Map<string, Uint8Array>();
  for (const name of assets.paths) held.set(name, await assets.read(name));
  return {
    paths: assets.paths,
    read: (name) => {
      const bytes = held.get(name);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`no asset ${name}`));
    },
  };
}

function toOutcome(report: CheckReport): FileOutcome {
  const own = report.tests.filter((test) => test.path.length > 0);
  const file = report.tests.find((test) => test.path.length === 0);
  const stopped = report.end === 'completed' ? undefined : `The run ended with ${report.end}.`;
  const failure = file?.failure?.message ?? stopped;
  return {
    file: report.name,
    tests: own.map(({ path: names, status, failure: why }) => ({
      path: names,
      status,
      ...(why ? { message: [why.message, why.stack].filter(Boolean).join('\n') } : {}),
    })),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Test files as a verification chooses them. */
export function testFilesOf({ files, context }: LoadedProgram): string[] {
  return selectTestFiles([...files.keys()], SPEC, context.config);
}

/** Runs the files, as many at a time as the sandbox has children. */
export async function runFiles(
  sandbox: Sandbox,
  program: LoadedProgram,
  files: readonly string[],
): Promise<FileOutcome[]> {
  return Promise.all(
    files.map(async (testFile) => {
      const reason = whyNotRun(program, testFile);
      if (reason !== undefined) return { file: testFile, tests: [], failure: saidText(reason) };
      const { report } = await sandbox.run({ ...program, testFile, limits: LIMITS });
      return toOutcome(report);
    }),
  );
}
