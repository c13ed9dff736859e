import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HeavyRules } from '../../domain/heavy-rules';
import type { TreeHash } from '../../domain/ids';
import type { CheckReport, CommandCheck } from '../../domain/verification';
import { prepareCheckout, sweepCheckouts, type Checkout, type CheckoutDeps } from './checkout';
import { notRunReport } from './command-report';
import { dependencyView } from './dependency-view';
import { commandEnvironment } from './environment';
import { observesReads, ReadObserver } from './observe';
import { runCommand, type Sandboxing } from './run-command';
import { findCommandTools, type CommandTools } from './sandboxing';
import { Slots } from './slots';
import { toolFolders } from './tool-folders';

export { findCommandTools, type CommandTools } from './sandboxing';

/** Runs one command of the project on a tree; its failure is a report. Rejects only on abort or for infrastructure. */
export type CheckRunner = (
  tree: TreeHash,
  check: CommandCheck,
  signal: AbortSignal,
  options?: CheckOptions,
) => Promise<CheckReport>;

export interface CheckOptions {
  progress?: (detail: unknown) => void;
  /** Reports which files of the tree the command opened, where the file system of the checkouts tells. */
  observe?: boolean;
}

/** What a task lets its commands have. */
export interface CheckTask {
  /** The user's directory, where its dependencies are on this machine. */
  dependencies?: string;
  allowUnsandboxed: boolean;
  /** Rules of the run, by which folders are not in its trees. */
  heavyFolders?: HeavyRules;
}

export interface CheckRunnerDeps extends CheckoutDeps {
  /** Search path of commands. */
  path: string;
  /** Commands that run at a time; 1 by default. */
  slots?: number;
  /** What isolates commands; looked for on the search path by default. */
  tools?: CommandTools;
}

/** Makes check runners. Sweeps at once what killed processes left in the folder of checkouts. */
export async function createCheckRunner(deps: CheckRunnerDeps): Promise<(task: CheckTask) => CheckRunner> {
  await sweepCheckouts(deps.checkouts);
  const tools = deps.tools ?? findCommandTools(deps.path);
  const slots = new Slots(deps.slots ?? 1);
  const canObserve = observesReads(deps.checkouts);
  return (task) =>
    (tree, check, signal, options = {}) => {
      const refusal = refusalOf(tools, task);
      if (refusal !== undefined)
        return Promise.resolve(notRunReport(check.command, 'SandboxMissing', refusal));
      const observe = options.observe === true && canObserve;
      return slots.run(signal, () =>
        runCheck(deps, tools, task, { ...options, observe, tree, check, signal }),
      );
    };
}

function refusalOf(tools: CommandTools, task: CheckTask): string | undefined {
  return tools.bwrap === undefined && !task.allowUnsandboxed
    ? (tools.missing ?? 'Commands cannot be isolated here.')
    : undefined;
}

interface Check extends CheckOptions {
  tree: TreeHash;
  check: CommandCheck;
  signal: AbortSignal;
}

async function runCheck(
  deps: CheckRunnerDeps,
  tools: CommandTools,
  task: CheckTask,
  { tree, check, signal, progress, observe }: Check,
): Promise<CheckReport> {
  const original =
    task.dependencies === undefined ? undefined : await realpath(task.dependencies).catch(() => undefined);
  const dependencies = tools.bwrap === undefined ? 'copy' : 'bind';
  const checkout = await prepareCheckout(deps, {
    tree,
    original,
    dependencies,
    heavyFolders: task.heavyFolders,
    signal,
    progress,
  });
  try {
    const { sandboxing, home, tmp } = surroundings(deps, tools, checkout, original);
    const reads = observe ? await ReadObserver.watch(deps.trees, tree, checkout.work, signal) : undefined;
    const report = await runCommand(deps, {
      command: check.command,
      cwd: checkout.work,
      timeoutMs: check.timeoutMs,
      signal,
      env: commandEnvironment({
        path: deps.path,
        home,
        tmp,
        marker: checkout.id,
        offline: sandboxing.kind === 'bubblewrap',
      }),
      sandboxing,
      logFile: checkout.logFile,
      progress,
    });
    return reads && report.end !== 'not-run' ? { ...report, opened: await reads.opened(signal) } : report;
  } finally {
    await checkout.dispose();
  }
}

/** Where the command runs, and what it sees as its home and temporary folder. */
function surroundings(
  deps: CheckRunnerDeps,
  tools: CommandTools,
  checkout: Checkout,
  original: string | undefined,
): { sandboxing: Sandboxing; home: string; tmp: string } {
  const { work, tmp, home } = checkout;
  if (tools.bwrap === undefined) return { sandboxing: { kind: 'direct', setpriv: tools.setpriv }, home, tmp };
  const inside = original ?? work;
  const { links, scratch, ...shown } = dependencyView(checkout.bound.map((path) => join(inside, path)));
  const hidden = hiddenFolders(deps.checkouts);
  const readOnly = [...toolFolders(deps.path, hidden, homedir(), realIfThere), ...shown.readOnly];
  const view = { work, inside, tmp, hidden, readOnly, links, scratch };
  return { sandboxing: { kind: 'bubblewrap', bwrap: tools.bwrap, view }, home: '/tmp/home', tmp: '/tmp' };
}

/** Homes, temporary and run-time folders of the machine, and Kintsugi's own data, as far as they are there. */
function hiddenFolders(checkouts: string): string[] {
  const places = [
    '/home',
    '/root',
    '/tmp',
    '/var/tmp',
    '/run',
    '/mnt',
    '/media',
    '/srv',
    homedir(),
    dirname(checkouts),
  ];
  const real = places.map(realIfThere).filter((place) => place !== undefined && place !== '/');
  return [...new Set(real)] as string[];
}

function realIfThere(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
