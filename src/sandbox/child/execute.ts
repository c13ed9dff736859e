/** Runs one test file in a fresh context, macrotask by macrotask, under its limits. */
import { randomBytes } from 'node:crypto';
import type { SandboxLimits } from '../../domain/verification/verification';
import { isPackageFile, packageName } from '../links';
import type { CallSetup, Draw, Rejection, RuntimeEvent, RuntimeSetup, TestTexts } from '../runtime-protocol';
import type { ModuleKind } from '../wrapper';
import type { Room } from './isolate';
import type { Side } from './module-form';
import { Looks } from './looks';
import type { Prepared } from './prepare';
import type { Bundle, Extra, Program } from './program';

export interface ExecuteOptions {
  /** Paths of all files of the program. */
  files: readonly string[];
  /** Stand-ins for packages, by name. */
  mocks: ReadonlyMap<string, string>;
  limits: Pick<SandboxLimits, 'wallMs' | 'turnMs' | 'outputKb'>;
  /** Clock time of a turn, as a multiple of its limit: isolates can be stopped by the clock only. */
  patience: number;
  bail: boolean;
  coverage: boolean;
  /** Tells of what the program changes on built-ins and on what its tests use as well. */
  changes: boolean;
  only?: readonly string[];
  draw?: Draw;
  last?: string;
  /** Calls this function; the bundle then has no test file. */
  call?: CallSetup;
  /** Keep compiled scripts in the isolate for further contexts. */
  keepScripts: boolean;
  /** Gets every event in order; false ends the run there. */
  onEvent(event: RuntimeEvent): boolean;
}

/**
 * `stopped`: `onEvent` had seen enough. `need`: start again with these modules. `starved`: the clock ended it, but a busy
 * machine kept the processor from it; start again with more patience.
 */
export type ExecuteEnd =
  | { end: 'completed' | 'memory' | 'stopped' }
  | { end: 'timeout'; starved: boolean }
  | { end: 'need'; needs: Need[] };

/** The end to report of a run: one that was stopped by the child has reported all that was wanted. */
export function toldEnd(end: ExecuteEnd['end']): 'completed' | 'timeout' | 'memory' {
  return end === 'timeout' || end === 'memory' ? end : 'completed';
}

/** Module or link that the static scan did not foresee. */
export type Need = Extract<RuntimeEvent, { e: 'need' | 'need-link' }>;

/** Processor time of the longest turn, ms, beside how it ended. */
export type Execution = ExecuteEnd & { longestTurnMs: number };

function sideOf(path: string, bundle: Bundle): Side {
  if (path === bundle.testFile) return bundle.plainScript ? 'script' : 'test';
  return bundle.testSide.has(path) ? 'test' : 'program';
}

function setupOf(bundle: Bundle, options: ExecuteOptions): RuntimeSetup {
  return {
    testFile: bundle.testFile,
    files: [...options.files],
    links: bundle.links,
    mocks: Object.fromEntries(options.mocks),
    setupFiles: bundle.setupFiles,
    setupFilesAfterEnv: bundle.setupFilesAfterEnv,
    snapshotSerializers: bundle.snapshotSerializers,
    broken: bundle.broken,
    kinds: kindsOf(bundle),
    plainScript: bundle.plainScript,
    bail: options.bail,
    coverage: options.coverage,
    only: options.only ? [...options.only] : undefined,
    outputLimit: options.limits.outputKb * 1024,
    call: options.call,
    dialect: bundle.dialect,
    snapshots: bundle.snapshots,
    run: bundle.run,
    seed: options.draw?.seed ?? randomBytes(32).toString('hex'),
    draw: options.draw,
    last: options.last,
    taint: options.changes ? textsOfTests(bundle) : undefined,
    ownGlobals: bundle.ownGlobals,
    ...bundle.content,
  };
}

function textsOfTests({ modules, testSide }: Bundle): TestTexts {
  const own = [...modules.values()].filter(({ path }) => testSide.has(path));
  const assigned = own.flatMap((module) => module.assigned);
  const named = own.flatMap(({ requires }) => requires.map((name) => name.replace(/^node:/, '')));
  return { assigned: [...new Set(assigned)], modules: [...new Set(named.map(packageName))] };
}

/** Modules that are no plain CommonJS. */
function kindsOf(bundle: Bundle): Record<string, ModuleKind> {
  const special = [...bundle.modules.values()].filter(({ kind }) => kind !== 'script');
  return Object.fromEntries(special.map(({ path, kind }) => [path, kind]));
}

type Command = 'setup' | 'turn' | 'changes' | 'reject';
type Answer = { events: RuntimeEvent[] } | { end: 'memory' } | { end: 'timeout'; starved: boolean };

/** Part of its limit that a turn must have had of the processor before its end by the clock is believed. */
const ENOUGH = 0.5;

/** Patience after which a turn has ended, whatever it had: it may be one that waits. */
const MOST_PATIENCE = 16;

/** Patience of the next start, if this end asks for one. */
export function morePatience(ended: ExecuteEnd, patience: number): number | undefined {
  const isWanted = ended.end === 'timeout' && ended.starved && patience < MOST_PATIENCE;
  return isWanted ? patience * 4 : undefined;
}

/** Processor time of this thread so far, ms; where Node can't tell it, that of the process. */
export function processorMs(): number {
  const told = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = told.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** Turns of one test after which young objects are looked at again. */
const RELIEF_TURNS = 16;

/** Rejections in a row that one turn may bring; a program that makes more never stops. */
const MAX_REJECTIONS = 5;

/** Meaning of an exception from the isolate: the end of the run, or a rejection that nobody handled. */
function meaningOf(room: Room, error: unknown, outOfTime: boolean): 'timeout' | 'memory' | Rejection {
  if (room.cell.disposed) return 'memory';
  if (!(error instanceof Error)) return { name: 'Error', message: `thrown: ${String(error)}`, stack: '' };
  // A program may reject with the same words.
  if (outOfTime && error.message === 'Script execution timed out.') return 'timeout';
  // isolated-vm appends its own frames, with paths of this machine; the child's stack mapper drops them.
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** One command; a rejection that nobody handled is passed on to the runtime, in whose test it happened. */
function send(
  room: Room,
  name: Exclude<Command, 'reject'>,
  argument: string,
  { limits: { turnMs }, patience }: ExecuteOptions,
): Answer {
  const clockMs = turnMs * patience;
  let command: { name: Command; argument: string } = { name, argument };
  for (let tries = 0; tries < MAX_REJECTIONS; tries++) {
    const started = performance.now();
    const used = processorMs();
    try {
      return { events: parseEvents(room.send(command.name, command.argument, clockMs)) };
    } catch (error) {
      const cause = meaningOf(room, error, performance.now() - started >= clockMs);
      if (cause === 'timeout') return { end: cause, starved: processorMs() - used < turnMs * ENOUGH };
      if (typeof cause === 'string') return { end: cause };
      command = { name: 'reject', argument: JSON.stringify(cause) };
    }
  }
  return { end: 'timeout', starved: false };
}

function parseEvents(text: string): RuntimeEvent[] {
  return text === '' ? [] : (JSON.parse(text) as RuntimeEvent[]);
}

/**
 * Defines the modules, then turns until the runtime reports the end. An isolate that is out of memory is gone at whichever call
 * comes next, also one that runs no code of the program, such as a collection: that is an end, too.
 */
export function execute(room: Room, bundle: Bundle, options: ExecuteOptions): Execution {
  const pace: Pace = { used: processorMs(), started: performance.now(), longestTurnMs: 0 };
  let end: ExecuteEnd;
  try {
    end = runToEnd(room, bundle, options, pace);
  } catch (error) {
    if (!room.cell.disposed) throw error;
    end = { end: 'memory' };
  }
  return { ...end, longestTurnMs: pace.longestTurnMs };
}

/** Processor and clock when a run began, ms. */
interface Pace {
  readonly used: number;
  readonly started: number;
  longestTurnMs: number;
}

function runToEnd(room: Room, bundle: Bundle, options: ExecuteOptions, pace: Pace): ExecuteEnd {
  const { wallMs } = options.limits;
  for (const name of bundle.libraries) room.defineLibrary(name);
  defineModules(room, bundle, options.keepScripts);
  const ready = send(room, 'setup', JSON.stringify(setupOf(bundle, options)), options);
  if ('end' in ready) return ready;
  const looks = options.changes ? new Looks() : undefined;
  let starts = true;
  for (let turns = 0; ; turns++) {
    if (starts || turns % RELIEF_TURNS === 0) room.relieve();
    const before = processorMs();
    const answer = send(room, 'turn', '', options);
    const after = processorMs();
    pace.longestTurnMs = Math.max(pace.longestTurnMs, after - before);
    if ('end' in answer) return answer;
    starts = answer.events.some((event) => event.e === 'start');
    const seen = looks?.wanted(answer.events) ? look(room, options, looks) : { events: [] };
    if ('end' in seen) return seen;
    const end = deliver(changesFirst([...answer.events, ...seen.events]), options);
    if (end) return end;
    if (after - pace.used > wallMs || performance.now() - pace.started > wallMs * MOST_PATIENCE)
      return { end: 'timeout', starved: false };
  }
}

/** Has the runtime compare what tests read as well with what it was, and reports what changed. */
function look(room: Room, options: ExecuteOptions, looks: Looks): Answer {
  const before = performance.now();
  const answer = send(room, 'changes', '', options);
  looks.took(performance.now() - before);
  return answer;
}

/** The end of a run is its last event: findings made after it are reported before. */
function changesFirst(events: readonly RuntimeEvent[]): RuntimeEvent[] {
  const isChange = (event: RuntimeEvent): boolean => event.e === 'changed';
  return [...events.filter(isChange), ...events.filter((event) => !isChange(event))];
}

function defineModules(room: Room, bundle: Bundle, keep: boolean): void {
  const packaged: Prepared[] = [];
  for (const module of bundle.modules.values()) {
    const side = sideOf(module.path, bundle);
    if (side === 'program' && isPackageFile(module.path)) packaged.push(module);
    else room.define(module, { side, globals: bundle.ownGlobals[module.path] ?? [] }, keep);
  }
  if (packaged.length > 0) room.definePackages(packaged, keep);
}

function deliver(events: readonly RuntimeEvent[], options: ExecuteOptions): ExecuteEnd | undefined {
  const needs = events.filter((event): event is Need => event.e === 'need' || event.e === 'need-link');
  if (needs.length > 0) return { end: 'need', needs };
  for (const event of events) {
    if (!options.onEvent(event)) return { end: 'stopped' };
    if (event.e === 'end') return { end: 'completed' };
  }
  return undefined;
}

/** Adds what was needed; false when nothing was new. A name that is computed is seldom the only one of its folder. */
export function addNeeds(extra: Extra, needs: readonly Need[], program: Program): boolean {
  let added = false;
  for (const need of needs) {
    if (need.e === 'need-link') added = extra.addSpecifier(need.from, need.specifier) || added;
    else if (extra.addPath(need.path)) {
      added = true;
      for (const beside of program.neighbours(need.path)) extra.addPath(beside);
    }
  }
  return added;
}
