/** Arrow IPC, as a file or a stream. */
import { DataType, DateUnit, RecordBatchReader, TimeUnit } from 'apache-arrow';
import type { Field, RecordBatch, Type, Vector } from 'apache-arrow';
import { open } from 'node:fs/promises';
import { badInput } from '../domain/kintsugi-error';
import { plainCell } from './cells';
import { columnNames, MAX_COLUMNS } from './columns';
import { isoText, scaledText, timeText, type TimeUnit as ArrowTimeUnit } from './exact';
import type { OpenSource, Reading, Row } from './types';

const BATCH = 500;

function refuse({ name }: OpenSource, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/compress/i.test(message))
    return badInput(`${name} holds compressed Arrow buffers: write it without compression.`);
  return badInput(`${name} is no Arrow file that can be read: ${message}.`);
}

/** Exact text of a decimal: its words, the lowest first, in two's complement. */
export function decimalText(words: Uint32Array, scale: number): string {
  const bits = words.length * 32;
  let value = 0n;
  for (let index = words.length - 1; index >= 0; index--) value = (value << 32n) | BigInt(words[index] ?? 0);
  return scaledText(BigInt.asIntN(bits, value), scale);
}

const TIME_UNITS: Readonly<Record<number, ArrowTimeUnit>> = {
  [TimeUnit.SECOND]: 'SECOND',
  [TimeUnit.MILLISECOND]: 'MILLIS',
  [TimeUnit.MICROSECOND]: 'MICROS',
  [TimeUnit.NANOSECOND]: 'NANOS',
};

/** Items of lists that a batch may have: a small file can tell of lists that no memory holds. */
const ITEMS_OF_A_BATCH = 2_000_000;
let itemsLeft = ITEMS_OF_A_BATCH;

/** Reads one column of a record batch as JSON values. */
function cellReader({ type }: Field, vector: Vector | null): (index: number) => unknown {
  const isFloat = DataType.isFloat(type);
  return (index) => {
    const value = (vector?.get(index) ?? null) as unknown;
    return isFloat ? plainCell(value, true) : plainCell(typed(type as DataType, value));
  };
}

/** A value of a type as plain objects, arrays and exact texts. */
function typed(type: DataType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (DataType.isDictionary(type)) return typed(type.dictionary as DataType, value);
  if (DataType.isDecimal(type)) return decimalText(value as Uint32Array, type.scale);
  if (DataType.isDate(type)) return isoText(value, type.unit === DateUnit.DAY);
  if (DataType.isTimestamp(type)) return isoText(value, false);
  if (DataType.isTime(type))
    return timeText(BigInt(value as number | bigint), TIME_UNITS[type.unit] ?? 'SECOND');
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) return items(type, value as Vector);
  const inner = DataType.isMap(type)
    ? () => (type.children[0]?.type as DataType<Type.Struct> | undefined)?.children[1]?.type as DataType
    : (name: string) => type.children?.find((child) => child.name === name)?.type as DataType | undefined;
  return ofRecord(value, inner);
}

function items(type: DataType, list: Vector): unknown[] {
  itemsLeft -= list.length;
  if (itemsLeft < 0) throw new Error('its lists have too many items');
  const of = type.children[0]?.type as DataType;
  return Array.from({ length: list.length }, (_, index) => typed(of, list.get(index)));
}

/** Rows, maps and values of other types, by the type of each part. */
function ofRecord(value: unknown, typeOf: (name: string) => DataType | undefined): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Date)
    return value;
  const { toJSON, length } = value as { toJSON?: () => unknown; length?: unknown };
  if (typeof length === 'number') itemsLeft -= length;
  if (itemsLeft < 0) throw new Error('its lists have too many items');
  const plain = typeof toJSON === 'function' ? toJSON.call(value) : value;
  if (Array.isArray(plain)) return plain.map((item) => ofRecord(item, () => undefined));
  if (typeof plain !== 'object' || plain === null) return plain;
  return Object.fromEntries(
    Object.entries(plain).map(([name, item]) => {
      const type = typeOf(name);
      return [name, type ? typed(type, item) : ofRecord(item, () => undefined)];
    }),
  );
}

function* rowsOf(batch: RecordBatch): Iterable<Row[]> {
  const readers = batch.schema.fields.map((field, index) => cellReader(field, batch.getChildAt(index)));
  for (let start = 0; start < batch.numRows; start += BATCH) {
    const size = Math.min(BATCH, batch.numRows - start);
    itemsLeft = ITEMS_OF_A_BATCH;
    yield Array.from({ length: size }, (_, row) => readers.map((read) => read(start + row)));
  }
}

/** Record batches of the file; it is closed when they end. */
async function openBatches(source: OpenSource) {
  const file = await open(source.path);
  try {
    const reader = await RecordBatchReader.from(file);
    await reader.open();
    return { reader, file };
  } catch (error) {
    await file.close();
    throw refuse(source, error);
  }
}

async function* rowBatches(
  source: OpenSource,
  opened: Awaited<ReturnType<typeof openBatches>>,
): AsyncGenerator<Row[]> {
  try {
    for await (const batch of opened.reader) {
      source.signal?.throwIfAborted();
      yield* rowsOf(batch);
    }
  } catch (error) {
    source.signal?.throwIfAborted();
    throw refuse(source, error);
  } finally {
    await opened.reader.cancel();
    await opened.file.close().catch(() => undefined);
  }
}

/** Reads an Arrow file. */
export async function readArrow(source: OpenSource): Promise<Reading> {
  if (source.bytes === 0) throw badInput(`${source.name} is empty: an Arrow file has a schema at least.`);
  const opened = await openBatches(source);
  const { fields } = opened.reader.schema;
  if (fields.length > MAX_COLUMNS)
    throw badInput(`${source.name} has ${fields.length} columns: take at most ${MAX_COLUMNS} of them.`);
  const columns = columnNames(fields.map(({ name }) => name));
  const batches = rowBatches(source, opened);
  const floats = fields.flatMap(({ type }, index) => (DataType.isFloat(type) ? [index] : []));
  return { layout: 'rows', columns, floats, batches };
}
