import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BROKEN_SUM,
  makeProject,
  modelSettings,
  sharedWorker,
  startKintsugi,
  type OwnStart,
  type SharedKintsugi,
  type SharedWorker,
  type TestKintsugi,
} from './kintsugi';
import { ScriptedModel } from './scripted-model';

const NOT_YET = 'The worker is there for tests and their set-up, not before.';

/** The worker that the files of a jest process share, for the tests of a `describe`. */
function useShared(kind: 'plain' | 'scripted'): SharedKintsugi & { readonly modelPort: number } {
  let worker: SharedWorker | undefined;
  beforeAll(async () => {
    worker = await sharedWorker(kind);
  });
  afterAll(() => worker?.leave());
  const current = (): SharedWorker => {
    if (!worker) throw new Error(NOT_YET);
    return worker;
  };
  return {
    get config() {
      return current().config;
    },
    get env() {
      return current().env;
    },
    get client() {
      return current().client;
    },
    get modelPort() {
      return current().modelPort;
    },
  };
}

/** A worker without a model for the tests of a `describe`. Other files use it before and after. */
export const useKintsugi = (): SharedKintsugi => useShared('plain');

/** The same with a scripted model behind it, which is asked for one reply a round: `model.script(…)` says what it answers. */
export function useScriptedKintsugi(): SharedKintsugi & { readonly model: ScriptedModel } {
  const kintsugi = useShared('scripted');
  return withModel(
    kintsugi,
    useModel(() => ScriptedModel.start([], kintsugi.modelPort)),
  );
}

/** Starts a model before the tests of a `describe`, and closes it after them. */
function useModel(start: () => Promise<ScriptedModel>): { readonly model: ScriptedModel } {
  let model: ScriptedModel | undefined;
  beforeAll(async () => {
    model = await start();
  });
  afterAll(() => model?.close());
  return {
    get model() {
      if (!model) throw new Error('The model is there for tests and their set-up, not before.');
      return model;
    },
  };
}

/** A worker with the model that it asks. */
function withModel<T extends object>(kintsugi: T, scripted: { readonly model: ScriptedModel }) {
  return Object.defineProperty(kintsugi, 'model', { get: () => scripted.model }) as T & typeof scripted;
}

/** A worker of their own for the tests of a `describe`: started before them, closed after. */
export function useOwnKintsugi(start: OwnStart): Omit<TestKintsugi, 'close'> {
  let started: TestKintsugi | undefined;
  beforeAll(async () => {
    started = await startKintsugi(start);
  });
  afterAll(() => started?.close());
  const running = (): TestKintsugi => {
    if (!started) throw new Error(NOT_YET);
    return started;
  };
  return {
    get config() {
      return running().config;
    },
    get env() {
      return running().env;
    },
    get client() {
      return running().client;
    },
    kill: () => running().kill(),
    stop: () => running().stop(),
    start: () => running().start(),
    logs: () => running().logs(),
  };
}

/** The same with a scripted model behind it, which is asked for one reply a round unless `settings` say otherwise. */
export function useOwnScriptedKintsugi({
  why,
  settings,
}: OwnStart): Omit<TestKintsugi, 'close'> & { readonly model: ScriptedModel } {
  const all: Record<string, string> = {};
  const scripted = useModel(async () => {
    const model = await ScriptedModel.start();
    Object.assign(all, modelSettings(model.baseUrl), settings);
    return model;
  });
  // The worker reads its settings when it starts, which is after the model has.
  return withModel(useOwnKintsugi({ why, settings: all }), scripted);
}

/** The project of the test that runs. */
export interface TestProject {
  readonly path: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

/** A project that is made before each test of a `describe` and removed after it. */
export function useProject(make = () => makeProject(BROKEN_SUM)): TestProject {
  let made: Awaited<ReturnType<typeof make>> | undefined;
  beforeEach(async () => {
    made = await make();
  });
  afterEach(() => made?.remove());
  const project = (): Awaited<ReturnType<typeof make>> => {
    if (!made) throw new Error('The project is there for a test and its set-up, not before.');
    return made;
  };
  return {
    get path() {
      return project().path;
    },
    read: (path) => readFile(join(project().path, path), 'utf8'),
    write: (path, text) => writeFile(join(project().path, path), text),
  };
}
