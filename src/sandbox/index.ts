/** The sandbox: runs untrusted tests in child processes that hold isolated-vm. This process loads neither it nor a transpiler. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { SandboxChild } from './supervisor/child-process';
import { noSuchName, outcomeOf, requestOf } from './supervisor/function-call';
import { callOn, notJson } from './supervisor/function-request';
import { ImportableSources } from './supervisor/importables';
import { runtimeFiles } from './supervisor/launch';
import { ChildPool } from './supervisor/pool';
import { contextFor, tryByProject } from './supervisor/project-context';
import { runOn } from './supervisor/run-request';
import type { RequestOutcome } from './supervisor/run-request';
import { tryVariantsOn } from './supervisor/trial-request';
import type { CallOutcome, FunctionCall } from '../domain/values/call';
import type {
  CallInput,
  FunctionRequest,
  FunctionResult,
  Sandbox,
  SandboxRequest,
  SandboxResult,
  TrialRequest,
  VariantVerdict,
} from './types';
export { IMPORTABLE, type Importable } from './importable';
export { mappedNames, type Mapper, Specifiers } from './child/specifiers';
export { isPackageFile, packageName, TEST_MODULES } from './links';
export { NODE_MODULES } from './node-modules';
export { isRelative, resolveModule } from './resolve';
export { SandboxLimits } from '../domain/verification/verification';
export { putLater } from './verdicts';
export type { Draw } from './runtime-protocol';
export { PackageSources } from './supervisor/packages/recent';
export type {
  AssetSource,
  CallInput,
  LineCoverage,
  PackageSource,
  ProgramContext,
  ProgramFiles,
  ProgramVariant,
  Sandbox,
  SandboxResult,
  TestCoverage,
  TrialRequest,
  VariantVerdict,
} from './types';

export interface SandboxOptions {
  /** Children at work at the same time; default: the number of cores. */
  children?: number;
  /** Folder with `child.cjs` and `runtime.js`, as scripts/build-sandbox.cjs writes them; default: `dist/sandbox`. */
  distDir?: string;
}

/** A sandbox that also tells its children's process ids, for diagnosis. */
export interface LocalSandbox extends Sandbox {
  childPids(): number[];
}

function inProject(given: SandboxRequest): SandboxRequest {
  return { ...given, context: contextFor(given.context, given.testFile) };
}

/** Serves one request on a child. */
type Serve<T> = (child: SandboxChild) => Promise<RequestOutcome<T>>;

/** `dist/sandbox` of this package; this module lies two folders deep in `src` as in `dist`. */
const DEFAULT_DIST_DIR = path.resolve(__dirname, '..', '..', 'dist', 'sandbox');

/** Starts the children at once. Throws when the child programs were not built. */
export function createSandbox(options: SandboxOptions = {}): LocalSandbox {
  const children = Math.max(1, options.children ?? availableParallelism());
  const distDir = options.distDir ?? DEFAULT_DIST_DIR;
  const files = { childPath: path.join(distDir, 'child.cjs'), runtimePath: path.join(distDir, 'runtime.js') };
  for (const file of [files.childPath, ...runtimeFiles(files.runtimePath)]) {
    if (!existsSync(file))
      throw new Error(`The sandbox's ${path.basename(file)} is not in ${distDir}: run "npm run build".`);
  }
  const pool = new ChildPool(files, children);

  async function attempt<T>(serve: Serve<T>, signal?: AbortSignal): Promise<RequestOutcome<T>> {
    const child = await pool.take(signal);
    let clean = true;
    try {
      // While the child was on its way here, nobody listened to the signal.
      signal?.throwIfAborted();
      clean = false;
      const outcome = await serve(child);
      clean = outcome.clean;
      return outcome;
    } finally {
      pool.give(child, clean);
    }
  }

  async function request<T>(serve: Serve<T>, signal?: AbortSignal): Promise<T> {
    const first = await attempt(serve, signal);
    // A child that was killed while idle is no fault of this program.
    return first.silent ? (await attempt(serve, signal)).result : first.result;
  }

  const importables = new ImportableSources(distDir);
  const runFunction = async (given: FunctionRequest, signal?: AbortSignal): Promise<FunctionResult> =>
    notJson(given) ?? request((child) => callOn(child, given, signal), signal);
  const callFunction = async (
    given: FunctionCall,
    input?: CallInput,
    signal?: AbortSignal,
  ): Promise<CallOutcome> => {
    const asked = requestOf(given, importables.of(given.libraries), input);
    return asked ? outcomeOf(given, await runFunction(asked, signal)) : noSuchName(given);
  };

  return {
    run: (given: SandboxRequest, signal?: AbortSignal): Promise<SandboxResult> =>
      request((child) => runOn(child, inProject(given), signal), signal),
    runFunction,
    callFunction,
    tryVariants: (given: TrialRequest, signal?: AbortSignal): Promise<VariantVerdict[]> =>
      tryByProject(given, (part) => tryVariantsOn(pool, part, children, signal)),
    close: () => pool.close(),
    childPids: () => pool.pids(),
  };
}
