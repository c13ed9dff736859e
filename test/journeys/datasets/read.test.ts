import {
  Bool,
  Decimal,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  RecordBatchStreamWriter,
  RecordBatchFileWriter,
  Struct,
  Table,
  TimeMicrosecond,
  TimeMillisecond,
  TimeNanosecond,
  TimeSecond,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { parquetWriteFile } from 'hyparquet-writer';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputOf, readDataset, type ReadOptions } from '../../../src/datasets';
import { deserialise } from '../../support/deserialise';
import { openStore, type OpenStore } from '../../../src/store';
import { tempFolder } from '../../support/temp-folder';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const LIMITS = { wallMs: 20_000, turnMs: 10_000, heapMb: 256, outputKb: 8, resultKb: 64 };

describe('datasets', () => {
  let kit: Kit;
  let store: OpenStore;
  const folder = tempFolder('datasets');
  beforeAll(async () => {
    kit = createKit();
    store = await openStore(join(folder, 'store'));
  });
  afterAll(async () => {
    await kit.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const read = (name: string, content: string | Uint8Array, options?: ReadOptions) =>
    readDataset(store.blobs, { file: file(name, content) }, options);
  /** The data as a function of the sandbox gets it. */
  const given = async (
    data: Awaited<ReturnType<typeof readDataset>>,
    source = 'export const f = (data: unknown) => data;',
  ): Promise<unknown> => {
    const input = inputOf(store.blobs, data.dataset);
    const outcome = await kit.sandbox.callFunction({ source, name: 'f', limits: LIMITS }, input);
    if (!outcome.success) throw new Error(JSON.stringify(outcome.error));
    return deserialise(outcome.result);
  };

  describe('CSV reaches the function with', () => {
    it.each<[string, string | Uint8Array, unknown]>([
      [
        'numbers, booleans, nulls, and text for dates, codes and long numbers',
        'n,b,d,zip,long,t\n1,true,2024-02-29,01234,9007199254740993,x\n-2.5e3,FALSE,2024-03-01,99999,1,\n,,,,,"3"\n',
        [
          { n: 1, b: true, d: '2024-02-29', zip: '01234', long: '9007199254740993', t: 'x' },
          { n: -2500, b: false, d: '2024-03-01', zip: '99999', long: '1', t: null },
          { n: null, b: null, d: null, zip: null, long: null, t: '3' },
        ],
      ],
      [
        'CRLF and a mark at the beginning',
        '\uFEFFa,b\r\n1,x\r\n2,y\r\n',
        [
          { a: 1, b: 'x' },
          { a: 2, b: 'y' },
        ],
      ],
      ['quoted delimiters, quotes and line ends', 'a,b\n"x, ""y""\nz",1\n', [{ a: 'x, "y"\nz', b: 1 }]],
      [
        'names for columns that have none or the same',
        'a,,a,a_2, a \n1,2,3,4,5\n',
        [{ a: 1, column_2: 2, a_2: 3, a_2_2: 4, a_3: 5 }],
      ],
      [
        'nulls in short rows, and blank lines left out',
        'a,b,c\n1\n\n2,3,4\n5,6,7,,\n',
        [
          { a: 1, b: null, c: null },
          { a: 2, b: 3, c: 4 },
          { a: 5, b: 6, c: 7 },
        ],
      ],
      ['a semicolon as delimiter', 'a;b\n1,5;2\n', [{ a: '1,5', b: 2 }]],
      [
        'a column called __proto__',
        '__proto__,constructor\n1,2\n',
        [JSON.parse('{"__proto__":1,"constructor":2}')],
      ],
      ['no rows', 'a,b\n', []],
      ['UTF-16', Buffer.from('\uFEFFa,b\nä,1\n', 'utf16le'), [{ a: 'ä', b: 1 }]],
    ])('%s', async (_, content, expected) => {
      expect(await given(await read('data.csv', content))).toEqual(expected);
    });

    it('tabs by the name of the file', async () => {
      expect(await given(await read('data.tsv', 'a,b\tc\n1\t2\n'))).toEqual([{ 'a,b': 1, c: 2 }]);
    });
  });

  describe('JSON reaches the function as', () => {
    it.each<[string, string, unknown]>([
      ['a.json', '[{"a":1},{"b":[1,"],["]}]', [{ a: 1 }, { b: [1, '],['] }]],
      ['a.json', ' [ ] ', []],
      [
        'a.json',
        '[12345678901234567890, 1.5, {"id": 9007199254740993}]',
        ['12345678901234567890', 1.5, { id: '9007199254740993' }],
      ],
      ['a.json', '\uFEFF{"a":{"b":"\\n\u2028"}}', { a: { b: '\n\u2028' } }],
      ['a.json', '7', 7],
      ['a.ndjson', '{"a":1}\r\n\n{"a":"x"}', [{ a: 1 }, { a: 'x' }]],
      ['a.jsonl', '', []],
    ])('%s: %s', async (name, text, expected) => {
      expect(await given(await read(name, text))).toEqual(expected);
    });

    it('a value in hand', async () => {
      const list = await readDataset(store.blobs, { json: [{ a: 1 }, 'x'] });
      expect(await given(list)).toEqual([{ a: 1 }, 'x']);
      const object = await readDataset(store.blobs, { json: { a: { b: null } } });
      expect(await given(object)).toEqual({ a: { b: null } });
    });
  });

  it('exact values of Arrow reach the function as text, in lists and records too', async () => {
    const decimal = new Decimal(2, 18);
    const words = (value: number): Uint32Array => Uint32Array.from([value, 0, 0, 0]);
    const price = { price: words(250) };
    const table = new Table({
      second: vectorFromArray([45_296], new TimeSecond()),
      milli: vectorFromArray([45_296_789], new TimeMillisecond()),
      micro: vectorFromArray([45_296_789_012n], new TimeMicrosecond()),
      nano: vectorFromArray([1n], new TimeNanosecond()),
      decimals: vectorFromArray([[words(1), words(1_050)]], new List(new Field('item', decimal))),
      times: vectorFromArray([[0]], new List(new Field('item', new TimeMillisecond()))),
      record: vectorFromArray([price], new Struct([new Field('price', decimal)])),
      records: vectorFromArray(
        [[price]],
        new List(new Field('item', new Struct([new Field('price', decimal)]))),
      ),
    });
    const bytes = RecordBatchFileWriter.writeAll(table).toUint8Array(true);
    expect(await given(await read('exact.arrow', bytes))).toEqual([
      {
        second: '12:34:56',
        milli: '12:34:56.789',
        micro: '12:34:56.789012',
        nano: '00:00:00.000000001',
        decimals: ['0.01', '10.50'],
        times: ['00:00:00.000'],
        record: { price: '2.50' },
        records: [{ price: '2.50' }],
      },
    ]);
  });

  /** A table with a column of each kind. */
  const kinds = (): Table =>
    new Table({
      int: vectorFromArray([1, null, 3], new Int32()),
      big: vectorFromArray([1n, 9007199254740993n, null], new Int64()),
      float: vectorFromArray([0.5, NaN, -Infinity], new Float64()),
      text: vectorFromArray(['a', null, 'ü'], new Utf8()),
      word: vectorFromArray(['x', 'y', 'x'], new Dictionary(new Utf8(), new Int32())),
      flag: vectorFromArray([true, false, null], new Bool()),
      time: vectorFromArray([new Date(0), null, new Date(86_400_000)], new TimestampMillisecond()),
      list: vectorFromArray([[1], [], null], new List(new Field('item', new Int32()))),
      record: vectorFromArray([{ a: 1 }, { a: 2 }, null], new Struct([new Field('a', new Int32())])),
    });
  const ROWS = [
    {
      int: 1,
      big: 1,
      float: 0.5,
      text: 'a',
      word: 'x',
      flag: true,
      time: '1970-01-01T00:00:00.000Z',
      list: [1],
      record: { a: 1 },
    },
    {
      int: null,
      big: '9007199254740993',
      float: NaN,
      text: null,
      word: 'y',
      flag: false,
      time: null,
      list: [],
      record: { a: 2 },
    },
    {
      int: 3,
      big: null,
      float: -Infinity,
      text: 'ü',
      word: 'x',
      flag: null,
      time: '1970-01-02T00:00:00.000Z',
      list: null,
      record: null,
    },
  ];

  describe('Arrow reaches the function', () => {
    const written = (kind: 'file' | 'stream'): Uint8Array => {
      const writer =
        kind === 'file' ? RecordBatchFileWriter.writeAll(kinds()) : RecordBatchStreamWriter.writeAll(kinds());
      return writer.toUint8Array(true);
    };

    it.each(['file', 'stream'] as const)('as records, from a %s', async (kind) => {
      expect(await given(await read('data.arrow', written(kind)))).toEqual(ROWS);
    });

    it('a table comes back with types and statistics', async () => {
      const source = `import { tableFromArrays } from 'apache-arrow';
        export const f = () => tableFromArrays({ n: Float64Array.from([1, 2, 3, 6]) });`;
      const outcome = await kit.sandbox.callFunction({ source, name: 'f', limits: LIMITS });
      expect(outcome.result).toMatchObject({
        $type: 'Table',
        shape: [4, 1],
        columns: [{ name: 'n', arrow: 'Float64', count: 4, min: 1, max: 6, mean: 3 }],
        head: [[1], [2], [3], [6]],
        omitted: 0,
      });
    });
  });

  it.each(['UNCOMPRESSED', 'SNAPPY'] as const)(
    'Parquet reaches the function as records (%s)',
    async (codec) => {
      const path = join(folder, `${codec}.parquet`);
      parquetWriteFile({
        filename: path,
        codec,
        rowGroupSize: 2,
        columnData: [
          { name: 'int', data: [1, null, 3], type: 'INT32', nullable: true },
          { name: 'big', data: [1n, 9007199254740993n, 3n], type: 'INT64' },
          { name: 'float', data: [0.5, NaN, -Infinity], type: 'DOUBLE' },
          { name: 'text', data: ['a', null, 'ü'], type: 'STRING', nullable: true },
          { name: 'flag', data: [true, false, true], type: 'BOOLEAN' },
          { name: 'time', data: [new Date(0), new Date(1), new Date(86_400_000)], type: 'TIMESTAMP' },
        ],
      });
      const data = await readDataset(store.blobs, { file: path });
      expect(await given(data)).toEqual([
        { int: 1, big: 1, float: 0.5, text: 'a', flag: true, time: '1970-01-01T00:00:00.000Z' },
        {
          int: null,
          big: '9007199254740993',
          float: NaN,
          text: null,
          flag: false,
          time: '1970-01-01T00:00:00.001Z',
        },
        { int: 3, big: 3, float: -Infinity, text: 'ü', flag: true, time: '1970-01-02T00:00:00.000Z' },
      ]);
      expect(data.dataset).toMatchObject({ rows: 3, columns: 6 });
    },
  );

  it('the same data is kept once', async () => {
    const records = await read('same.csv', 'a\n1\n');
    const again = await read('same-again.csv', 'a\n1\n');
    expect(again.dataset.blob).toBe(records.dataset.blob);
    expect(JSON.stringify(records.dataset).length).toBeLessThan(400);
  });

  describe('refuses in one sentence', () => {
    it.each<[string, string | Uint8Array, RegExp, ReadOptions?]>([
      ['x.txt', 'a', /^The format of x\.txt can't be told by its name: .*\.csv, .*\.parquet/],
      ['x.csv', '', /^x\.csv is empty: its first line must name the columns\.$/],
      ['x.csv', 'a,b\n1,2\n1,2,3\n', /^x\.csv has 3 cells at line 3, and 2 columns/],
      ['x.csv', 'a\n"open\n', /^x\.csv is not CSV at line \d+: a quoted cell is never closed\.$/],
      ['x.csv', 'a\n"x"y\n', /^x\.csv is not CSV at line 2: a quote stands/],
      ['x.csv', Buffer.from('a\nä\n', 'latin1'), /^x\.csv is not UTF-8: save it as UTF-8/],
      ['x.csv', Buffer.from([97, 0, 1, 2, 10]), /^x\.csv is no text/],
      [
        'x.csv',
        `a\n${'1\n'.repeat(50)}`,
        /^x\.csv has more than 10 rows: take a part of it\.$/,
        { limits: { rows: 10 } },
      ],
      [
        'x.csv',
        `a\n${'1\n'.repeat(5_000)}`,
        /^x\.csv has 0\.1 MiB, and data may have 0\.1 MiB/,
        { limits: { bytes: 5_000 } },
      ],
      ['x.csv', `a\n"${'x'.repeat(300_000)}"\n`, /^x\.csv has a record of more than/],
      ['x.json', '', /^x\.json is empty/],
      ['x.json', '[1, 2', /^x\.json is not JSON: its end is missing\.$/],
      ['x.json', '[1, , 2]', /^x\.json is not JSON: element 2 is missing\.$/],
      ['x.json', '[1, {a: 2}]', /^x\.json is not JSON: element 2: /],
      ['x.json', '[1] 2', /^x\.json is not JSON: there is text after its end\.$/],
      ['x.json', '{"a": }', /^x\.json is not JSON: /],
      ['x.json', `[${'['.repeat(60_000)}${']'.repeat(60_000)}]`, /^x\.json is nested too deeply/],
      ['x.ndjson', '{"a":1}\n{"a":\n', /^x\.ndjson is not JSON at line 2: /],
      ['x.arrow', '', /^x\.arrow is empty/],
      ['x.arrow', 'no arrow at all, but long enough', /^x\.arrow is no Arrow file that can be read: /],
      ['x.parquet', '', /^x\.parquet is empty/],
      ['x.parquet', 'PAR1 but not really', /^x\.parquet is no Parquet file that can be read: /],
    ])('%s %j', async (...[name, content, message, options]) => {
      const error = await read(name, content, options).then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error?.name).toBe('KintsugiError');
      expect(error?.message).toMatch(message);
      expect(error?.message).not.toContain('\n');
    });

    it('a Parquet file that was cut, and a path that is none', async () => {
      const path = join(folder, 'cut.parquet');
      parquetWriteFile({ filename: path, columnData: [{ name: 'a', data: [1, 2, 3], type: 'INT32' }] });
      truncateSync(path, 40);
      await expect(readDataset(store.blobs, { file: path })).rejects.toThrow(
        /cut\.parquet is no Parquet file/,
      );
      await expect(readDataset(store.blobs, { file: join(folder, 'gone.csv') })).rejects.toThrow(
        /There is no file/,
      );
      await expect(readDataset(store.blobs, { file: folder })).rejects.toThrow(
        /is no file: name a file of data/,
      );
    });
  });

  it('stops when the signal aborts', async () => {
    const controller = new AbortController();
    const rows = `a,b\n${'1,some text\n'.repeat(400_000)}`;
    const reading = read('long.csv', rows, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(reading).rejects.toThrow(/enough|abort/i);
  });

  describe('describes the data for a model', () => {
    it('by names, types, ranges and shortened examples', async () => {
      const long = `a ${'very '.repeat(50)}long text`;
      const { description } = await read(
        'towns.csv',
        `city,price,open\nBern,4,true\n"${long}",8,\nKöln,,false\n`,
      );
      expect(description).toBe(
        [
          '"towns.csv": 3 rows, 3 columns, given as an array of records',
          '- "city": string of 4 to 261 characters; for example "Bern", "a very very very very very very very ver…", "Köln"',
          '- "price": number from 4 to 8, mean 6; 2 distinct; 1 null; for example 4, 8',
          '- "open": boolean; 2 distinct; 1 null; for example true, false',
        ].join('\n'),
      );
    });

    it('within 4 KB, however wide it is', async () => {
      const names = Array.from(
        { length: 1_500 },
        (_, index) => `a column of a very wide table number ${index}`,
      );
      const { description, dataset } = await read(
        'wide.csv',
        `${names.join(',')}\n${names.map(() => 'ü').join(',')}\n`,
      );
      expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4_096);
      expect(description).toMatch(/\n- and \d+ more columns$/);
      expect(dataset.columns).toBe(1_500);
    });

    it('counts neither records among other items as nulls, nor those items as records', async () => {
      const { description } = await readDataset(store.blobs, { json: [{ a: 1 }, 'x', { a: 2 }, null] });
      expect(description).toBe(
        [
          '"data": 4 items, given as an array',
          '- "(items that are no records)": string of 1 to 1 characters; 1 distinct; 1 null; for example "x"',
          '- "a": number from 1 to 2, mean 1.5; 2 distinct; for example 1, 2',
        ].join('\n'),
      );
    });

    it('without the values of lists and objects', async () => {
      const { description } = await readDataset(store.blobs, {
        json: [{ secret: ['s3cret'], deep: { a: 's3cret' } }],
      });
      expect(description).not.toContain('s3cret');
      expect(description).toContain('a list of 1');
    });
  });
});
