/** Parquet, one row group at a time. */
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { open } from 'node:fs/promises';
import { badInput, KintsugiError } from '../domain/kintsugi-error';
import { plainCell } from './cells';
import { columnNames, MAX_COLUMNS } from './columns';
import type { OpenSource, Reading, Row } from './types';

const BATCH = 500;

/** The libraries are ES modules; they are loaded where a file needs them. */
async function libraries() {
  const [parquet, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  return { ...parquet, compressors };
}

function refuse({ name, signal }: OpenSource, error: unknown): Error {
  if (signal?.aborted) return signal.reason as Error;
  const message = error instanceof Error ? error.message : String(error);
  return badInput(`${name} is no Parquet file that can be read: ${message}.`);
}

/** The file as the library reads it: only the parts that it asks for. */
async function partsOf({ path, bytes }: OpenSource) {
  const file = await open(path);
  const slice = async (start: number, end = bytes): Promise<ArrayBuffer> => {
    const buffer = new ArrayBuffer(Math.max(0, end - start));
    await file.read(new Uint8Array(buffer), 0, buffer.byteLength, start);
    return buffer;
  };
  return { file: { byteLength: bytes, slice }, close: () => file.close() };
}

/** Columns of the top level, and which of them hold floats. */
function columnsOf({ schema }: FileMetaData): { names: string[]; floats: number[] } {
  const top: SchemaElement[] = [];
  const [root, ...rest] = schema;
  const skip = (index: number): number => {
    const children = rest[index]?.num_children ?? 0;
    let next = index + 1;
    for (let child = 0; child < children && next < rest.length; child++) next = skip(next);
    return next;
  };
  for (let index = 0; index < rest.length && top.length < (root?.num_children ?? 0); index = skip(index)) {
    const element = rest[index];
    if (element) top.push(element);
  }
  const isFloat = ({ type }: SchemaElement): boolean => type === 'FLOAT' || type === 'DOUBLE';
  return {
    names: top.map(({ name }) => name),
    floats: top.flatMap((element, index) => (isFloat(element) ? [index] : [])),
  };
}

function checkSize({ name, limits }: OpenSource, metadata: FileMetaData): void {
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows > limits.rows) throw badInput(`${name} has more than ${limits.rows} rows: take a part of it.`);
  // A file may lie about its bytes; a cell in JSON takes two at least.
  const least = rows * columnsOf(metadata).names.length * 2;
  const told = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  const bytes = Math.max(least, told);
  if (bytes > limits.bytes)
    throw badInput(
      `${name} unpacks to ${Math.ceil(bytes / 1024 / 1024)} MiB, and data may have ${Math.floor(limits.bytes / 1024 / 1024)} MiB: take fewer rows or columns.`,
    );
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

async function* rowBatches(
  source: OpenSource,
  parts: Parts,
  metadata: FileMetaData,
  floats: ReadonlySet<number>,
): AsyncGenerator<Row[]> {
  const { parquetReadObjects, compressors } = await libraries();
  const { names } = columnsOf(metadata);
  try {
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      source.signal?.throwIfAborted();
      const rowEnd = rowStart + Number(group.num_rows);
      const { file } = parts;
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (let start = 0; start < rows.length; start += BATCH) {
        yield rows
          .slice(start, start + BATCH)
          .map((row) => names.map((name, index) => plainCell(row[name], floats.has(index))));
      }
      rowStart = rowEnd;
    }
  } catch (error) {
    throw refuse(source, error);
  } finally {
    await parts.close();
  }
}

/** Reads a Parquet file. */
export async function readParquet(source: OpenSource): Promise<Reading> {
  if (source.bytes === 0) throw badInput(`${source.name} is empty: a Parquet file has a schema at least.`);
  const { parquetMetadataAsync } = await libraries();
  const parts = await partsOf(source);
  try {
    const metadata = await parquetMetadataAsync(parts.file);
    checkSize(source, metadata);
    const { names, floats } = columnsOf(metadata);
    if (names.length > MAX_COLUMNS)
      throw badInput(`${source.name} has ${names.length} columns: take at most ${MAX_COLUMNS} of them.`);
    const batches = rowBatches(source, parts, metadata, new Set(floats));
    return { layout: 'rows', columns: columnNames(names), floats, batches };
  } catch (error) {
    await parts.close();
    throw error instanceof KintsugiError ? error : refuse(source, error);
  }
}
