import type { RuntimeSetup } from '../runtime-protocol';
import type { FakeTimers } from './fake-timers';
import type { Modules } from './modules';
import type { Settings } from './settings';
import type { Serializers } from './snapshot-format';
import type { AnyFunction } from './timers';

/** Parts of a session that files of tests are loaded with. */
interface LoadParts {
  setup: RuntimeSetup;
  modules: Modules;
  settings: Settings;
  fakes: FakeTimers;
  serializers: Serializers;
}

/** Setup files, then the test file. Only what waits makes this wait. */
export function loadTests({ setup, modules, settings, fakes, serializers }: LoadParts): unknown {
  const { setupFiles = [], setupFilesAfterEnv = [], snapshotSerializers = [] } = setup;
  const tasks: (() => unknown)[] = [
    ...setupFiles.map((path) => () => modules.loadEntry(path)),
    () => {
      if (settings.run.fakeTimers?.enableGlobally) fakes.use(settings.fakeTimers);
    },
    ...snapshotSerializers
      .toReversed()
      .flatMap((path) => [
        () => modules.loadEntry(path),
        () => serializers.add(defaultOf(modules.exportsOf(path))),
      ]),
    ...setupFilesAfterEnv.flatMap((path) => [
      () => modules.loadEntry(path),
      () => callIfFunction(modules.exportsOf(path)),
    ]),
    () => modules.loadEntry(),
  ];
  return inTurn(tasks);
}

/** Default export of a module; without one, all its exports. */
function defaultOf(exports: unknown): unknown {
  const module = exports as { __esModule?: boolean; default?: unknown } | null;
  return module?.__esModule && module.default !== undefined ? module.default : exports;
}

function callIfFunction(exports: unknown): unknown {
  return typeof exports === 'function' ? (exports as AnyFunction)() : exports;
}

/** Runs the tasks one after the other; waits for those that return a promise. Returns what the last one does. */
function inTurn(tasks: readonly (() => unknown)[]): unknown {
  let last: unknown;
  for (const [index, task] of tasks.entries()) {
    last = task();
    if (last instanceof Promise) return last.then(() => inTurn(tasks.slice(index + 1)));
  }
  return last;
}
