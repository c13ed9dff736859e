/** Reads data into the store, once, and describes it on the way. */
/** A short description of data for a model, which never sees the data: names, types, ranges and a few examples. */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { badInput } from '../domain/kintsugi-error';
import { DataLimits, type Dataset, type RowsHeader } from '../domain/values/dataset';
import type { BlobSink } from '../store';
import { readerOf } from './formats';
import { readValue } from './json';
import { cutText, linesOf, MAX_ROW } from './pieces';
import type { DataSource, OpenSource, Reading, ReadOptions } from './types';
import { utf8Length } from '../domain/values/bounds';
import { Profile, type Summary } from '../domain/values/profile';

/** Bytes of a description. */
const MAX_BYTES = 4_000;
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE = 40;
const MAX_NAME = 60;
/** Columns of items that are told apart. */
const MAX_KEYS = 2_000;

class Column {
  readonly profile = new Profile();
  private readonly examples = new Set<string>();

  add(value: unknown): void {
    this.profile.add(value);
    if (value === null || value === undefined || this.examples.size >= MAX_EXAMPLES) return;
    this.examples.add(example(value));
  }

  describe(name: string, rows: number): string {
    const summary = this.profile.summary();
    const missing = rows - summary.count;
    const parts = [
      rangeOf(summary),
      distinctOf(summary),
      missing > 0 ? `${missing} null` : '',
      this.examples.size > 0 ? `for example ${[...this.examples].join(', ')}` : '',
    ].filter((part) => part !== '');
    const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
    return `- ${JSON.stringify(short)}: ${parts.join('; ')}`;
  }
}

/** Gathers what the description says, while the data goes by. */
class Describer {
  private readonly columns = new Map<string, Column>();
  private readonly values = new Column();
  private others = 0;
  rows = 0;

  /** Names of columns that are known ahead, in their order. */
  constructor(names: readonly string[]) {
    for (const name of names) this.columns.set(name, new Column());
  }

  /** Cells in the order of the names. */
  addRow(row: readonly unknown[]): void {
    this.rows++;
    let index = 0;
    for (const column of this.columns.values()) column.add(row[index++]);
  }

  addItem(item: unknown): void {
    this.rows++;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      this.others++;
      this.values.add(item);
      return;
    }
    for (const [name, value] of Object.entries(item)) this.columnOf(name)?.add(value);
  }

  get areRecords(): boolean {
    return this.others === 0;
  }

  get width(): number {
    return this.columns.size;
  }

  private columnOf(name: string): Column | undefined {
    const known = this.columns.get(name);
    if (known || this.columns.size >= MAX_KEYS) return known;
    const column = new Column();
    this.columns.set(name, column);
    return column;
  }

  /** The description, of at most 4,000 bytes. */
  text(name: string, what: string): string {
    const head = `${JSON.stringify(name.slice(0, MAX_NAME))}: ${what}`;
    const records = this.rows - this.others;
    const lines = [...this.columns].map(([column, holder]) => holder.describe(column, records));
    if (this.others > 0) lines.unshift(this.values.describe('(items that are no records)', this.others));
    return bounded(head, lines);
  }
}

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
  const { signal } = options;
  signal?.throwIfAborted();
  if ('json' in source)
    return new Keeper(blobs, { name: INLINE, limits, signal }).keep(readValue(source.json));
  const opened = await openFile(source.file, limits, signal);
  return new Keeper(blobs, opened).keep(await readerOf(source.file)(opened));
}

async function openFile(
  file: string,
  limits: DataLimits,
  signal: AbortSignal | undefined,
): Promise<OpenSource> {
  const name = path.basename(file);
  const found = await stat(file).catch(() => undefined);
  if (!found) throw badInput(`There is no file ${file} that can be read: check the path.`);
  if (!found.isFile()) throw badInput(`${file} is no file: name a file of data.`);
  if (found.size > limits.bytes) throw tooLarge(name, found.size, limits);
  return { path: file, name, bytes: found.size, limits, signal };
}

const mib = (bytes: number): string => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MiB`;

function tooLarge(name: string, bytes: number, limits: DataLimits): Error {
  return badInput(`${name} has ${mib(bytes)}, and data may have ${mib(limits.bytes)}: take a part of it.`);
}

type Place = Pick<OpenSource, 'name' | 'limits' | 'signal'>;

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
    const blob = await this.blobs.put(this.watched(this.stored(reading, describer)));
    const { name } = this.place;
    const dataset = {
      name: name.slice(0, 200),
      blob,
      form: { layout: reading.layout },
      rows: describer.rows,
      columns: describer.width,
      bytes: this.bytes,
    };
    return { dataset, description: describer.text(name, headOf(reading, describer)) };
  }

  private addRows(batch: readonly unknown[][], describer: Describer): void {
    for (const row of batch) describer.addRow(row);
    this.checkRows(describer);
  }

  private checkRows({ rows }: Describer): void {
    const { name, limits } = this.place;
    if (rows > limits.rows) throw badInput(`${name} has more than ${limits.rows} rows: take a part of it.`);
  }

  private async *stored(reading: Reading, describer: Describer): AsyncGenerator<Uint8Array> {
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

function headOf(reading: Reading, { rows, width, areRecords }: Describer): string {
  if (reading.layout === 'json') return `one JSON value${areRecords ? ' with these keys' : ''}`;
  if (areRecords) return `${rows} rows, ${width} columns, given as an array of records`;
  return `${rows} items, given as an array`;
}

/** A value in JSON, shortened. Lists and objects are told by their size: a model is not to see data through them. */
function example(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length} keys`;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_EXAMPLE) : value);
  return typeof value === 'string' && value.length > MAX_EXAMPLE ? `${text.slice(0, -1)}…"` : text;
}

function number(value: number | string | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : (value ?? '');
}

function rangeOf({ type, types, min, max, mean, minLength, maxLength }: Summary): string {
  if (types)
    return `mixed (${Object.entries(types)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')})`;
  if (minLength !== undefined) return `${type} of ${minLength} to ${maxLength} characters`;
  if (min === undefined || max === undefined) return type;
  return `${type} from ${number(min)} to ${number(max)}${mean === undefined ? '' : `, mean ${number(mean)}`}`;
}

function distinctOf({ distinct, distinctAtLeast }: Summary): string {
  if (distinct !== undefined) return `${distinct} distinct`;
  return distinctAtLeast === undefined ? '' : `over ${distinctAtLeast} distinct`;
}

/** Lines as far as they find room, and the count of the others. */
function bounded(head: string, lines: readonly string[]): string {
  const note = (left: number): string => (left > 0 ? `\n- and ${left} more columns` : '');
  let text = head;
  for (const [index, line] of lines.entries()) {
    const longer = `${text}\n${line}`;
    if (utf8Length(longer + note(lines.length - index - 1)) > MAX_BYTES)
      return text + note(lines.length - index);
    text = longer;
  }
  return text;
}
