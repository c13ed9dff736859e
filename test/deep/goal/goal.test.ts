import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GoalRequest } from '../../../src/client';
import { harvest, plant, prints, type Tree } from '../../../bench/files/tasks';
import { turn } from '../../support/agent-scripts';
import { MEAN, MEAN_PROJECT, MEAN_REQUEST, MEAN_TEST } from '../../support/directory-scripts';
import { reply } from '../../support/scripted-model';
import { untilStatus } from '../../support/until';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

describe('a goal on folders', () => {
  const kintsugi = useScriptedKintsugi();
  const folders: string[] = [];

  afterEach(async () => {
    kintsugi.model.forget();
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  const folderOf = async (tree: Tree): Promise<string> => {
    const top = await mkdtemp(join(tmpdir(), 'kintsugi-goal-'));
    folders.push(top);
    const folder = join(top, 'Desktop');
    await plant(folder, tree);
    return folder;
  };
  const start = (folder: string, request: Omit<GoalRequest, 'roots'>) =>
    kintsugi.client.goal({ roots: [folder], approval: LOW, ...request });

  it('asks a model for a plan again when it is no array, and tells it why', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    kintsugi.model.script(
      reply('First I would look around.'),
      reply([{ tool: 'move', args: { items: ['../x'], to: 'b' } }]),
      reply([{ tool: 'rename', args: { path: 'a.txt', name: 'b.txt' } }]),
      reply({ holds: true, reason: 'ok' }),
    );
    const run = await start(folder, { request: 'call a.txt b.txt' });
    expect((await run.result()).status).toBe('completed');
    kintsugi.model.assertComplete();
    const asked = kintsugi.model.calls.map(({ body }) => body.messages.at(-1)?.content ?? '');
    expect(asked[1]).toContain('no JSON array');
    expect(asked[2]).toContain('leads out of the roots');
    expect(await harvest(folder)).toEqual({ 'b.txt': '1' });
  });

  it('tries a step that failed with the arguments that the model gives, told what failed', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    kintsugi.model.script(
      reply([{ tool: 'rename', args: { path: 'x.txt', name: 'b.txt' } }]),
      reply({ action: 'retry', args: { path: 'a.txt', name: 'b.txt' }, reason: 'it is called a.txt' }),
      reply({ holds: true, reason: 'ok' }),
    );
    const run = await start(folder, { request: 'call it b.txt' });
    const result = await run.result();
    kintsugi.model.assertComplete();
    expect(result).toMatchObject({ status: 'completed', published: true });
    expect(kintsugi.model.calls[1]?.body.messages.at(-1)?.content).toContain('x.txt');
    expect(await harvest(folder)).toEqual({ 'b.txt': '1' });
  });

  it('chooses another way in a second run of a goal that failed once', async () => {
    const folder = await folderOf({ 'docs/a.txt': '1' });
    const bad = [{ tool: 'find', args: { path: 'papers', name: '*.txt' } }];
    kintsugi.model.script(reply(bad), reply({ action: 'skip', reason: 'no' }));
    const first = await start(folder, { request: 'find the texts', maxReplans: 0, maxAttempts: 1 });
    expect((await first.result()).status).toBe('incomplete');
    kintsugi.model.forget();
    kintsugi.model.script(
      reply(bad),
      reply([{ tool: 'find', args: { path: 'docs', name: '*.txt' } }]),
      reply({ holds: true, reason: 'found' }),
    );
    const second = await start(folder, { request: 'find the texts' });
    expect((await second.result()).status).toBe('completed');
    const asked = kintsugi.model.calls.map(({ body }) => body.messages.at(-1)?.content ?? '');
    expect(asked[0]).toContain('papers');
    expect(asked[1]).toMatch(/failed/);
  });

  it('knows what "that folder" is from an earlier turn of the conversation', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    const conversation = `talk-${Date.now()}`;
    const first = await start(folder, {
      conversation,
      plan: [{ tool: 'make_folder', args: { path: 'made' } }],
    });
    await first.result();
    kintsugi.model.script(
      reply([{ tool: 'move', args: { items: ['a.txt'], to: 'made' } }]),
      reply({ holds: true, reason: 'ok' }),
    );
    const run = await start(folder, { conversation, request: 'move a.txt into that folder' });
    expect(await run.result()).toMatchObject({
      status: 'completed',
      references: [{ phrase: 'that folder', path: 'made' }],
    });
  });

  it('changes the folders after each step where the user says so, and goes back to any of them', async () => {
    const tree = { 'a.txt': '1', 'old.txt': 'x' };
    const folder = await folderOf(tree);
    const before = await prints(folder);
    const run = await start(folder, {
      publish: 'each-step',
      plan: [
        { tool: 'move', args: { items: ['a.txt'], to: 'b' } },
        { tool: 'write', args: { path: 'b/new.txt', content: 'new' } },
        { tool: 'delete', args: { items: ['old.txt'] } },
      ],
    });
    const result = await run.result();
    expect(result.checkpoints.map(({ reason }) => reason.slice(0, 6))).toEqual([
      'before',
      'step 1',
      'step 2',
      'step 3',
    ]);
    expect(await harvest(folder)).toEqual({ 'b/': null, 'b/a.txt': '1', 'b/new.txt': 'new' });
    await kintsugi.client.rollback(run.id, { only: '3' });
    expect(await harvest(folder)).toEqual({ 'b/': null, 'b/a.txt': '1', 'b/new.txt': 'new', 'old.txt': 'x' });
    await kintsugi.client.rollback(run.id, { to: '1' });
    expect(await harvest(folder)).toMatchObject({ 'b/a.txt': '1' });
    const again = await start(folder, { plan: [{ tool: 'list', args: { path: '.' } }] });
    await again.result();
    expect(Object.keys(before)).toContain('old.txt');
  });

  it('takes back what a cancelled run had published after each step', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    const before = await prints(folder);
    const run = await start(folder, {
      publish: 'each-step',
      plan: [
        { tool: 'move', args: { items: ['a.txt'], to: 'one' } },
        { tool: 'ask', args: { question: 'Go on?' } },
      ],
    });
    await untilStatus(
      () => run.status(),
      ({ pending }) => pending !== undefined,
    );
    expect(await harvest(folder)).toEqual({ 'one/': null, 'one/a.txt': '1' });
    await run.cancel();
    await expect(run.result()).rejects.toThrow(/was cancelled/);
    expect((await kintsugi.client.rollback(run.id)).status).toBe('published');
    expect(await prints(folder)).toEqual(before);
  });

  it('says that a later step copied what one alone would take back, and leaves both', async () => {
    const folder = await folderOf({ 'a.txt': '1', 'b.txt': '2' });
    const run = await start(folder, {
      plan: [
        { tool: 'write', args: { path: 'a.txt', content: 'new' } },
        { tool: 'copy', args: { items: ['a.txt'], to: 'kept' } },
        { tool: 'write', args: { path: 'b.txt', content: 'other' } },
      ],
    });
    await run.result();
    const refused = await kintsugi.client.rollback(run.id, { only: '1' });
    expect(refused).toMatchObject({
      status: 'conflict',
      conflicts: [{ path: 'a.txt', reason: expect.stringContaining('copied it to') }],
    });
    expect((await kintsugi.client.rollback(run.id, { only: '3' })).status).toBe('published');
    expect(await harvest(folder)).toEqual({
      'a.txt': 'new',
      'b.txt': '2',
      'kept/': null,
      'kept/a.txt': 'new',
    });
  });

  it('continues as new in the middle of a plan, and ends as one that did not', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    const plan = Array.from({ length: 30 }, (_, index) => ({
      tool: 'write',
      args: { path: `out/${index}.txt`, content: String(index) },
    }));
    const run = await start(folder, { plan, continueAfterEvents: 60 });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'completed', steps: { done: 30, failed: 0, open: 0 } });
    expect(await readdir(join(folder, 'out'))).toHaveLength(30);
    const texts = await Promise.all([0, 29].map((n) => readFile(join(folder, 'out', `${n}.txt`), 'utf8')));
    expect(texts).toEqual(['0', '29']);
  });

  it('works on several roots, and moves from one to another', async () => {
    const [one, two] = [await folderOf({ 'a.txt': '1' }), await folderOf({ 'keep/': null })];
    const run = await kintsugi.client.goal({
      roots: [one, two],
      approval: LOW,
      plan: [{ tool: 'move', args: { items: ['a.txt'], to: join(two, 'keep') } }],
    });
    expect((await run.result()).published).toBe(true);
    expect(await harvest(two)).toEqual({ 'keep/': null, 'keep/a.txt': '1' });
    expect(await harvest(one)).toEqual({});
    await kintsugi.client.rollback(run.id);
    expect(await harvest(one)).toEqual({ 'a.txt': '1' });
  });

  it('repairs a project as a step, and the change becomes part of its own', async () => {
    const folder = await folderOf({
      'shop/package.json': '{"name":"shop"}',
      'shop/src/sum.js': 'exports.sum = (a, b) => a - b;\n',
      'shop/test/sum.test.js':
        "const { sum } = require('../src/sum');\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
    });
    const run = await start(folder, {
      plan: [{ tool: 'heal', args: { path: 'shop' } }],
    });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'completed', published: true });
    expect(await readFile(join(folder, 'shop', 'src', 'sum.js'), 'utf8')).toContain('a + b');
  });

  it('takes over what an agent changes in another root, and pays for it from its own budget', async () => {
    const [one, two] = [await folderOf({ 'keep/': null }), await folderOf(MEAN_PROJECT)];
    kintsugi.model.script(
      turn(['edit', { path: 'src/mean.ts', content: MEAN }]),
      turn(['edit', { path: 'test/mean.test.ts', content: MEAN_TEST }]),
      turn(['finish', { summary: 'Adds mean, and a test of it.' }]),
    );
    const run = await kintsugi.client.goal({
      roots: [one, two],
      approval: LOW,
      budget: { tokens: 5_000_000, topUpDeadlineMs: 60_000 },
      plan: [
        { tool: 'agent', args: { path: two, request: MEAN_REQUEST } },
        { tool: 'copy', args: { items: { fromStep: 1 }, to: 'keep' } },
      ],
    });
    const { status, usage, budget, message } = await run.result();
    expect({ status, message }).toMatchObject({ status: 'completed' });
    expect(await readFile(join(one, 'keep', 'mean.ts'), 'utf8')).toBe(MEAN);
    expect(usage.modelCalls).toBeGreaterThan(2);
    expect(budget?.spent.tokens).toBe(usage.inputTokens + usage.outputTokens);
  });

  it('ends with a clear sentence where a root vanished', async () => {
    const folder = await folderOf({ 'a.txt': '1' });
    const run = await start(folder, {
      plan: [{ tool: 'delete', args: { items: ['a.txt'] } }],
      approval: { level: 'MEDIUM' },
    });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    await rename(folder, `${folder}-gone`);
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    expect(['unpublished', 'conflict']).toContain(result.status);
    expect(result.published).toBe(false);
    await mkdir(dirname(folder), { recursive: true });
    expect(await harvest(`${folder}-gone`)).toEqual({ 'a.txt': '1' });
  });
});
