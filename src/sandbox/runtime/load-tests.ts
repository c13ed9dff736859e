import type { RuntimeSetup } from '../runtime-protocol';
import type { FakeTimers } from './fake-timers';
import { callIfFunction, defaultOf, inTurn } from './in-turn';
import type { Modules } from './modules';
import type { Settings } from './settings';
import type { Serializers } from './snapshot-format';

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
