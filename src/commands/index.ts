import { said, saidText, type Said } from '../domain/run/said';
import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { TreeHash } from '../domain/ids';
import { builtInRules } from '../domain/run/policy/built-in';
import { decide } from '../domain/run/policy/decide';
import type { CheckReport, CommandCheck } from '../domain/verification/verification';
import type { LiveWriter } from '../machine/live-texts';
import { openBench, type OpenBench, type CheckOptions, type CheckRunner, Slots } from './bench';
import { openBuildCaches, sweepBuildCaches, type BuildCache } from './build-caches';
import { prepareCheckout, sweepCheckouts, type Checkout, type CheckoutDeps } from './checkout';
import { notRunReport } from './command-report';
import { dependencyView, machineLook, type MachineView } from './machine-view';
import { commandEnvironment } from './environment';
import { GoLibrary } from './go-library';
import { observesReads, ReadObserver } from './observe';
import { runCommand, type Sandboxing } from './run-command';
import { defaultLimits, type CommandLimits } from './limits';
import { findCommandTools, type CommandTools } from './sandboxing';
import { sweepTaskGroups } from './task-group';

export { createFolderCommands, createTreeCommands } from './tree-command';
export { defaultLimits } from './limits';
export { findCommandTools, type CommandTools } from './sandboxing';

/** Home of a command in its sandbox. */
const HOME = '/tmp/home';

/** Most bytes of a folder that a command keeps in memory, such as `/dev/shm`. */
const MEMORY_FOLDER_BYTES = 1024 ** 3;

export interface CheckTask {
  /** The user's directory, where its dependencies are on this machine. */
  dependencies?: string;
  allowUnsandboxed: boolean;
  /** Commands may make namespaces of users, as browsers and containers do. */
  allowUserns?: boolean;
  /** Rules of the run, by which folders are not in its trees. */
  heavyFolders?: HeavyRules;
  /** The trees are the user's own files, unchanged: what tools build of them is kept for later commands. */
  keepsBuilds?: boolean;
  /** Begins to show what a command prints while it runs. */
  live?: () => LiveWriter;
}

export interface CheckRunnerDeps extends CheckoutDeps {
  /** Search path of commands. */
  path: string;
  /** Folder for compiled libraries of languages. Absent: each project compiles what it uses. */
  libraries?: string;
  /** Variables of the user that name folders of tool managers. */
  toolHomes?: Readonly<Record<string, string>>;
  /** Most that a command may take; by default what this machine can spare. */
  limits?: CommandLimits;
  /** Commands that run at a time; 1 by default. */
  slots?: number;
  /** Programs that isolate commands. Absent: found on the search path. */
  tools?: CommandTools;
}

/** Makes check runners. Sweeps at once what killed processes left in the folder of checkouts. */
export async function createCheckRunner(deps: CheckRunnerDeps): Promise<(task: CheckTask) => CheckRunner> {
  await sweepCheckouts(deps.checkouts);
  await sweepBuildCaches(deps.checkouts);
  sweepTaskGroups();
  const machine = machineOf(deps);
  const library = goLibrary(machine);
  const slots = new Slots(deps.slots ?? 1);
  const canObserve = observesReads(deps.checkouts);
  return (task) =>
    (tree, check, signal, options = {}) => {
      const { command } = check;
      const refusal = refusalOf(machine.tools, command, task);
      if (refusal !== undefined) return Promise.resolve(notRunReport(command, 'SandboxMissing', refusal));
      const observe = options.observe === true && canObserve;
      return slots.run(signal, () =>
        runCheck({ ...machine, library }, task, { ...options, observe, tree, check, signal }),
      );
    };
}

function refusalOf(tools: CommandTools, command: string, task: CheckTask): Said | undefined {
  if (tools.bwrap !== undefined) return undefined;
  const rules = builtInRules({ level: 'LOW', allowUnsandboxed: task.allowUnsandboxed });
  const { decision } = decide(rules, { tool: 'unisolated-command', command });
  return decision === 'allow'
    ? undefined
    : (tools.missing ?? said`Commands run isolated only, unless ${'--allow-unsandboxed'} is given.`);
}

interface Check extends CheckOptions {
  tree: TreeHash;
  check: CommandCheck;
  signal: AbortSignal;
}

interface Machine extends CheckRunnerDeps {
  tools: CommandTools;
  machine(): MachineView;
  library?: GoLibrary;
}

function machineOf(deps: CheckRunnerDeps): Machine {
  const { checkouts, path, toolHomes = {}, tools = findCommandTools(path) } = deps;
  return { ...deps, tools, machine: machineLook({ path, toolHomes, data: dirname(checkouts) }) };
}

async function runCheck(
  deps: Machine,
  task: CheckTask,
  { tree, check, signal, progress, observe, afterwards }: Check,
): Promise<CheckReport> {
  const original = await originalOf(task);
  const dependencies = deps.tools.bwrap === undefined ? 'copy' : 'bind';
  const checkout = await prepareCheckout(deps, {
    tree,
    original,
    dependencies,
    heavyFolders: task.heavyFolders,
    signal,
    progress,
  });
  try {
    const caches = await cachesOf(deps, checkout, original, task.keepsBuilds);
    const reads = observe ? await ReadObserver.watch(deps.trees, tree, checkout.work, signal) : undefined;
    const report = await runIn(deps, checkout, { original, caches, task }, { check, signal, progress });
    if (report.end === 'not-run') return report;
    const opened = await reads?.opened(signal);
    const roots = [checkout.work, original, await realpath(checkout.work).catch(() => undefined)];
    await afterwards?.(checkout.work, report, {
      tmp: checkout.tmp,
      roots: [...new Set(roots.filter((root) => root !== undefined))],
    });
    return opened ? { ...report, opened } : report;
  } finally {
    await checkout.dispose();
  }
}

/** Go's library, built as a command in an empty folder. Without isolation any command could write it. */
function goLibrary(deps: Machine): GoLibrary | undefined {
  const { libraries, path, tools, trees } = deps;
  if (libraries === undefined || tools.bwrap === undefined) return undefined;
  return new GoLibrary(join(libraries, 'go'), path, async (cache, command, timeoutMs) => {
    const { signal } = new AbortController();
    const tree = await trees.emptyTree();
    const checkout = await prepareCheckout(deps, { tree, dependencies: 'bind', signal });
    try {
      const place = { original: undefined, caches: [cache], task: { allowUnsandboxed: false } };
      const report = await runIn(deps, checkout, place, { check: { command, timeoutMs }, signal });
      return report.exitCode === 0;
    } finally {
      await checkout.dispose();
    }
  });
}

/** The build caches of commands in a checkout. Without isolation commands could write each other's anyway. */
function cachesOf(
  { checkouts, tools, library }: Machine,
  { caches: own, work }: Checkout,
  project: string | undefined,
  keepsBuilds = false,
): Promise<BuildCache[]> {
  const keeps = keepsBuilds || tools.bwrap === undefined;
  const begin = (goCache: string) => library?.seed(work, goCache);
  return openBuildCaches({ checkouts, project, keeps, own, canLayer: tools.layers !== undefined, begin });
}

function runIn(
  deps: Machine,
  checkout: Checkout,
  place: Place,
  { check, signal, progress }: Pick<Check, 'check' | 'signal' | 'progress'>,
): Promise<CheckReport> {
  const { sandboxing, home, tmp, variables } = surroundings(deps, checkout, place);
  return runCommand(deps, {
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
      variables,
    }),
    sandboxing,
    logFile: checkout.logFile,
    limits: deps.limits ?? defaultLimits(),
    progress,
    live: place.task.live?.(),
  });
}

/** Makes benches: checkouts for searches, whose commands have slots of their own, one a core. */
export function createBenches(deps: CheckRunnerDeps): (task: CheckTask) => OpenBench {
  const machine = machineOf(deps);
  const slots = new Slots(availableParallelism());
  return (task) => async (tree, opening) => {
    const refusal = refusalOf(machine.tools, 'the search for repairs', task);
    if (refusal !== undefined) return saidText(refusal);
    const original = await originalOf(task);
    const prepare = (of: TreeHash, signal: AbortSignal): Promise<Checkout> =>
      prepareCheckout(deps, {
        tree: of,
        original,
        dependencies: machine.tools.bwrap === undefined ? 'copy' : 'bind',
        heavyFolders: task.heavyFolders,
        signal,
      });
    return openBench(
      {
        slots,
        original,
        prepare,
        cachesOf: (checkout) => cachesOf(machine, checkout, original),
        runIn: (checkout, caches, check, signal, { progress }) =>
          runIn(machine, checkout, { original, caches, task }, { check, signal, progress }),
      },
      tree,
      opening,
    );
  };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function originalOf({ dependencies }: CheckTask): Promise<string | undefined> {
  return dependencies === undefined ? undefined : realpath(dependencies).catch(() => undefined);
}

/** The user's directory, where there is one, the build caches of a command, and its rights. */
interface Place {
  original: string | undefined;
  caches: readonly BuildCache[];
  task: CheckTask;
}

interface Surroundings {
  sandboxing: Sandboxing;
  /** Folders that the command sees as its home and its temporary folder. */
  home: string;
  tmp: string;
  /** Variables by which tools find their files. */
  variables: Record<string, string>;
}

/** Place where the command runs, and its view of the machine. */
function surroundings(
  { tools, machine: look }: Machine,
  checkout: Checkout,
  { original, caches, task }: Place,
): Surroundings {
  const { work, tmp, home } = checkout;
  const machine = look();
  const variablesFor = (place: (cache: BuildCache) => string) => ({
    ...machine.variables,
    ...Object.fromEntries(caches.map((cache) => [cache.variable, place(cache)])),
  });
  if (tools.bwrap === undefined) {
    const variables = variablesFor(({ source }) => source);
    return { sandboxing: { kind: 'direct', setpriv: tools.setpriv }, home, tmp, variables };
  }
  const inside = original ?? work;
  const { scratch, ...shown } = dependencyView(checkout.bound.map((path) => join(inside, path)));
  // Of the commands of a bench the first makes them, and bubblewrap before 0.9 fails where one is there.
  const links = shown.links.filter(({ path }) => !isThere(join(work, relative(inside, path))));
  const lent = machine.lent.map(({ source, inHome }) => ({ source, target: join(HOME, inHome) }));
  const readOnly = [...machine.tools, ...lent, ...shown.readOnly];
  const memoryFolderBytes = tools.boundsMemoryFolders ? MEMORY_FOLDER_BYTES : undefined;
  const kept = caches.map(({ source, inHome }) => ({ source, target: join(HOME, inHome) }));
  const view = {
    work,
    inside,
    tmp,
    system: machine.system,
    readOnly,
    kept,
    links,
    scratch,
    memoryFolderBytes,
    allowUserns: task.allowUserns === true || tools.forbidsUserns !== true,
  };
  const layered = caches.flatMap((cache) => cache.layered ?? []);
  const layers = tools.layers && layered.length > 0 ? { tools: tools.layers, folders: layered } : undefined;
  const sandboxing: Sandboxing = { kind: 'bubblewrap', bwrap: tools.bwrap, layers, view };
  const variables = variablesFor(({ inHome }) => join(HOME, inHome));
  return { sandboxing, home: HOME, tmp: '/tmp', variables };
}
