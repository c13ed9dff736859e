import { parquetMetadata, type FileMetaData, type SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputOf, readDataset } from '../../../src/datasets';
import { openStore, type OpenStore } from '../../../src/store';
import { tempFolder } from '../../support/temp-folder';

const folder = tempFolder('parquet');
let store: OpenStore;
beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Rows as they are stored. */
async function rowsOf(content: ArrayBuffer, signal?: AbortSignal): Promise<unknown[]> {
  const file = join(folder, 'x.parquet');
  writeFileSync(file, new Uint8Array(content));
  const { dataset } = await readDataset(store.blobs, { file }, { signal });
  const lines: unknown[][] = [];
  for await (const line of inputOf(store.blobs, dataset).pieces()) lines.push(JSON.parse(line) as unknown[]);
  return lines.slice(1).flat();
}

const leaf = (name: string, more: Partial<SchemaElement>): SchemaElement => ({
  name,
  repetition_type: 'REQUIRED',
  ...more,
});
const group = (name: string, children: number, more: Partial<SchemaElement> = {}): SchemaElement => ({
  name,
  num_children: children,
  repetition_type: 'OPTIONAL',
  ...more,
});

/** A file with one row of these columns. */
function oneRow(columns: [schema: SchemaElement[], value: unknown][]): ArrayBuffer {
  return parquetWriteBuffer({
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(([schema]) => schema)],
    columnData: columns.map(([[top], value]) => ({ name: top?.name ?? '', data: [value] })),
  });
}

describe('types of Parquet', () => {
  const DECIMAL = { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 } as const;
  const TIME = { type: 'INT32', converted_type: 'TIME_MILLIS' } as const;
  const bytes = Uint8Array.from([0xff, 0x00, 0x41]);
  const nanos = { type: 'TIME', isAdjustedToUTC: true, unit: 'NANOS' } as const;
  const listOf = (name: string, item: SchemaElement): SchemaElement[] => [
    group(name, 1, { converted_type: 'LIST' }),
    group('list', 1, { repetition_type: 'REPEATED' }),
    item,
  ];

  test.each<[string, SchemaElement[], unknown, unknown]>([
    ['bytes', [leaf('x', { type: 'BYTE_ARRAY' })], bytes, '/wBB'],
    ['bytes of one length', [leaf('x', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 3 })], bytes, '/wBB'],
    ['a text', [leaf('x', { type: 'BYTE_ARRAY', converted_type: 'UTF8' })], 'ü', 'ü'],
    ['a logical text', [leaf('x', { type: 'BYTE_ARRAY', logical_type: { type: 'STRING' } })], 'ü', 'ü'],
    ['a decimal', [leaf('x', DECIMAL)], 9007199254740993n, '90071992547409.93'],
    ['a negative decimal', [leaf('x', DECIMAL)], -5n, '-0.05'],
    ['a time', [leaf('x', TIME)], 45_296_789, '12:34:56.789'],
    ['a time of nanoseconds', [leaf('x', { type: 'INT64', logical_type: nanos })], 1n, '00:00:00.000000001'],
    ['a time that no day has', [leaf('x', TIME)], -1, null],
    ['a date', [leaf('x', { type: 'INT32', converted_type: 'DATE' })], new Date('2024-02-29'), '2024-02-29'],
    ['a list of decimals', listOf('x', leaf('element', DECIMAL)), [1n, 250n], ['0.01', '2.50']],
    ['a list of times', listOf('x', leaf('element', TIME)), [0, 1_000], ['00:00:00.000', '00:00:01.000']],
    ['a list of bytes', listOf('x', leaf('element', { type: 'BYTE_ARRAY' })), [bytes], ['/wBB']],
    [
      'a struct',
      [group('x', 2), leaf('price', DECIMAL), leaf('at', TIME)],
      { price: 100n, at: 0 },
      { price: '1.00', at: '00:00:00.000' },
    ],
  ])('%s has its documented form', async (_, schema, value, expected) => {
    expect(await rowsOf(oneRow([[schema, value]]))).toEqual([[expected]]);
  });
});

test('structs are read to 32 levels', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `s${n}`);
  const schema = [...names.map((name) => group(name, 1)), leaf('end', { type: 'INT32' })];
  const value = names.slice(1).reduceRight<object>((inner, name) => ({ [name]: inner }), { end: 1 });
  const [row] = (await rowsOf(oneRow([[schema, value]]))) as [unknown[]];
  let depth = 0;
  for (let at = row[0]; at !== null; depth += 1) at = Object.values(at as object)[0];
  expect(depth).toBe(33);
});

describe('a small file that tells of gigabytes', () => {
  /** The file with another header of its only page, and other metadata. */
  function lying(
    file: ArrayBuffer,
    page: object,
    change: (metadata: FileMetaData) => void = () => undefined,
  ): ArrayBuffer {
    const metadata = parquetMetadata(file);
    const reader = { view: new DataView(file, 4), offset: 0 };
    const header = parquetHeader(reader);
    const start = 4 + reader.offset;
    const writer = new ByteWriter();
    writer.appendBytes(new Uint8Array(file, 0, 4));
    writePageHeader(writer, { ...header, ...page });
    writer.appendBytes(new Uint8Array(file, start, header.compressed_page_size));
    const column = metadata.row_groups[0]?.columns[0];
    if (!column?.meta_data) throw new Error('a file has a column');
    column.meta_data.total_compressed_size = BigInt(writer.offset - 4);
    for (const key of ['offset_index_offset', 'offset_index_length'] as const) delete column[key];
    change(metadata);
    writeMetadata(writer, metadata);
    writer.appendBytes(new TextEncoder().encode('PAR1'));
    return writer.getBuffer();
  }

  const plain = (): ArrayBuffer =>
    parquetWriteBuffer({
      codec: 'SNAPPY',
      columnData: [{ name: 'a', data: new Array<number>(1_000).fill(7), type: 'INT32', encoding: 'PLAIN' }],
    });

  test('is read as long as it tells the truth', async () => {
    expect(await rowsOf(lying(plain(), {}))).toHaveLength(1_000);
  });

  test('in a page is refused in one sentence', async () => {
    await expect(rowsOf(lying(plain(), { uncompressed_page_size: 2_147_483_647 }))).rejects.toThrow(
      'x.parquet takes more memory than the reader of Parquet files has: take fewer rows or columns.',
    );
  });

  test('in its metadata is refused in one sentence', async () => {
    const told = lying(plain(), {}, ({ row_groups: [first] }) => {
      const column = first?.columns[0]?.meta_data;
      if (column) column.total_compressed_size = 8_000_000_000n;
    });
    await expect(rowsOf(told)).rejects.toThrow(
      'x.parquet is no Parquet file that can be read: it names parts that it does not have.',
    );
  });

  test('in values that share their beginning is refused in one sentence', async () => {
    // Two values that differ in their last byte: the file holds what is common to them once.
    const values = [1, 2].map((last) => new Uint8Array(1_000_000).fill(last, -1));
    const data = Array.from({ length: 3_000 }, (_, n) => values[n % 2]);
    const column = { name: 'a', data, type: 'BYTE_ARRAY', encoding: 'DELTA_BYTE_ARRAY' } as const;
    const file = parquetWriteBuffer({
      codec: 'UNCOMPRESSED',
      statistics: false,
      pageSize: 1e12,
      rowGroupSize: 3_000,
      columnData: [{ ...column, nullable: false }],
    });
    expect(file.byteLength).toBeLessThan(3_000_000);
    await expect(rowsOf(file)).rejects.toThrow('x.parquet takes more memory than the reader');
  });
});

test('reading stops when the signal aborts', async () => {
  const controller = new AbortController();
  const file = parquetWriteBuffer({
    columnData: [{ name: 'a', data: Array.from({ length: 300_000 }, (_, n) => n), type: 'INT32' }],
  });
  const reading = rowsOf(file, controller.signal);
  setTimeout(() => controller.abort(new Error('enough')), 20);
  await expect(reading).rejects.toThrow(/enough|abort/i);
});
