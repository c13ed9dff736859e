/** Reads data into the store, once, and describes it on the way. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { badInput } from '../domain/kintsugi-error';
import { DataLimits } from '../domain/values/dataset';
import type { Dataset } from '../domain/values/dataset';
import type { InputShape, RowsHeader } from '../domain/values/input';
import type { BlobSink } from '../store';
import { Describer } from './description';
import { formatOf, readerOf } from './formats';
import { readValue } from './json';
import { cutText, linesOf, MAX_ROW } from './pieces';
import type { DataSource, OpenSource, Reading, ReadOptions } from './types';

/** Data in the store, and a description for a model. */
export interface ReadData {
  dataset: Dataset;
  /** At most 4,000 bytes. */
  description: string;
}

const INLINE = 'data';

/**
 * Reads a file or a value into the store. Throws `KintsugiError` with one sentence for what the user can mend, and the
 * signal's reason when it aborts.
 */
export async function readDataset(
  blobs: BlobSink,
  source: DataSource,
  options: ReadOptions = {},
): Promise<ReadData> {
  const limits = DataLimits.parse(options.limits ?? {});
  const { shape = 'records', signal } = options;
  signal?.throwIfAborted();
  if ('json' in source) {
    if (shape === 'arrow') throw noArrow('A JSON value');
    return new Keeper(blobs, { name: INLINE, shape, limits, signal }).keep(readValue(source.json));
  }
  const opened = await openFile(source.file, options, limits);
  const format = options.format ?? formatOf(source.file);
  if (shape === 'arrow' && format !== 'arrow') throw noArrow(opened.name);
  const reading = await readerOf(format)(opened);
  return new Keeper(blobs, opened).keep(reading);
}

function noArrow(name: string): Error {
  return badInput(`${name} is no Arrow file, so it has no Arrow table: ask for records or columns.`);
}

async function openFile(file: string, options: ReadOptions, limits: DataLimits): Promise<OpenSource> {
  const name = path.basename(file);
  const found = await stat(file).catch(() => undefined);
  if (!found) throw badInput(`There is no file ${file} that can be read: check the path.`);
  if (!found.isFile()) throw badInput(`${file} is no file: name a file of data.`);
  if (found.size > limits.bytes) throw tooLarge(name, found.size, limits);
  const { shape = 'records', encoding, delimiter, signal } = options;
  return { path: file, name, bytes: found.size, shape, encoding, delimiter, limits, signal };
}

const mib = (bytes: number): string => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MiB`;

function tooLarge(name: string, bytes: number, limits: DataLimits): Error {
  return badInput(`${name} has ${mib(bytes)}, and data may have ${mib(limits.bytes)}: take a part of it.`);
}

type Place = Pick<OpenSource, 'name' | 'limits' | 'signal'> & { shape: InputShape };

/** Writes one reading into the store. */
class Keeper {
  private bytes = 0;

  constructor(
    private readonly blobs: BlobSink,
    private readonly place: Place,
  ) {}

  async keep(reading: Reading): Promise<ReadData> {
    try {
      return await this.write(reading);
    } catch (error) {
      // Neither JSON nor a description of data can be made at any depth.
      if (error instanceof RangeError)
        throw badInput(`${this.place.name} is nested too deeply: flatten its records.`);
      throw error;
    }
  }

  private async write(reading: Reading): Promise<ReadData> {
    const describer = new Describer('columns' in reading ? reading.columns : []);
    if (reading.layout === 'arrow') await this.pass(reading.batches, describer);
    const chunks = reading.layout === 'arrow' ? reading.bytes : this.stored(reading, describer);
    const blob = await this.blobs.put(this.watched(chunks));
    const { name, shape } = this.place;
    const columns = describer.width;
    const dataset = {
      name: name.slice(0, 200),
      blob,
      form: { layout: reading.layout, shape },
      rows: describer.rows,
      columns,
      bytes: this.bytes,
    };
    return { dataset, description: describer.text(name, headOf(reading, describer, shape)) };
  }

  /** An Arrow table is kept as it is, and read once to be described. */
  private async pass(batches: AsyncIterable<readonly unknown[][]>, describer: Describer): Promise<void> {
    for await (const batch of batches) this.addRows(batch, describer);
  }

  private addRows(batch: readonly unknown[][], describer: Describer): void {
    for (const row of batch) describer.addRow(row);
    this.checkRows(describer);
  }

  private checkRows({ rows }: Describer): void {
    const { name, limits } = this.place;
    if (rows > limits.rows) throw badInput(`${name} has more than ${limits.rows} rows: take a part of it.`);
  }

  private async *stored(
    reading: Exclude<Reading, { layout: 'arrow' }>,
    describer: Describer,
  ): AsyncGenerator<Uint8Array> {
    const encode = (text: string): Uint8Array => Buffer.from(text, 'utf8');
    if (reading.layout === 'json') {
      describer.addItem(reading.value);
      for (const line of cutText(textOf(reading.value))) yield encode(line);
      return;
    }
    if (reading.layout === 'rows') {
      const { columns, floats } = reading;
      yield encode(`${JSON.stringify({ columns, floats } satisfies RowsHeader)}\n`);
    }
    for await (const line of linesOf(this.described(reading, describer))) {
      if (line.length > MAX_ROW)
        throw badInput(`${this.place.name} has a row of more than ${MAX_ROW / 1024} KiB: shorten its texts.`);
      yield encode(line);
    }
  }

  private async *described(
    reading: Extract<Reading, { layout: 'rows' | 'items' }>,
    describer: Describer,
  ): AsyncGenerator<readonly unknown[]> {
    for await (const batch of reading.batches) {
      this.place.signal?.throwIfAborted();
      if (reading.layout === 'rows') this.addRows(batch as unknown[][], describer);
      else this.addItems(batch, describer);
      yield batch;
    }
  }

  private addItems(batch: readonly unknown[], describer: Describer): void {
    for (const item of batch) describer.addItem(item);
    this.checkRows(describer);
    if (this.place.shape === 'columns' && !describer.areRecords)
      throw badInput(
        `${this.place.name} holds items that are no records, which have no columns: ask for records.`,
      );
  }

  private async *watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { name, limits, signal } = this.place;
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      this.bytes += chunk.length;
      if (this.bytes > limits.bytes) throw tooLarge(name, this.bytes, limits);
      yield chunk;
    }
  }
}

function textOf(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw badInput('The data is not JSON: it holds a cycle, a BigInt or a function.');
  return text;
}

function headOf(reading: Reading, { rows, width, areRecords }: Describer, shape: InputShape): string {
  if (reading.layout === 'json') return `one JSON value${areRecords ? ' with these keys' : ''}`;
  const what = { records: 'an array of records', columns: 'an object of columns', arrow: 'an Arrow table' }[
    shape
  ];
  if (areRecords) return `${rows} rows, ${width} columns, given as ${what}`;
  return `${rows} items, given as an array`;
}
