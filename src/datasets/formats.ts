/** Formats of data files: one row each. */
/**
 * CSV. A column has one type, so the file is read twice: to find the types, and for the values. RFC 4180 with what people
 * write besides: any line end, any of four delimiters, a mark at the beginning, blanks around numbers.
 */

import path from 'node:path';
import { badInput } from '../domain/kintsugi-error';
import type * as Arrow from './arrow';
import { columnNames, MAX_COLUMNS } from './columns';
import { readJson, readNdjson } from './json';
import { readParquet } from './parquet';
import type { FormatReader, OpenSource, Reading, Row } from './types';
import { parse, CsvError } from 'csv-parse';
import { Readable } from 'node:stream';
import { cellValue, ColumnType, type CellType } from './cells';
import { textOf } from './text';

const DELIMITERS = [',', ';', '\t', '|'];
const BATCH = 500;
/** Characters of a record. */
const MAX_RECORD = 256 * 1024;

/** A record with the line that it ends in. */
interface Line {
  cells: string[];
  line: number;
}

const FORMATS: readonly { extensions: readonly string[]; read: FormatReader }[] = [
  { extensions: ['.csv', '.tsv'], read: readCsv },
  { extensions: ['.json'], read: readJson },
  { extensions: ['.ndjson', '.jsonl'], read: readNdjson },
  {
    extensions: ['.arrow', '.feather', '.arrows', '.ipc'],
    read: (...given) => arrow().readArrow(...given),
  },
  { extensions: ['.parquet', '.pq'], read: readParquet },
];

function arrow(): typeof Arrow {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- its classes take long to load, and few files are of that format
  return require('./arrow') as typeof Arrow;
}

/** Reader of a file by its extension. Throws one sentence for one that is not known. */
export function readerOf(file: string): FormatReader {
  const extension = path.extname(file).toLowerCase();
  const found = FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (found) return found.read;
  const known = FORMATS.flatMap(({ extensions }) => extensions).join(', ');
  throw badInput(
    `The format of ${path.basename(file)} can't be told by its name: give it one of the extensions ${known}.`,
  );
}

/** Delimiter that stands most often in the first line, outside of quotes; a comma where none does. */
export function guessDelimiter(text: string): string {
  const counts = new Map(DELIMITERS.map((one) => [one, 0]));
  let quoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best = ',', count = 0] = [...counts].sort(([, left], [, right]) => right - left)[0] ?? [];
  return count > 0 ? best : ',';
}

async function delimiterOf(source: OpenSource): Promise<string> {
  if (source.path.toLowerCase().endsWith('.tsv')) return '\t';
  for await (const text of textOf(source)) return guessDelimiter(text);
  return ',';
}

function explain(error: CsvError, { name }: OpenSource): Error {
  const line = 'lines' in error ? ` at line ${String(error.lines)}` : '';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return badInput(
      `${name} has a record of more than ${MAX_RECORD} characters${line}: a quote may be open.`,
    );
  const what =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quoted cell is never closed'
      : 'a quote stands where none may stand (write it twice, and quote the cell)';
  return badInput(`${name} is not CSV${line}: ${what}.`);
}

/** Records of the file, the header among them. */
async function* records(source: OpenSource, delimiter: string): AsyncGenerator<Line> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    on_record: (cells, { lines }) => [String(lines), ...cells],
  });
  const text = Readable.from(textOf(source), { objectMode: true });
  text.once('error', (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const record of parser) {
      const [line, ...cells] = record as string[];
      yield { cells, line: Number(line) };
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, source) : error;
  } finally {
    text.destroy();
  }
}

/** Cells beyond the last column may only be empty: what a delimiter at the end of a line leaves. */
function checkWidth({ cells, line }: Line, width: number, { name }: OpenSource): void {
  if (cells.length > width && cells.slice(width).some((cell) => cell !== ''))
    throw badInput(
      `${name} has ${cells.length} cells at line ${line}, and ${width} columns: quote cells that hold the delimiter.`,
    );
}

function headerOf({ cells }: Line, { name }: OpenSource): string[] {
  // A delimiter at the end of the header makes no column.
  while (cells.length > 1 && cells.at(-1) === '') cells.pop();
  if (cells.length > MAX_COLUMNS)
    throw badInput(`${name} has ${cells.length} columns: take at most ${MAX_COLUMNS} of them.`);
  return columnNames(cells);
}

async function typesOf(
  source: OpenSource,
  delimiter: string,
): Promise<{ columns: string[]; types: CellType[] }> {
  let columns: string[] | undefined;
  let rows = 0;
  const types: ColumnType[] = [];
  for await (const line of records(source, delimiter)) {
    if (!columns) {
      columns = headerOf(line, source);
      types.push(...columns.map(() => new ColumnType()));
      continue;
    }
    checkWidth(line, columns.length, source);
    line.cells.forEach((cell, index) => types[index]?.add(cell));
    rows += 1;
    if (rows > source.limits.rows)
      throw badInput(`${source.name} has more than ${source.limits.rows} rows: take a part of it.`);
    if (rows % 5_000 === 0) source.signal?.throwIfAborted();
  }
  if (!columns) throw badInput(`${source.name} is empty: its first line must name the columns.`);
  return { columns, types: types.map(({ type }) => type) };
}

async function* rowBatches(
  source: OpenSource,
  delimiter: string,
  types: readonly CellType[],
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let isHeader = true;
  for await (const { cells } of records(source, delimiter)) {
    if (!isHeader) {
      const row = types.map((type, index) => cellValue(cells[index], type));
      if (row.includes(undefined)) throw badInput(`${source.name} changed while it was read: read it again.`);
      batch.push(row);
    }
    isHeader = false;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function readCsv(source: OpenSource): Promise<Reading> {
  const delimiter = await delimiterOf(source);
  const { columns, types } = await typesOf(source, delimiter);
  return { layout: 'rows', columns, floats: [], batches: rowBatches(source, delimiter, types) };
}
