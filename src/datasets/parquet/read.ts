/** Reading of a Parquet file, one row group at a time. It runs in a process of its own: a small file can tell of gigabytes. */
import type { FileMetaData, SchemaTree } from 'hyparquet';
import { open } from 'node:fs/promises';
import { badInput } from '../../domain/kintsugi-error';
import type { DataLimits } from '../../domain/values/dataset';
import { MAX_COLUMNS } from '../columns';
import { isoText } from '../exact';
import type { Row } from '../types';
import { cellReader, isFloatType, readableTypes } from './schema';

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
