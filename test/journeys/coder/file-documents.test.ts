import { createDocuments } from '../../../src/documents';
import { FilesRun } from '../../support/file-tools';
import { pdfOf } from '../../support/pdf-writer';

const documents = createDocuments();
afterAll(() => documents.close());

async function shelf(): Promise<FilesRun> {
  const run = await FilesRun.on({ '논문/notes.txt': 'Gentrification, see b.' }, { documents });
  await run.plantBytes('논문/a.pdf', pdfOf([['Cooking'], ['for two'], ['and three']]));
  await run.plantBytes('논문/b.pdf', pdfOf([['Rent'], ['in the city:', 'gentri-', 'fication']]));
  await run.plantBytes('논문/c.pdf', pdfOf([['서울의 젠트리피', '케이션 연구']]));
  await run.plantBytes('논문/closed.pdf', pdfOf([['x']], { password: 'y' }));
  await run.plantBytes('논문/photo.jpg', Buffer.from('ffd8ffe0', 'hex'));
  return run;
}

test('papers are found by the words on their pages, and moved', async () => {
  const run = await shelf();
  const found = await run.call('find', { path: '논문', name: '*.pdf', content: 'gentrification' });
  expect(found.items).toEqual([
    { path: '논문/b.pdf', ok: true, reason: 'Page 2: gentri-' },
    {
      path: '논문/closed.pdf',
      ok: false,
      reason: 'closed.pdf is protected by a password: save it without one.',
    },
  ]);
  const korean = await run.call('find', { path: '.', content: '젠트리피케이션' });
  expect(korean.items[0]).toEqual({ path: '논문/c.pdf', ok: true, reason: 'Page 1: 서울의 젠트리피' });
  const moved = await run.call('move', { items: ['논문/b.pdf', '논문/c.pdf'], to: '젠트리피케이션' });
  expect(moved.items.map(({ to }) => to)).toEqual(['젠트리피케이션/b.pdf', '젠트리피케이션/c.pdf']);
});

test('a paper is read page by page', async () => {
  const run = await shelf();
  expect((await run.call('read', { path: '논문/a.pdf' })).text).toBe(
    '논문/a.pdf (3 pages)\n--- page 1 ---\nCooking\n--- page 2 ---\nfor two\n--- page 3 ---\nand three',
  );
});

test('a small file is text by its bytes, also where its name is that of a picture', async () => {
  const run = await shelf();
  await run.plantBytes('논문/scan.jpg', Buffer.from('A picture in words.'));
  await run.plantBytes('논문/film.mp4', Buffer.from('in words '.repeat(40_000)));
  expect((await run.call('read', { path: '논문/scan.jpg' })).text).toContain('A picture in words.');
  const photo = await run.call('read', { path: '논문/photo.jpg' });
  expect(photo.problem).toContain('photo.jpg');
  const found = await run.call('find', { path: '논문', name: '*.{jpg,mp4}', content: 'in words' });
  expect(found.items.map(({ path }) => path)).toEqual(['논문/scan.jpg']);
});
