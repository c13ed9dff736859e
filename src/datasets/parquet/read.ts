/** Reading of a Parquet file, one row group at a time. It runs in a process of its own: a small file can tell of gigabytes. */
/** Types of a Parquet file: what its library reads as they are, and what becomes exact text. */

import type { FileMetaData, SchemaTree, SchemaElement } from 'hyparquet';
import { open } from 'node:fs/promises';
import { badInput } from '../../domain/kintsugi-error';
import type { DataLimits } from '../../domain/values/dataset';
import { MAX_COLUMNS } from '../columns';
import { isoText, scaledText, timeText, type TimeUnit } from '../exact';
import type { Row } from '../types';
import { plainCell } from '../cells';

/** Longer numbers are no decimals; their text would take long. */
const MOST_DECIMAL_BYTES = 64;

const LOGICAL: Readonly<Record<string, SchemaElement['converted_type']>> = {
  ENUM: 'UTF8',
  STRING: 'UTF8',
  JSON: 'JSON',
  DATE: 'DATE',
};

type CellReader = (value: unknown) => unknown;

/** Deeper values are null, as in every format. */
const MOST_DEPTH = 32;

/** File to be read, as its reader is told of it. */
export interface ParquetTask {
  path: string;
  /** Name for messages. */
  name: string;
  bytes: number;
  limits: DataLimits;
}

/** Columns of the top level, and the indexes of those that hold floats. */
export interface ParquetColumns {
  names: string[];
  floats: number[];
}

/** The libraries are ES modules; they are loaded where a file needs them. */
async function libraries() {
  const [parquet, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  return { ...parquet, compressors };
}

/** The file as the library reads it: only the parts that it asks for, and none that is not there. */
async function partsOf({ path, bytes }: ParquetTask) {
  const file = await open(path);
  const slice = async (start: number, end = bytes): Promise<ArrayBuffer> => {
    if (start < 0 || start > end || end > bytes) throw new Error('it names parts that it does not have');
    const buffer = new ArrayBuffer(end - start);
    await file.read(new Uint8Array(buffer), 0, buffer.byteLength, start);
    return buffer;
  };
  return { file: { byteLength: bytes, slice }, close: () => file.close() };
}

function checkSize({ name, limits }: ParquetTask, metadata: FileMetaData, columns: number): void {
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows > limits.rows) throw badInput(`${name} has more than ${limits.rows} rows: take a part of it.`);
  if (columns > MAX_COLUMNS)
    throw badInput(`${name} has ${columns} columns: take at most ${MAX_COLUMNS} of them.`);
  // A file may lie about its bytes; a cell in JSON takes two at least.
  const least = rows * columns * 2;
  const told = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  const bytes = Math.max(least, told);
  if (bytes > limits.bytes)
    throw badInput(
      `${name} unpacks to ${Math.ceil(bytes / 1024 / 1024)} MiB, and data may have ${Math.floor(limits.bytes / 1024 / 1024)} MiB: take fewer rows or columns.`,
    );
}

/** A Parquet file: its columns, and its rows one after the other. Throws `KintsugiError`, or the library's errors. */
export async function readRows(
  task: ParquetTask,
): Promise<{ columns: ParquetColumns; rows: AsyncGenerator<Row> }> {
  const { parquetMetadataAsync, parquetSchema } = await libraries();
  const parts = await partsOf(task);
  const metadata = await parquetMetadataAsync(parts.file);
  const tree = parquetSchema(metadata).children;
  checkSize(task, metadata, tree.length);
  const names = tree.map(({ element }) => element.name);
  const floats = tree.flatMap(({ element }, index) => (isFloatType(element) ? [index] : []));
  return { columns: { names, floats }, rows: rowsOf(parts, metadata, tree) };
}

async function* rowsOf(
  { file, close }: Awaited<ReturnType<typeof partsOf>>,
  given: FileMetaData,
  tree: readonly SchemaTree[],
): AsyncGenerator<Row> {
  const { parquetReadObjects, compressors } = await libraries();
  const columns = tree.map((node) => ({ name: node.element.name, read: cellReader(node) }));
  const metadata = readableTypes(given);
  // Dates as texts, and bytes as bytes where the file does not say that they are text.
  const how = { parsers: { dateFromDays }, utf8: false };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, ...how });
    for (const row of rows) yield columns.map(({ name, read }) => read(row[name]));
    rowStart = rowEnd;
  }
  await close();
}

/** The library takes dates as they come. */
function dateFromDays(days: number): Date {
  return isoText(days * 86_400_000, true) as unknown as Date;
}

/**
 * The metadata with types as the library has to read them: decimals as they are stored, since it would make floats of them; what
 * is only logically a text, JSON or a date as that.
 */
function readableTypes(metadata: FileMetaData): FileMetaData {
  const { schema } = metadata;
  const within = variants(schema);
  return { ...metadata, schema: schema.map((one, index) => (within.has(index) ? one : readable(one))) };
}

/** Indexes of the elements of variants, which the library reads whole. The schema is a list, each group before what is in it. */
function variants(schema: readonly SchemaElement[]): Set<number> {
  const found = new Set<number>();
  for (let index = 0; index < schema.length; index++) {
    if (schema[index]?.logical_type?.type !== 'VARIANT') continue;
    for (let open = 1; open > 0 && index < schema.length; index++) {
      open += (schema[index]?.num_children ?? 0) - 1;
      found.add(index);
    }
    index--;
  }
  return found;
}

function readable(element: SchemaElement): SchemaElement {
  if (decimalScale(element) !== undefined)
    return { ...element, converted_type: undefined, logical_type: undefined };
  const type = element.logical_type?.type ?? '';
  const converted = element.converted_type === 'ENUM' ? 'UTF8' : element.converted_type;
  return {
    ...element,
    converted_type: converted ?? (Object.hasOwn(LOGICAL, type) ? LOGICAL[type] : undefined),
  };
}

function decimalScale({
  converted_type: converted,
  logical_type: logical,
  scale,
}: SchemaElement): number | undefined {
  if (logical?.type === 'DECIMAL') return logical.scale;
  return converted === 'DECIMAL' ? (scale ?? 0) : undefined;
}

function timeUnit({ converted_type: converted, logical_type: logical }: SchemaElement): TimeUnit | undefined {
  if (logical?.type === 'TIME') return logical.unit;
  if (converted === 'TIME_MILLIS') return 'MILLIS';
  return converted === 'TIME_MICROS' ? 'MICROS' : undefined;
}

/** Reads the values of a column, as the library gives them, as JSON. `depth`: how many columns it is in. */
function cellReader(node: SchemaTree, depth = 0): CellReader {
  const { element, children } = node;
  if (depth > MOST_DEPTH) return () => null;
  if (children.length === 0) return leafReader(element, depth === 0);
  if (element.logical_type?.type === 'VARIANT') return (value) => plainCell(value);
  const inner = innerReader(node, depth + 1);
  return (value) => (Array.isArray(value) && !isList(node) ? value.map(inner) : inner(value));
}

function isList({ element, children }: SchemaTree): boolean {
  return element.converted_type === 'LIST' && children.length === 1;
}

function innerReader(node: SchemaTree, depth: number): CellReader {
  const { element, children } = node;
  const [first] = children;
  if (first && isList(node)) {
    const [only] = first.children;
    const read = cellReader(only && first.children.length === 1 ? only : first, depth);
    return (value) => (Array.isArray(value) ? value.map(read) : plainCell(value));
  }
  const [key, item] = first?.children ?? [];
  if (element.converted_type === 'MAP' && key && item) {
    const read = cellReader(item, depth);
    return (value) => ofObject(value, () => read);
  }
  const readers = new Map(children.map((child) => [child.element.name, cellReader(child, depth)]));
  return (value) => ofObject(value, (name) => readers.get(name));
}

function ofObject(value: unknown, readerOf: (name: string) => CellReader | undefined): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Array.isArray(value))
    return plainCell(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, (readerOf(name) ?? plainCell)(item)]),
  );
}

function leafReader(element: SchemaElement, isTop: boolean): CellReader {
  const scale = decimalScale(element);
  const unit = timeUnit(element);
  const read = (value: unknown, isFloat: boolean): unknown => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map((item) => read(item, false));
    if (scale !== undefined) return scaledText(integerOf(value), scale);
    if (unit !== undefined) return timeText(integerOf(value), unit);
    return plainCell(value, isFloat);
  };
  return (value) => read(value, isTop && isFloatType(element));
}

/** True for columns whose NaN and infinities reach the function. */
function isFloatType({ type }: SchemaElement): boolean {
  return type === 'FLOAT' || type === 'DOUBLE';
}

/** A number as it is stored: an integer, or bytes in two's complement, the highest first. */
function integerOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint);
  if (value.length > MOST_DECIMAL_BYTES) throw new Error(`a decimal can't have ${value.length} bytes`);
  return value.length === 0
    ? 0n
    : BigInt.asIntN(8 * value.length, BigInt(`0x${Buffer.from(value).toString('hex')}`));
}
