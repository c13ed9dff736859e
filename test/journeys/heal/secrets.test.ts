import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobHash } from '../../../src/domain/ids';
import { homePaths } from '../../../src/machine/paths';
import { openStore } from '../../../src/store';
import { kintsugiCli } from '../../support/cli';
import { makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { readHistory } from '../../support/run-history';
import { raw, reply, ScriptedModel } from '../../support/scripted-model';

/** Each secret by where it comes from; no two share a piece. */
const SECRETS = {
  code: 'sk-live-CODEcodeCODEcode0001',
  password: 'PASSWORDpassword0002',
  environment: 'plain-environment-value-0003',
  key: 'endpoint-key-without-shape-0004',
  request: 'ghp_REQUESTrequestREQUESTreq0005',
  edit: 'AKIAEDITEDITEDIT0006',
  summary: 'glpat-SUMMARYsummary0007',
  rootCause: 'xoxb-ROOTCAUSErootcause0008',
  malformed: 'hf_MALFORMEDmalformedMALFORMED0009',
  refused: 'npm_REFUSEDrefusedREFUSEDrefused0010',
  endpoint: 'sk-ENDPOINTendpointENDPOINT0011',
  command: 'sk_live_COMMANDcommand0012',
};

const BROKEN = [
  `const API_KEY = '${SECRETS.code}';`,
  `export const config = { password: '${SECRETS.password}', note: '${SECRETS.environment}' };`,
  'export function add(a: number, b: number): string {',
  '  console.log(`calling with ${API_KEY} and ${config.note}`);',
  '  return `${a}${b} by ${API_KEY} ${config.note}`;',
  '}',
  '',
].join('\n');
const FIXED = BROKEN.replace('): string', '): number').replace(
  'return `${a}${b} by ${API_KEY} ${config.note}`',
  `return a + b + 0 * '${SECRETS.edit}'.length`,
);
const TEST = [
  "import { add } from './add';",
  `it('adds', () => { if (add(1, 2) as unknown !== 3) throw new Error('got ' + add(1, 2)); });`,
  '',
].join('\n');

const modify = (path: string, content: string) => ({ path, action: 'modify', content, replacements: null });
const suggestion = (path: string, content: string) => ({
  rootCause: `It joins texts with ${SECRETS.rootCause} and ${SECRETS.environment}.`,
  errorCategory: 'logic',
  fileModifications: [modify(path, content)],
  verificationCommands: [`TOKEN=${SECRETS.command} npx jest`],
});

/** The names of the secrets that a text holds, whole or their last half. */
function foundIn(text: string): string[] {
  return Object.entries(SECRETS)
    .filter(([, secret]) => text.includes(secret) || text.includes(secret.slice(-12)))
    .map(([name]) => name);
}

describe('secrets of a whole run', () => {
  let model: ScriptedModel;
  let kintsugi: TestKintsugi;
  let id: string;
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    model = await ScriptedModel.start();
    kintsugi = await startKintsugi({
      why: 'its settings hold secrets, and its log is read',
      settings: {
        KINTSUGI_MODEL: 'scripted',
        KINTSUGI_MODEL_BASE_URL: model.baseUrl,
        KINTSUGI_MODEL_API_KEY: SECRETS.key,
        KINTSUGI_MODEL_CANDIDATES: '1',
        KINTSUGI_PROPOSERS: 'llm',
        KINTSUGI_LOG_LEVEL: 'debug',
        SERVICE_TOKEN: SECRETS.environment,
      },
    });
    project = await makeProject({ 'src/add.ts': BROKEN, 'src/add.test.ts': TEST });
    const errorInStream = { error: { message: `bad key ${SECRETS.endpoint} of ${SECRETS.environment}` } };
    model.script(
      // The endpoint fails first and repeats what it was sent; the reason stands in the next try's event.
      raw(`data: ${JSON.stringify(errorInStream)}\n\n`, 'text/event-stream'),
      reply(`I cannot ${SECRETS.malformed}`),
      reply({
        summary: `Uses ${SECRETS.summary} and ${SECRETS.environment}.`,
        fileModifications: [modify('src/add.ts', BROKEN.replace('calling', 'Calling'))],
      }),
      reply({
        summary: `Tests with ${SECRETS.summary}.`,
        tests: [{ path: 'src/more.test.ts', content: TEST }],
      }),
      // First round: two edits that are refused, with secrets in what does not stand there.
      ...[1, 2].map(() =>
        reply({
          ...suggestion('src/add.ts', ''),
          fileModifications: [
            {
              path: 'src/add.ts',
              action: 'modify',
              content: null,
              replacements: [{ search: `nowhere ${SECRETS.refused}`, replacement: 'x' }],
            },
          ],
        }),
      ),
      reply(suggestion('src/add.ts', FIXED.replace('calling', 'Calling'))),
    );
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: `Log the call, my token is ${SECRETS.request} and ${SECRETS.environment}`,
      impactedFiles: ['src/add.ts'],
      mode: 'PRECISION',
      executor: 'answer',
      generateTests: true,
      approval: { level: 'LOW' },
    });
    id = run.id;
    const result = await run.result();
    expect(result.status).toBe('recovered');
    model.assertComplete();
  });
  afterAll(async () => {
    await project.remove();
    await kintsugi.close();
    await model.close();
  });

  it('reach the files as they are, and the model what it needs', async () => {
    expect(await readFile(join(project.path, 'src/add.ts'), 'utf8')).toContain(SECRETS.edit);
    expect(JSON.stringify(model.calls.map(({ body }) => body.messages))).toContain(SECRETS.code);
  });

  it('are not in the event history, neither in its bytes nor decoded', async () => {
    const { bytes, text } = await readHistory(kintsugi.client.temporal, id);
    expect(text).toContain('executeRequest');
    expect(text).toContain('[REDACTED]');
    expect(foundIn(bytes.toString('latin1'))).toEqual([]);
    expect(foundIn(text)).toEqual([]);
  });

  it('are not in what the list of runs and its status show', async () => {
    const described = await kintsugi.client.temporal.workflow.getHandle(id).describe();
    const shown = JSON.stringify([described.memo, described.searchAttributes, await kintsugi.client.list()]);
    expect(shown).toContain('my token is [REDACTED]');
    expect(foundIn(shown)).toEqual([]);
    expect(foundIn(JSON.stringify(await kintsugi.client.run(id).status()))).toEqual([]);
  });

  it('are not in the logs', () => {
    expect(kintsugi.logs()).toContain(id);
    expect(foundIn(kintsugi.logs())).toEqual([]);
  });

  it.each([['report'], ['report --json'], ['status'], ['diff'], ['checkpoints']])(
    'are not in %s',
    async (command) => {
      const [name = '', ...flags] = command.split(' ');
      const { code, stdout, stderr } = await kintsugiCli(kintsugi.env, [name, id, ...flags]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.length).toBeGreaterThan(20);
      // A diff shows the change as it will be written.
      if (name !== 'diff') expect(foundIn(stdout)).toEqual([]);
    },
  );

  it('are not in the stored prompts', async () => {
    await kintsugi.stop();
    const store = await openStore(homePaths(kintsugi.config.home).store);
    const { runId = '' } = (await kintsugi.client.temporal.workflow.getHandle(id).describe()) as {
      runId?: string;
    };
    const replies = (await store.refs.list(runId)).filter(({ effect }) =>
      /\/model\/[0-9a-f]{24}$/.test(effect),
    );
    expect(replies).toHaveLength(model.calls.length - 1);
    for (const { value } of replies) {
      const bytes = await store.blobs.load((JSON.parse(value) as { blob: BlobHash }).blob);
      const { messages } = JSON.parse(String(bytes)) as { messages: unknown[] };
      expect(messages.length).toBeGreaterThan(1);
      expect(foundIn(JSON.stringify(messages))).toEqual([]);
    }
    await store.close();
  });
});
