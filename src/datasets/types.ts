import type { DataFormat, DataLimits, InputShape } from '../domain/values/dataset';

/** Data as somebody names it: a file, or a value in hand. */
export type DataSource = { file: string } | { json: unknown };

export interface ReadOptions {
  /** Absent: told by the file's extension. */
  format?: DataFormat;
  /** Shape in which functions get it; default `records`. `arrow` is for Arrow files. */
  shape?: InputShape;
  /** Encoding of a text file by its WHATWG label; absent: UTF-8, or UTF-16 where a mark at its beginning says so. */
  encoding?: string;
  /** Delimiter of CSV; absent: comma, semicolon, tab or bar, whichever stands most often in the first line. */
  delimiter?: string;
  limits?: Partial<DataLimits>;
  signal?: AbortSignal;
}

/** A file that is being read. */
export interface OpenSource {
  path: string;
  /** Name for messages. */
  name: string;
  bytes: number;
  shape: InputShape;
  encoding: string | undefined;
  delimiter: string | undefined;
  limits: DataLimits;
  signal: AbortSignal | undefined;
}

/** Cells of a row, in the order of the columns; JSON values. */
export type Row = unknown[];

/** Content of a source as its reader tells it. Batches hold some hundred rows. */
export type Reading =
  | { layout: 'rows'; columns: string[]; floats: number[]; batches: AsyncIterable<Row[]> }
  | { layout: 'items'; batches: AsyncIterable<unknown[]> }
  | { layout: 'json'; value: unknown }
  | { layout: 'arrow'; columns: string[]; batches: AsyncIterable<Row[]>; bytes: AsyncIterable<Uint8Array> };

export type FormatReader = (source: OpenSource) => Promise<Reading>;
