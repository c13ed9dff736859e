import { completeInput, type StartFacts } from '../../../src/run-input';

const FACTS: StartFacts = {
  hostId: 'here',
  hostName: 'this computer',
  indexed: false,
  secrets: ['hunter2-hunter2'],
  budget: { tokens: 5 },
  approval: { onExpiry: 'reject' },
  heavyRulesFor: () => Promise.resolve({ add: ['big'], capture: [] }),
  policyFor: () => Promise.resolve({ user: [], project: [] }),
};
const complete = (kind: string, given: object) => completeInput(kind, { ...given }, FACTS);
const HERE = { hostId: 'here', hostName: 'this computer', realpath: __dirname };

describe('the path of a folder', () => {
  it('becomes the input of a heal, with the settings of the machine', async () => {
    expect(await complete('heal', { directory: __dirname })).toMatchObject({
      ...{ version: 1, directory: HERE, indexed: false, budget: { tokens: 5 } },
      ...{ heavyFolders: { add: ['big'] }, policy: { user: [], project: [] }, maxAttempts: 3 },
      approval: { level: 'MEDIUM', onExpiry: 'reject' },
    });
  });

  it('leaves to the caller what the caller says', async () => {
    const given = { directory: __dirname, request: 'x', budget: { usd: 1 }, approval: { level: 'HIGH' } };
    expect(await complete('heal', given)).toMatchObject({
      ...{ request: 'x', budget: { usd: 1 }, approval: { level: 'HIGH' } },
    });
  });

  it('becomes the root of a goal, and the project of a session', async () => {
    const goal = { directory: __dirname, request: 'tidy up' };
    expect(await complete('goal', goal)).toMatchObject({ roots: [__dirname], directory: HERE });
    const rooted = { roots: [__dirname], plan: [{ tool: 'list', args: { path: '.' } }] };
    expect(await complete('goal', rooted)).toMatchObject({ roots: [__dirname] });
    expect(await complete('session', { directory: __dirname })).toMatchObject({ directory: HERE });
  });

  it('of a file becomes the data of a function', async () => {
    const given = { executionSpec: { name: 'total', more: { of: 'mine' } }, data: __filename };
    expect(await complete('codingAgent', given)).toMatchObject({
      ...{ directory: HERE, dataFile: 'complete.test.ts', executionSpec: { more: { of: 'mine' } } },
    });
  });
});

describe('input is refused with a sentence', () => {
  it.each([
    ['heal', {}, 'The input of the run needs directory: a path'],
    ['heal', { directory: { realpath: '/p' } }, 'The input of the run needs directory: a path'],
    ['heal', { directory: __filename }, "is not a directory: name the project's folder."],
    ['heal', { directory: __dirname, mod: 'SPEED' }, 'a field that there is not: mod.'],
    ['heal', { directory: __dirname, verification: { comands: [] } }, 'not: verification.comands.'],
    ['heal', { directory: __dirname, impactedFiles: ['hunter2-hunter2'] }, 'seems to hold a secret'],
    ['goal', { roots: 'all', request: 'x' }, 'No folder is named'],
    ['goal', { roots: ['papers'], request: 'x' }, 'papers is no absolute path: begin it with /.'],
    ['goal', { directory: __dirname }, 'request cannot be used: needs a request or a plan.'],
    ['codingAgent', { executionSpec: {}, directory: __dirname }, 'a field that there is not: directory.'],
    ['codingAgent', { executionSpec: {}, data: '/no/such' }, 'There is no file /no/such'],
    ['session', { directory: 7 }, 'The input of the run needs directory: a path'],
    ['rollback', {}, 'A run of the kind rollback is started by kintsugi alone.'],
  ])('%s %j', async (kind, given, sentence) => {
    await expect(complete(kind, given)).rejects.toThrow(sentence);
  });
});
