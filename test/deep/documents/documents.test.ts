import { createDocuments } from '../../../src/documents';
import { pdfOf } from '../../support/pdf-writer';
import { zipOf } from '../../support/zip-writer';

const documents = createDocuments();
afterAll(() => documents.close());

const WORD_PARTS = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
};

test('an archive that unpacks to gigabytes is a problem, and the next document is read', async () => {
  const bomb = zipOf({ ...WORD_PARTS, 'word/document.xml': Buffer.alloc(200 * 1024 * 1024, 0x20) });
  expect(bomb.length).toBeLessThan(1_000_000);
  const [answer, next] = await Promise.all([
    documents.textOf(bomb, 'bomb.docx'),
    documents.textOf(pdfOf([['Hello']]), 'a.pdf'),
  ]);
  expect(answer).toMatchObject({ reason: 'too-large' });
  expect(next).toMatchObject({ text: 'Hello\n' });
});

test('a document that is too much for the memory of its reader is a problem, and the next one is read', async () => {
  const small = createDocuments({ memoryMb: 32 });
  const cells = `<sst>${'<si><t>x</t></si>'.repeat(4_000_000)}</sst>`;
  const wide = zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/sharedStrings.xml': cells });
  expect(await small.textOf(wide, 'wide.xlsx')).toMatchObject({ reason: 'too-large' });
  expect(await small.textOf(Buffer.from('<html><p>fine'), 'b.html')).toMatchObject({ text: 'fine\n' });
  small.close();
});
