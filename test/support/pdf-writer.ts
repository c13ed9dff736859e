import { createHash } from 'node:crypto';

export interface PdfOptions {
  /** Needed to open the document: it is then encrypted with RC4, as old writers do. */
  password?: string;
  /** Content streams in place of pages of text. */
  contents?: readonly string[];
}

/** Fonts: F1 of Western Europe, F2 of Korea without a font file, whose texts only a table of characters explains. */
const FONTS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /HYSMyeongJo-Medium /Encoding /UniKS-UCS2-H /DescendantFonts [5 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYSMyeongJo-Medium /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 6 0 R >>',
  '<< /Type /FontDescriptor /FontName /HYSMyeongJo-Medium /Flags 6 /FontBBox [0 -148 1001 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 80 >>',
];
const FIRST_PAGE = 3 + FONTS.length;

/** A PDF: lines of text for each page. */
export function pdfOf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const contents = options.contents ?? pages.map(contentOf);
  const encryption = options.password === undefined ? undefined : new Encryption(options.password);
  const kids = contents.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...FONTS,
  ];
  for (const text of contents) {
    const stream = FIRST_PAGE + 1 + (objects.length + 1 - FIRST_PAGE);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    );
    const plain = Buffer.from(text, 'latin1');
    const bytes = encryption?.stream(plain, stream) ?? plain;
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  if (encryption) objects.push(encryption.dictionary);
  return assembled(objects, encryption && `/Encrypt ${objects.length} 0 R /ID [<${ID}> <${ID}>]`);
}

function assembled(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function contentOf(lines: readonly string[]): string {
  const rows = lines.map((line) => `${shown(line)} Tj T*`).join('\n');
  return `BT 14 TL 50 800 Td\n${rows}\nET`;
}

/** Font and text of a line, as a page shows it. */
function shown(line: string): string {
  if (/^[\u0020-\u007e]*$/.test(line)) return `/F1 12 Tf (${line.replace(/[\\()]/g, '\\$&')})`;
  const hex = Buffer.from(line, 'utf16le').swap16().toString('hex');
  return `/F2 12 Tf <${hex}>`;
}

const ID = '00112233445566778899aabbccddeeff';
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -4;

/** Standard security handler, revision 2: RC4 with a key of 40 bits. */
class Encryption {
  private readonly key: Buffer;
  private readonly owner: Buffer;

  constructor(password: string) {
    const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
    this.owner = rc4(md5(padded).subarray(0, 5), padded);
    const permissions = Buffer.alloc(4);
    permissions.writeInt32LE(PERMISSIONS);
    this.key = md5(padded, this.owner, permissions, Buffer.from(ID, 'hex')).subarray(0, 5);
  }

  get dictionary(): string {
    const user = rc4(this.key, PADDING).toString('hex');
    return `<< /Filter /Standard /V 1 /R 2 /O <${this.owner.toString('hex')}> /U <${user}> /P ${PERMISSIONS} >>`;
  }

  stream(bytes: Buffer, object: number): Buffer {
    const number = Buffer.from([object & 0xff, (object >> 8) & 0xff, (object >> 16) & 0xff, 0, 0]);
    return rc4(md5(this.key, number).subarray(0, 10), bytes);
  }
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + (state[i] ?? 0)) & 0xff;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
    }),
  );
}
