import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answerSignal, topUpSignal } from '../../../src/messages';
import { kintsugiCli } from '../../support/cli';
import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { ENVIRONMENT, plantedSecrets, tracesIn } from '../../support/planted-secrets';
import { readHistory } from '../../support/run-history';
import { raw, reply, ScriptedModel } from '../../support/scripted-model';
import { testServer } from '../../support/temporal';

const SECRETS = plantedSecrets(200);
const PLACES = [
  'request',
  'titles',
  'errors',
  'stacks',
  'console',
  'stdout',
  'stderr',
  'source',
  'edit',
  'model',
  'endpoint',
  'signal',
  'reason',
] as const;

/** The secrets of a place, a line or more each. */
const planted = (place: (typeof PLACES)[number]) =>
  SECRETS.filter((_, index) => index % PLACES.length === PLACES.indexOf(place)).map(({ text }) => text);
const textOf = (place: (typeof PLACES)[number]) => planted(place).join('\n');

const BROKEN = [
  `export const notes = ${JSON.stringify(planted('source'), null, 2)};`,
  'export const sum = (a: number, b: number): number => Number(`${a}${b}`);',
  '',
].join('\n');
const FIXED = [
  `export const notes = ${JSON.stringify(planted('edit'), null, 2)};`,
  'export const sum = (a: number, b: number): number => a + b;',
  '',
].join('\n');

const titles = planted('titles');
const TESTS = [
  "import { sum } from '../src/sum';",
  ...titles.map(
    (title, index) =>
      `it(${JSON.stringify(`adds with ${title}`)}, () => { expect(sum(1, ${index})).toBe(${1 + index}); });`,
  ),
  `it('throws', () => { if (sum(1, 2) !== 3) throw new TypeError(${JSON.stringify(textOf('errors'))}); });`,
  "it('has a stack', () => {",
  '  if (sum(1, 2) === 3) return;',
  "  const error = new Error('see the stack');",
  `  error.stack = ${JSON.stringify(`Error: see the stack\n${textOf('stacks')}\n    at sum (src/sum.ts:2:1)`)};`,
  '  throw error;',
  '});',
  `it('prints', () => { console.log(${JSON.stringify(textOf('console'))}); expect(sum(2, 2)).toBe(4); });`,
  '',
].join('\n');

const CHECK = [
  "const { readFileSync } = require('node:fs');",
  `console.log(${JSON.stringify(textOf('stdout'))});`,
  `console.error(${JSON.stringify(textOf('stderr'))});`,
  "process.exitCode = readFileSync('src/sum.ts', 'utf8').includes('a + b') ? 0 : 1;",
  '',
].join('\n');

const PROJECT = {
  'package.json':
    '{ "name": "planted", "private": true, "scripts": { "verify": "node scripts/verify.js" } }\n',
  'src/sum.ts': BROKEN,
  'test/sum.test.ts': TESTS,
  'scripts/verify.js': CHECK,
};

describe('200 secrets of 45 shapes in 13 places', () => {
  let model: ScriptedModel;
  let kintsugi: TestKintsugi;
  let id: string;
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    model = await ScriptedModel.start();
    kintsugi = await startKintsugi({
      why: 'its files and logs are searched for secrets',
      settings: {
        KINTSUGI_MODEL: 'scripted',
        KINTSUGI_MODEL_BASE_URL: model.baseUrl,
        KINTSUGI_MODEL_CANDIDATES: '1',
        KINTSUGI_PROPOSERS: 'llm',
        KINTSUGI_LOG_LEVEL: 'debug',
        ...ENVIRONMENT,
      },
    });
    project = await makeProject(PROJECT);
    model.script(
      raw(`data: ${JSON.stringify({ error: { message: textOf('endpoint') } })}\n\n`, 'text/event-stream'),
      reply({
        rootCause: `It joins texts.\n${textOf('model')}`,
        errorCategory: 'logic',
        fileModifications: [{ path: 'src/sum.ts', action: 'modify', content: FIXED, replacements: null }],
        verificationCommands: [],
      }),
    );
    const run = await kintsugi.client.heal({
      directory: project.path,
      verification: { commands: [{ command: 'npm run verify' }], allowUnsandboxed: true },
      approval: { level: 'MEDIUM' },
    });
    id = run.id;
    for (let tries = 0; tries < 1_000 && !(await run.status()).pending; tries += 1) await delay(50);
    const hash = (await run.status()).pending?.hash ?? '';
    const handle = kintsugi.client.temporal.workflow.getHandle(id);
    const reason = textOf('signal');
    await handle.signal(answerSignal, {
      hash: 'f'.repeat(64),
      decision: 'reject',
      reason,
      by: reason,
      scope: 'once',
    });
    await handle.signal(topUpSignal, { tokens: 1, by: reason.slice(0, 190) });
    await run.answer({
      hash,
      decision: 'reject',
      reason: textOf('reason'),
      by: textOf('reason'),
      scope: 'once',
    });
    expect(await run.result()).toMatchObject({ status: 'recovered', delivery: { status: 'rejected' } });
    model.assertComplete();
    // A request is carried out by the model, which is not asked here.
    const asked = await kintsugi.client.heal({
      directory: project.path,
      request: textOf('request'),
      approval: { level: 'HIGH' },
    });
    await asked.cancel();
    await expect(asked.result()).rejects.toThrow('cancelled');
  });
  afterAll(async () => {
    await project.remove();
    await kintsugi.close();
    await model.close();
  });

  it('are in no history of a run', async () => {
    const runs = await kintsugi.client.list({ limit: 10 });
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      const { bytes, text } = await readHistory(kintsugi.client.temporal, run.id);
      expect(bytes.includes('[REDACTED]')).toBe(true);
      expect(tracesIn(bytes.toString('utf8'), SECRETS)).toEqual([]);
      expect(tracesIn(text, SECRETS)).toEqual([]);
    }
  });

  it('are not in the files of the server', async () => {
    const { dataDir } = await testServer();
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    const found = await Promise.all(
      files.map(async (file) => {
        const bytes = await readFile(join(file.parentPath, file.name));
        return {
          name: file.name,
          holdsRun: bytes.includes(id),
          found: tracesIn(bytes.toString('latin1'), SECRETS),
        };
      }),
    );
    expect(found.some(({ holdsRun }) => holdsRun)).toBe(true);
    expect(found.flatMap((one) => one.found)).toEqual([]);
  });

  it.each([
    ['report'],
    ['report --json'],
    ['report --api'],
    ['status'],
    ['status --json'],
    ['checkpoints --json'],
    ['list --json'],
    ['watch'],
  ])('are not in what %s prints', async (command) => {
    const [name = '', ...flags] = command.split(' ');
    const target = name === 'list' ? [] : [id];
    const { stdout, stderr } = await kintsugiCli(kintsugi.env, [name, ...target, ...flags]);
    expect(stdout.length).toBeGreaterThan(100);
    expect(tracesIn(stdout + stderr, SECRETS)).toEqual([]);
  });

  it('are not in the logs', () => {
    expect(kintsugi.logs()).toContain(id);
    expect(tracesIn(kintsugi.logs(), SECRETS)).toEqual([]);
  });

  it('stand in the files as they are', async () => {
    expect(await readFile(join(project.path, 'src/sum.ts'), 'utf8')).toBe(BROKEN);
  });

  it.each(SECRETS.slice(0, 45).map(({ shape, text }) => [shape, text] as const))(
    'are refused within a check, with nothing started: %s',
    async (_, text) => {
      const before = (await kintsugi.client.list({ limit: 100 })).length;
      const refused = kintsugi.client.heal({
        directory: project.path,
        verification: { commands: [{ command: `true # ${text}` }, { command: text }] },
      });
      const error: unknown = await refused.catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/A check seems to hold a secret.*: put the command into a script/);
      expect(tracesIn(String(error), SECRETS)).toEqual([]);
      expect(await kintsugi.client.list({ limit: 100 })).toHaveLength(before);
    },
  );
});
