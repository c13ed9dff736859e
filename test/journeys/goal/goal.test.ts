import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GoalRequest } from '../../../src/client';
import { harvest, plant, prints, type Tree } from '../../../bench/files/tasks';
import { pdfOf } from '../../support/pdf-writer';
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

  /** A desktop with a folder of papers: PDFs of several pages, of which two speak of the topic. */
  const desktop = async (papers: string, topic: string): Promise<string> => {
    const folder = await folderOf({ 'notes.txt': 'milk', [`${papers}/`]: null });
    const pages = (text: string) => pdfOf([['Title page'], ['Introduction', text], ['References']]);
    await writeFile(join(folder, papers, 'berlin.pdf'), pages(`On ${topic} in Berlin`));
    await writeFile(join(folder, papers, 'bees.pdf'), pages('On bees and honey'));
    await writeFile(join(folder, papers, 'seoul.pdf'), pages(`Studies of ${topic} in Seoul`));
    return folder;
  };

  it('finds papers about a topic and moves them, by a plan of the user, and comes back exactly', async () => {
    const folder = await desktop('papers', 'gentrification');
    const before = await prints(folder);
    const { ino } = await stat(join(folder, 'papers', 'berlin.pdf'));
    const run = await start(folder, {
      plan: [
        { tool: 'make_folder', args: { path: 'gentrification' } },
        { tool: 'locate', args: { what: 'the papers folder on the desktop' } },
        { tool: 'list', args: { path: { fromStep: 2 } } },
        { tool: 'find', args: { path: { fromStep: 2 }, content: 'gentrification' } },
        { tool: 'move', args: { items: { fromStep: 4 }, to: 'gentrification' } },
      ],
    });
    const result = await run.result();
    expect(result.message).toBe('5 of 5 steps are done, and your folders are changed.');
    expect((await readdir(join(folder, 'gentrification'))).sort()).toEqual(['berlin.pdf', 'seoul.pdf']);
    expect(await readdir(join(folder, 'papers'))).toEqual(['bees.pdf']);
    expect((await stat(join(folder, 'gentrification', 'berlin.pdf'))).ino).toBe(ino);
    const undone = await kintsugi.client.rollback(run.id);
    expect(undone.status).toBe('published');
    expect(await prints(folder)).toEqual(before);
    await kintsugi.client.rollback(undone.id);
    expect((await readdir(join(folder, 'gentrification'))).sort()).toEqual(['berlin.pdf', 'seoul.pdf']);
  });

  it.each([
    {
      request:
        'make a new folder on the desktop, find only the papers about gentrification in the papers folder on the desktop, and move them there',
      papers: 'papers',
      topic: 'gentrification',
      into: 'gentrification papers',
      what: 'the papers folder on the desktop',
      line: /^Looked at /,
    },
    {
      request:
        '바탕화면에 폴더 새로 만들고, 바탕화면 논문 폴더에서 젠트리피케이션 관련 논문만 찾아서 이동시켜줘',
      papers: '논문',
      topic: '젠트리피케이션',
      into: '젠트리피케이션 논문',
      what: '바탕화면 논문 폴더',
      line: /^항목 /,
    },
  ])('plans by a model and carries out: $request', async ({ request, papers, topic, into, what, line }) => {
    const folder = await desktop(papers, topic);
    kintsugi.model.script(
      reply([
        { description: '', tool: 'make_folder', args: { path: into } },
        { description: '', tool: 'locate', args: { what } },
        { description: '', tool: 'find', args: { path: { fromStep: 2 }, content: topic } },
        { description: '', tool: 'move', args: { items: { fromStep: 3 }, to: into } },
      ]),
      reply({ holds: true, reason: 'Both papers are there.' }),
    );
    const run = await start(folder, { request });
    const result = await run.result();
    kintsugi.model.assertComplete();
    expect(result).toMatchObject({ status: 'completed', goalCheck: { holds: true } });
    expect((await readdir(join(folder, into))).sort()).toEqual(['berlin.pdf', 'seoul.pdf']);
    const { events } = await run.events();
    expect(events[0]?.text).toMatch(line);
    expect(kintsugi.model.calls[0]?.body.messages.at(-1)?.content).toContain(`${papers}/`);
  });

  it('finds what a hundred readable files hold although one more is damaged, and names that', async () => {
    const folder = await desktop('papers', 'gentrification');
    for (const name of ['rain', 'wind'])
      await writeFile(join(folder, 'papers', `${name}.pdf`), pdfOf([[name]]));
    await writeFile(join(folder, 'papers', 'broken.pdf'), '%PDF-1.7\nthis is no such file');
    const run = await start(folder, {
      plan: [
        { tool: 'find', args: { path: 'papers', content: 'gentrification' } },
        { tool: 'move', args: { items: { fromStep: 1 }, to: 'found' } },
      ],
    });
    const result = await run.result();
    expect(result.status).toBe('completed');
    expect((await readdir(join(folder, 'found'))).sort()).toEqual(['berlin.pdf', 'seoul.pdf']);
    expect(result.results[0]).toMatchObject({ done: 5, total: 6 });
    const { events } = await run.events();
    expect(events.map(({ text }) => text).join('\n')).toContain('broken.pdf');
  });

  it('asks before the folders change, shows what moves, and changes nothing before that', async () => {
    const folder = await folderOf({ 'a.txt': '1', 'b/': null });
    const run = await start(folder, {
      plan: [{ tool: 'move', args: { items: ['a.txt'], to: 'b' } }],
      approval: { level: 'MEDIUM' },
    });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    expect(pending?.diffExcerpt).toBe('move    a.txt → b/a.txt');
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', 'b/': null });
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    await run.result();
    expect(await harvest(folder)).toEqual({ 'b/': null, 'b/a.txt': '1' });
  });

  it('writes nothing where a file changed meanwhile, and says which one', async () => {
    const folder = await folderOf({ 'a.txt': '1', 'b.txt': '2' });
    const run = await start(folder, {
      plan: [{ tool: 'move', args: { items: ['a.txt', 'b.txt'], to: 'c' } }],
      approval: { level: 'MEDIUM' },
    });
    const { pending } = await untilStatus(
      () => run.status(),
      ({ phase }) => phase === 'awaiting-approval',
    );
    await writeFile(join(folder, 'b.txt'), 'changed');
    await run.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'conflict', published: false });
    expect(result.conflicts.map(({ path }) => path)).toEqual([expect.stringContaining('b.txt')]);
    expect(await harvest(folder)).toEqual({ 'a.txt': '1', 'b.txt': 'changed' });
  });

  it('takes back one step alone, whatever came after it, or says that a later one builds on it', async () => {
    const folder = await folderOf({ 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' });
    const run = await start(folder, {
      plan: [
        { tool: 'move', args: { items: ['a.txt'], to: 'one' } },
        { tool: 'edit', args: { path: 'b.txt', edits: [{ search: '2', replacement: 'two' }] } },
        { tool: 'delete', args: { items: ['c.txt'] } },
        { tool: 'rename', args: { path: 'one/a.txt', name: 'z.txt' } },
      ],
    });
    await run.result();
    const done = { 'b.txt': 'two', 'one/': null, 'one/z.txt': '1' };
    expect(await harvest(folder)).toEqual(done);
    expect((await kintsugi.client.rollback(run.id, { only: '1' })).status).toBe('conflict');
    expect(await harvest(folder)).toEqual(done);
    await kintsugi.client.rollback(run.id, { only: '2' });
    expect(await harvest(folder)).toEqual({ ...done, 'b.txt': '2' });
    await kintsugi.client.rollback(run.id, { only: '3' });
    expect(await harvest(folder)).toEqual({ ...done, 'b.txt': '2', 'c.txt': '3' });
  });
});
