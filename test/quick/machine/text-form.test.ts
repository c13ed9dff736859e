import { check, property, array, constantFrom, integer, string, uint8Array } from 'fast-check';
import iconv from 'iconv-lite';
import {
  asNodeReads,
  programBytes,
  programText,
  rewrittenProgram,
} from '../../../src/machine/text/program-text';
import { encodeName } from '../../../src/machine/file-names';
import { newFile, readableText, textForm } from '../../../src/machine/text/text-form';

const bytesOf = (written: ReturnType<typeof newFile>): string =>
  'bytes' in written ? written.bytes.toString('hex') : written.problem;

const SAMPLES: readonly (readonly [encoding: string, text: string])[] = [
  ['iso-8859-1', 'ação'],
  ['iso-8859-15', '10 €'],
  ['cp1252', '“quoted”'],
  ['koi8-r', 'привет'],
  ['shift_jis', '表示ソ能'],
  ['euc-jp', '日本語'],
  ['euc-kr', '도시 재생'],
  ['cp949', '똠방각하'],
  ['gb18030', '城市更新研究'],
  ['gbk', '城市更新'],
  ['big5', '城市更新'],
];

describe('a text that declares its encoding', () => {
  test.each(SAMPLES)('in %s is read as it is written, and written back', (encoding, text) => {
    const whole = `# -*- coding: ${encoding} -*-\nword = "${text}" < 1\n`;
    const form = textForm(iconv.encode(whole, encoding));
    expect(form.text).toBe(whole);
    const edited = whole.replace('<', '>').replace(text, text + text);
    expect(bytesOf(form.write(edited))).toBe(iconv.encode(edited, encoding).toString('hex'));
  });

  test.each([
    ['latin1', '표'],
    ['euc-kr', '🙂'],
    ['shift_jis', 'é'],
  ])('in %s refuses %s with a sentence', (encoding, char) => {
    const form = textForm(iconv.encode(`# coding: ${encoding}\nx\n`, encoding));
    expect(form.write(`${form.text}${char}`)).toEqual({
      problem: `is written in ${encoding}, which has no ${JSON.stringify(char)}: save it as UTF-8 first, or do without`,
    });
  });

  test.each([
    ['the mark of UTF-16', Buffer.from('\ufeffa=é\r\n', 'utf16le'), undefined],
    ['the mark of the other UTF-16', Buffer.from('\ufeffa=é\r\n', 'utf16le').swap16(), undefined],
    ['.editorconfig', Buffer.from('a=é\r\n', 'latin1'), 'latin1'],
    ['.editorconfig, of ASCII so far', Buffer.from('a=\r\n', 'latin1'), 'latin1'],
    ['XML', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'), undefined],
  ])('by %s gets any character of it', (_, bytes, charset) => {
    const form = textForm(bytes, charset);
    const written = form.write(form.text.replace('a', 'ü'));
    expect(written).toHaveProperty('bytes');
    expect('bytes' in written && textForm(written.bytes, charset).text).toBe(form.text.replace('a', 'ü'));
    expect(bytesOf(form.write(form.text))).toBe(bytes.toString('hex'));
  });

  test.each(['base64', 'utf-7', 'utf-16', 'hex', 'no-such-thing', 'utf-8'])(
    'as %s is UTF-8 all the same where it is that',
    (name) => {
      const text = `# coding: ${name}\n한글\n`;
      expect(textForm(Buffer.from(text)).text).toBe(text);
      expect(bytesOf(textForm(Buffer.from(text)).write(`${text}é`))).toBe(
        Buffer.from(`${text}é`).toString('hex'),
      );
    },
  );

  test.each([
    ['// Encoding: latin1 helpers\nconst a = "é";\n', undefined],
    ['// -*- coding: latin1 -*-\nconst a = "é";\n', undefined],
    ['const x = 1; // é\n# coding: latin1\n', undefined],
    ['# utf-8, whatever is declared above: é\n', 'latin1'],
    ['hello\n', 'utf-16le'],
  ])(
    'is UTF-8 all the same where only a comment of another language or a wide charset says else: %s',
    (text, charset) => {
      const form = textForm(Buffer.from(text), charset);
      expect(form.text).toBe(text);
      expect(bytesOf(form.write(text.replace('a', 'ü')))).toBe(
        Buffer.from(text.replace('a', 'ü')).toString('hex'),
      );
    },
  );

  test('by .editorconfig as UTF-16, without a mark, is read so', () => {
    const bytes = Buffer.from('a = é\n', 'utf16le');
    const form = textForm(bytes, 'utf-16le');
    expect(form).toMatchObject({ text: 'a = é\n', isText: true });
    expect(bytesOf(form.write('b = 표\n'))).toBe(Buffer.from('b = 표\n', 'utf16le').toString('hex'));
    expect(textForm(Buffer.from('plain words in it\n', 'utf16le')).text).toBe('plain words in it\n');
  });

  test('by .editorconfig wrongly, as UTF-8 that is no such file, stays UTF-8', () => {
    expect(textForm(Buffer.from('한글'), 'latin1').text).toBe('한글');
  });
});

describe('a text that declares nothing', () => {
  const text = 'const a = "ação";\n';
  const form = textForm(Buffer.from(text, 'latin1'));

  test('is read by the likeliest encoding', () => expect(form.text).toBe(text));

  test.each([
    ['ASCII', text.replace('const', 'let'), true],
    ['the same letters at another place', 'let a = "ãoaç";\n', true],
    ['a letter that it had once, twice', text.replace('const', 'ç'), false],
    ['a letter that it had not', text.replace('const', 'é'), false],
  ])('gets %s put in: %s', (_, edited, isTaken) => {
    const written = form.write(edited);
    if (isTaken) expect(bytesOf(written)).toBe(Buffer.from(edited, 'latin1').toString('hex'));
    else expect(written).toEqual({ problem: expect.stringContaining('declare its charset') as string });
  });
});

test.each([
  ['a coding line', '# coding: euc-kr\n가', undefined, '2320636f64696e673a206575632d6b720ab0a1'],
  ['.editorconfig', 'é', 'latin1', 'e9'],
  ['.editorconfig with a mark', 'é', 'utf-8-bom', 'efbbbfc3a9'],
  ['nothing', 'é', undefined, 'c3a9'],
])('a new file is written as %s declares', (_, text, charset, hex) => {
  expect(bytesOf(newFile(text, charset))).toBe(hex);
});

test('half a character is never written', () => {
  expect(newFile('\ud83d')).toHaveProperty('problem');
  expect(textForm(Buffer.from('a')).write('\ud83d')).toHaveProperty('problem');
  expect(textForm(Buffer.from('\xe9\n', 'latin1')).write('\udce9')).toHaveProperty('problem');
});

test('bytes that are no text are not shown', () => {
  expect(readableText(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]))).toBeUndefined();
  expect(readableText(Buffer.from('ação = 1\n', 'latin1'))).toBe('ação = 1\n');
});

/** Files of pieces: ASCII, letters of many scripts and bytes of any kind, so that they are valid, nearly so, or nothing. */
const piece = constantFrom(
  ...SAMPLES.flatMap(([encoding, text]) => [iconv.encode(text, encoding), Buffer.from(text)]),
  ...['\n', 'x < y', '\\', '"', '\0', '\ufeff'].map((text) => Buffer.from(text)),
);
const head = constantFrom(
  '',
  ...SAMPLES.map(([encoding]) => `# coding: ${encoding}\n`),
  '\xff\xfe',
  '\xfe\xff',
).map((text) => Buffer.from(text, 'latin1'));
const files = array(piece, { maxLength: 12 }).chain((pieces) =>
  head.chain((first) =>
    uint8Array({ maxLength: 4 }).map((noise) => Buffer.concat([first, ...pieces, Buffer.from(noise)])),
  ),
);

test('whatever a file holds, an edit leaves the bytes outside of it', () => {
  const run = property(
    files,
    constantFrom(undefined, 'latin1', 'utf-8', 'utf-16le'),
    integer({ min: 0, max: 100 }),
    integer({ min: 0, max: 5 }),
    string({ maxLength: 4 }),
    (bytes, charset, place, length, put) => {
      const formed = (text: string): Buffer | undefined => {
        const written = textForm(bytes, charset).write(text);
        return 'bytes' in written ? written.bytes : undefined;
      };
      const readings = [
        {
          text: programText(bytes),
          write: (text: string) => rewrittenProgram(bytes, text),
          part: encodeName,
        },
        { text: textForm(bytes, charset).text, write: formed, part: formed },
      ];
      for (const { text, write, part } of readings) {
        const from = Math.min(place, text.length);
        const [before, after] = [text.slice(0, from), text.slice(from + length)];
        const written = write(before + put + after);
        const unchanged = write(text);
        if (unchanged) expect(unchanged.equals(bytes)).toBe(true);
        if (!written) continue;
        const [lead, tail] = [part(before), part(after)];
        if (lead) expect(bytes.subarray(0, lead.length).equals(written.subarray(0, lead.length))).toBe(true);
        if (tail && tail.length <= written.length)
          expect(
            written.subarray(written.length - tail.length).equals(bytes.subarray(bytes.length - tail.length)),
          ).toBe(true);
      }
    },
  );
  const details = check(run, { numRuns: 2_000 });
  expect(details.counterexample && JSON.stringify(details.counterexample)).toBeNull();
});

describe('a text of a program', () => {
  test('has every byte of its file', () => {
    const run = property(files, (bytes) => programBytes(programText(bytes)).equals(bytes));
    expect(check(run, { numRuns: 2_000 }).counterexample).toBeNull();
  });

  test('is what Python reads by its coding line, and what Node reads of bytes that are no UTF-8', () => {
    expect(programText(iconv.encode('# coding: shift_jis\n"表"', 'shift_jis'))).toBe(
      '# coding: shift_jis\n"表"',
    );
    const bytes = Buffer.from('"a\xe7\xe3o"', 'latin1');
    expect(programText(bytes)).toBe('"a\udce7\udce3o"');
    expect(asNodeReads(programText(bytes))).toBe(bytes.toString('utf8'));
  });
});
