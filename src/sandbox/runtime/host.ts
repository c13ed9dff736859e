/** Facts of a run for the libraries of stand-ins. */
import { CONTENT_MARK } from '../libraries';
import type { RuntimeSetup } from '../runtime-protocol';
import { MODULE_NAMES } from './builtins';
import { lockClasses } from './class-locks';
import { drawnByteShift } from './draw';
import type { LibraryHost, ProgramFiles, TimerFunctions } from './library-host';
import type { Ticks } from './ticks';
import { programDate } from './timers';
import type { Timers } from './timers';

interface HostParts {
  setup: RuntimeSetup;
  timers: Timers;
  ticks: Ticks;
  onError(error: unknown): void;
  write(level: string, text: string): void;
  requireFrom(filename: string): unknown;
  need(path: string): void;
}

function programFiles({ setup, need }: HostParts): ProgramFiles {
  return {
    paths: [...setup.files, ...(setup.assetPaths ?? [])],
    texts: new Map(setup.sources),
    bytes: new Map(setup.assets),
    need: (path) => need(CONTENT_MARK + path),
  };
}

export function createHost(parts: HostParts): LibraryHost {
  const { timers, ticks } = parts;
  let files: ProgramFiles | undefined;
  const timerFunctions = timers.functions() as unknown as TimerFunctions;
  return {
    global: realGlobal,
    Date: programDate,
    timers: timerFunctions,
    currentTimers: () => ({ ...timerFunctions, ...timers.fakes?.functions }),
    holdTimers: (holder) => {
      timers.holders.push(holder);
      timers.fakes?.install(holder);
    },
    now: () => timers.real.now(),
    started: timers.started,
    elapsed: (api) => timers.elapsed(api),
    nextTick: (callback, args) => ticks.add(callback, args),
    defer: (callback, ms = 0) => {
      const { owner } = timers;
      const call = timers.inContext(callback);
      const run = (): void => timers.guard(call, owner);
      if (ms > 0) timers.real.add(run, ms);
      else timers.real.addImmediate(run);
    },
    onError: parts.onError,
    write: parts.write,
    requireFrom: parts.requireFrom as LibraryHost['requireFrom'],
    seed: parts.setup.seed,
    asked: (what) => timers.asked(what),
    byteShift: parts.setup.draw ? drawnByteShift(parts.setup.draw) : 0,
    // Most programs never look at files.
    files: () => (files ??= programFiles(parts)),
    moduleNames: MODULE_NAMES,
    lock: lockClasses,
    context: timers.context,
  };
}
