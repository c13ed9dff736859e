import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROKEN_SUM, makeProject, startKintsugi, type TestKintsugi } from './kintsugi';
import { ScriptedModel } from './scripted-model';

/** A worker for the tests of a `describe`: started before them, closed after. `extra` are environment variables. */
export function useKintsugi(extra: Record<string, string> = {}): Omit<TestKintsugi, 'close'> {
  let started: TestKintsugi | undefined;
  beforeAll(async () => {
    started = await startKintsugi(extra);
  });
  afterAll(() => started?.close());
  const running = (): TestKintsugi => {
    if (!started) throw new Error('The worker is there for tests and their set-up, not before.');
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

/**
 * The same with a scripted model behind it: `model.script(…)` says what it answers. `extra` are environment variables;
 * without others the model is asked for one reply a round.
 */
export function useScriptedKintsugi(
  extra: Record<string, string> = {},
): Omit<TestKintsugi, 'close'> & { readonly model: ScriptedModel } {
  let model: ScriptedModel | undefined;
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    model = await ScriptedModel.start();
    Object.assign(settings, {
      KINTSUGI_MODEL: 'scripted',
      KINTSUGI_MODEL_BASE_URL: model.baseUrl,
      KINTSUGI_MODEL_CANDIDATES: '1',
      ...extra,
    });
  });
  // The worker reads its settings when it starts, which is after the hook above.
  const kintsugi = useKintsugi(settings);
  afterAll(() => model?.close());
  return Object.defineProperty(kintsugi, 'model', {
    get: () => {
      if (!model) throw new Error('The model is there for tests and their set-up, not before.');
      return model;
    },
  }) as ReturnType<typeof useScriptedKintsugi>;
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
