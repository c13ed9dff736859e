import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXIT } from '../../../src/client';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { mendingModel, turn } from '../../support/agent-scripts';
import { reply, type ScriptedEntry } from '../../support/scripted-model';
import { tempFolder } from '../../support/temp-folder';
import { untilStatus } from '../../support/until';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const README = readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8');
/** Lines of the page that are code, but for comments. */
const LINES = README.split('\n').flatMap((line) => (/^ {4}[^ #]/.test(line) ? [line.trim()] : []));
const PACKAGE = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const run = promisify(execFile);

/** Lines that are not run here, each with the reason. */
const NOT_RUN = [
  ['npm link', 'writes into the global folder of npm; part install of the deep tests installs the tarball'],
  ['export KINTSUGI_MODEL=gpt-5.2', 'names a model that costs money: the scripted one stands in for it'],
  ['export KINTSUGI_MODEL=qwen3-coder', 'names a server of yours: the scripted model stands in for it'],
  ['{"hash": "3f9a1c27b0de"', 'is no command: it is sent as the signal that the page says'],
] as const;

interface Row {
  code: number;
  says: RegExp;
  /** The project has its bug again, and nobody has been asked. */
  isFresh?: true;
  /** A run waits for approval, or has published. */
  run?: 'waits' | 'published';
  /** How the run delivers in the end. */
  delivers?: string;
  model?: ScriptedEntry[];
}

const TEST = "import { half } from '../src/half';\nit('rounds up', () => expect(half(3)).toBe(2));\n";
const HALF = 'export const half = (cents: number): number => Math.ceil(cents / 2);\n';
const MOVE = JSON.parse(readFileSync(join(PROJECT_ROOT, 'examples/papers/plan.json'), 'utf8')) as object[];

/** Commands of the page by their beginnings, with what comes of them where no terminal is there. */
const RUN: readonly [start: string, row: Row][] = [
  ['npm run demo', { code: EXIT.healed, says: /healed/ }],
  ['kintsugi explain', { code: EXIT.healed, says: /jest/, isFresh: true }],
  ['kintsugi heal ~/projects/shop --approval low', { code: EXIT.healed, says: /"recovered"/, isFresh: true }],
  ['kintsugi heal', { code: EXIT.waiting, says: /approve: kintsugi approve heal-shop-/, isFresh: true }],
  ['kintsugi diff', { code: EXIT.healed, says: /^\+/m, run: 'waits' }],
  ['kintsugi approve', { code: EXIT.healed, says: /^Approved/, run: 'waits', delivers: 'published' }],
  ['kintsugi reject', { code: EXIT.healed, says: /^Rejected/, run: 'waits', delivers: 'rejected' }],
  ['kintsugi rollback', { code: EXIT.healed, says: /^Rolled back/, run: 'published' }],
  [
    'kintsugi agent',
    {
      ...{ code: EXIT.waiting, says: /approve: kintsugi approve agent-shop-/ },
      model: [
        turn(
          ['edit', { path: 'src/half.ts', content: HALF }],
          ['edit', { path: 'test/half.test.ts', content: TEST }],
        ),
        turn(['finish', { summary: 'Adds half.' }]),
      ],
    },
  ],
  [
    'kintsugi goal examples/papers/desk --plan',
    { code: EXIT.waiting, says: /approve: kintsugi approve goal-/ },
  ],
  [
    'kintsugi goal',
    {
      ...{ code: EXIT.waiting, says: /approve: kintsugi approve goal-/ },
      model: [reply(MOVE), reply({ holds: true, reason: 'They are there.' })],
    },
  ],
  ['kintsugi code', { code: EXIT.healed, says: /12/ }],
  ['kintsugi ci', { code: EXIT.healed, says: /healed/, isFresh: true }],
  ['npm run example', { code: EXIT.healed, says: /recovered/, isFresh: true }],
];

describe('README', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'the demo and the example start a worker where theirs differs',
  });
  const place = tempFolder('readme');
  const shop = join(place, 'projects', 'shop');

  beforeAll(() => {
    mkdirSync(join(place, 'projects'));
    cpSync(join(PROJECT_ROOT, 'examples'), join(place, 'examples'), { recursive: true });
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  const breakAgain = async (folder = shop): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await cp(join(PROJECT_ROOT, 'examples', 'shop'), folder, { recursive: true });
  };

  let waited = 0;

  /** A run on a folder of its own: a change that was rejected is not offered there again. */
  async function waiting(): Promise<{ id: string; hash: string }> {
    const directory = join(place, `asked-${(waited += 1)}`, 'shop');
    await breakAgain(directory);
    const { id } = await kintsugi.client.heal({ directory });
    const { pending } = await untilStatus(
      () => kintsugi.client.run(id).status(),
      (status) => status.pending !== undefined,
    );
    return { id, hash: pending?.hash ?? '' };
  }

  async function approved(id: string, hash: string): Promise<void> {
    const run = kintsugi.client.run(id);
    await run.answer({ hash, decision: 'approve', scope: 'once' });
    await run.result();
  }

  /** Runs a line of the page in a copy of its folder. */
  async function shell(line: string): Promise<{ code: number; text: string }> {
    const [, script, more = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(line) ?? [];
    const command = script === undefined ? line : `${PACKAGE.scripts[script]} ${more}`;
    const main = join(PROJECT_ROOT, 'dist/client/cli/main.js');
    const defined = `kintsugi() { "${process.execPath}" "${main}" "$@"; }; ${command.replaceAll('~/', `${place}/`)}`;
    const cwd = script === undefined ? place : PROJECT_ROOT;
    const ended = await run('sh', ['-c', defined], { env: kintsugi.env, cwd }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    const out = / > (\S+)$/.exec(line)?.[1];
    const written = out === undefined ? '' : readFileSync(join(place, out), 'utf8');
    return { code: 'code' in ended ? ended.code : 0, text: ended.stdout + ended.stderr + written };
  }

  const rowOf = (line: string) => RUN.find(([start]) => line.startsWith(start))?.[1];
  const isNotRun = (line: string) => NOT_RUN.some(([start]) => line.startsWith(start));
  const commands = LINES.filter((line) => !isNotRun(line));

  it('has no line of code that is neither run nor named with a reason, and no row here is left over', () => {
    expect(commands.filter((line) => !rowOf(line))).toEqual([]);
    const starts = [...RUN, ...NOT_RUN].map(([start]) => start);
    expect(starts.filter((start) => !LINES.some((line) => line.startsWith(start)))).toEqual([]);
  });

  it.each(commands)('%s', async (line) => {
    const row = rowOf(line);
    if (!row) throw new Error('no row says what comes of it');
    const { code, says, isFresh, delivers, model } = row;
    if (isFresh) await breakAgain();
    const { id, hash } = row.run ? await waiting() : { id: 'none', hash: '' };
    if (row.run === 'published') await approved(id, hash);
    if (model) kintsugi.model.script(...model);
    kintsugi.model.otherwise(mendingModel);
    const ended = await shell(line.replace('ID', id).replace('3f9a1c27b0de', hash.slice(0, 12)));
    expect(ended.text).toMatch(says);
    expect(ended.code).toBe(code);
    if (delivers)
      expect(await kintsugi.client.run(id).result()).toMatchObject({ delivery: { status: delivers } });
  });

  it('sends the signal that it names, which publishes', async () => {
    const [json = ''] = LINES.filter((line) => line.startsWith('{'));
    const { id, hash } = await waiting();
    const [, name = ''] = /the signal `(\w+)`/.exec(README) ?? [];
    const answer: unknown = JSON.parse(json.replace('3f9a1c27b0de', hash));
    await kintsugi.client.temporal.workflow.getHandle(id).signal(name, answer);
    expect(await kintsugi.client.run(id).result()).toMatchObject({ delivery: { status: 'published' } });
  });

  it('names files and folders that are there', () => {
    const linked = [...README.matchAll(/\]\(([a-zA-Z.][^)#:]{0,80})[#)]/g)].map(([, path = '']) => path);
    expect(linked.length).toBeGreaterThan(20);
    const listed = (path: string) => readdirSync(join(PROJECT_ROOT, path, '..'));
    expect(linked.filter((path) => !listed(path).includes(path.split('/').at(-1) ?? ''))).toEqual([]);
  });
});
