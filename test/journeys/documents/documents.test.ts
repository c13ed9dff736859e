import { randomBytes } from 'node:crypto';
import { createDocuments, type DocumentText } from '../../../src/documents';
import { pdfOf } from '../../support/pdf-writer';
import { zipOf } from '../../support/zip-writer';

const documents = createDocuments();
afterAll(() => documents.close());

async function text(bytes: Buffer, name: string): Promise<DocumentText> {
  const answer = await documents.textOf(bytes, name);
  if ('reason' in answer) throw new Error(answer.reason);
  return answer;
}

function pageTexts({ text: all, pages = [] }: DocumentText): string[] {
  return pages.map((start, index) => all.slice(start, pages[index + 1]).trim());
}

const WORD_PARTS = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
};

function docxOf(body: string): Buffer {
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return zipOf({ ...WORD_PARTS, 'word/document.xml': document });
}

const paragraph = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

test('a PDF of several pages is read page by page', async () => {
  const lines = [['Gentrification', 'in Seoul (2019)'], ['Rent and place'], []];
  expect(pageTexts(await text(pdfOf(lines), 'a.pdf'))).toEqual([
    'Gentrification\nin Seoul (2019)',
    'Rent and place',
    '',
  ]);
});

test('a PDF with Korean in a font of the standard is read', async () => {
  const answer = await text(pdfOf([['젠트리피케이션 연구', 'Seoul']]), '논문.pdf');
  expect(pageTexts(answer)).toEqual(['젠트리피케이션 연구\nSeoul']);
});

test('a PDF is found by its content, and so is a text that is called one', async () => {
  expect((await text(pdfOf([['Hello']]), 'report.txt')).text.trim()).toBe('Hello');
  expect(await text(Buffer.from('Plain words.'), 'report.pdf')).toEqual({
    text: 'Plain words.',
    truncated: false,
  });
});

test('an encrypted PDF needs its password, unless anybody may read it', async () => {
  const closed = await documents.textOf(pdfOf([['secret']], { password: 'open sesame' }), 'a.pdf');
  expect(closed).toEqual({ reason: 'encrypted' });
  expect((await text(pdfOf([['for all']], { password: '' }), 'b.pdf')).text.trim()).toBe('for all');
});

test('pages without text are said to be pictures', async () => {
  const answer = await documents.textOf(pdfOf([], { contents: ['q 1 0 0 1 0 0 cm Q', ''] }), 'scan.pdf');
  expect(answer).toEqual({ reason: 'scan' });
});

test('a PDF whose table of objects is wrong is still read', async () => {
  const whole = pdfOf([['first page'], ['second page']]);
  const shifted = Buffer.concat([whole.subarray(0, 9), Buffer.from('% odd words\n'), whole.subarray(9)]);
  expect(pageTexts(await text(shifted, 'a.pdf'))).toEqual(['first page', 'second page']);
});

test('a Word document is read with its tables', async () => {
  const table = `<w:tbl><w:tr><w:tc>${paragraph('Rent')}</w:tc><w:tc>${paragraph('12')}</w:tc></w:tr></w:tbl>`;
  const answer = await text(docxOf(paragraph('도시 &amp; 집') + table + paragraph('End')), 'a.docx');
  expect(answer.text.split('\n')).toEqual(['도시 & 집', 'Rent', '12', 'End', '']);
  expect(answer.truncated).toBe(false);
});

test('HTML is read as people see it, whatever its encoding', async () => {
  const html =
    '<!doctype html><title>A &lt;title&gt;</title><style>p{}</style><p>One\n  two<br>three</p><script>var x = "<p>no</p>"</script><table><tr><td>a<td>b</table><pre>  kept\n  so</pre>';
  expect((await text(Buffer.from(html), 'page')).text).toBe(
    'A <title>\nOne two\nthree\na\tb\n  kept\n  so\n',
  );
  const wide = Buffer.from('\ufeff<html><p>Gr\u00fc\u00dfe', 'utf16le');
  expect((await text(wide, 'a.html')).text).toBe('Grüße\n');
});

test('a book is read in the order of its spine', async () => {
  const epub = zipOf(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf':
        '<package><manifest><item id="b" href="second%20part.xhtml"/><item id="a" href="text/first.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OEBPS/text/first.xhtml': '<html><body><h1>Chapter 1</h1><p>Call me</p></body></html>',
      'OEBPS/second part.xhtml': '<html><body><p>the whale</p></body></html>',
    },
    ['mimetype'],
  );
  expect((await text(epub, 'book.epub')).text).toBe('Chapter 1\nCall me\nthe whale\n');
});

test('documents of open formats, slides, sheets and of Hangul are read', async () => {
  const odt = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml':
      '<office:document-content><office:body><office:text><text:h>Title</text:h><text:p>one<text:tab/>two<text:s/>three</text:p></office:text></office:body></office:document-content>',
  });
  expect((await text(odt, 'a.odt')).text).toBe('Title\none\ttwo three\n');
  const slide = (words: string): string => `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`;
  const slides = zipOf({ 'ppt/slides/slide10.xml': slide('ten'), 'ppt/slides/slide2.xml': slide('two') });
  expect(pageTexts(await text(slides, 'a.pptx'))).toEqual(['two', 'ten']);
  const sheet = zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml': '<sst><si><t>Rent</t></si><si><r><t>Se</t></r><r><t>oul</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>12.5</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>in</t></is></c></row></sheetData></worksheet>',
  });
  expect((await text(sheet, 'a.xlsx')).text).toBe('Rent\t12.5\nSeoul\tin\n');
  const hangul = zipOf({
    'Contents/section0.xml': '<hs:sec><hp:p><hp:run><hp:t>도시 연구</hp:t></hp:run></hp:p></hs:sec>',
  });
  expect((await text(hangul, 'a.hwpx')).text).toBe('도시 연구\n');
});

test.each([
  ['a damaged PDF', Buffer.from('%PDF-1.7\nnothing of one'), 'damaged'],
  ['half of an archive', docxOf(paragraph('x')).subarray(0, 300), 'damaged'],
  ['a Word document without its text', zipOf({ 'word/document.xml': '<w:document' }), 'damaged'],
  ['an archive of other things', zipOf({ 'a.bin': randomBytes(10) }), 'no-text'],
  [
    'a picture',
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(500), Buffer.alloc(4)]),
    'no-text',
  ],
  ['an old Word document', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'old'],
  ['rich text', Buffer.from('{\\rtf1 hello}'), 'old'],
])('%s has no text to read, for a reason', async (_, bytes, reason) => {
  const answer = await documents.textOf(bytes, 'file');
  expect(answer).toEqual({ reason });
});

test('a document that takes too long is a problem, and the next one is read', async () => {
  const hasty = createDocuments({ deadlineMs: 1 });
  expect(await hasty.textOf(pdfOf([['Hello']]), 'a.pdf')).toMatchObject({ reason: 'too-slow' });
  expect(await hasty.textOf(Buffer.from('plain'), 'b.txt')).toMatchObject({ text: 'plain' });
  hasty.close();
});

test('a signal ends the reading', async () => {
  const abort = new AbortController();
  const reading = documents.textOf(pdfOf([['Hello']]), 'a.pdf', abort.signal);
  abort.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  expect((await text(pdfOf([['Hello']]), 'a.pdf')).text.trim()).toBe('Hello');
});

test('more than two million characters are cut and said', async () => {
  const html = await text(Buffer.from(`<html><p>${'x'.repeat(3_000_000)}</p>`), 'a.html');
  expect(html.truncated).toBe(true);
  expect(html.text).toHaveLength(2_000_000);
  const plain = await text(Buffer.from('가나'.repeat(2_000_000)), 'a.txt');
  expect(plain.truncated).toBe(true);
  expect(plain.text).toHaveLength(2_000_000);
  expect(plain.text.endsWith('나')).toBe(true);
});
