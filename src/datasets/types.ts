import type { DataLimits } from '../domain/values/dataset';

/** Data as somebody names it: a file, or a value in hand. */
export type DataSource = { file: string } | { json: unknown };

export interface ReadOptions {
  limits?: Partial<DataLimits>;
  signal?: AbortSignal;
}

/** A file that is being read. */
export interface OpenSource {
  path: string;
  /** Name for messages. */
  name: string;
  bytes: number;
  limits: DataLimits;
  signal: AbortSignal | undefined;
}

/** Cells of a row, in the order of the columns; JSON values. */
export type Row = unknown[];

/** Content of a source as its reader tells it. Batches hold some hundred rows. */
export type Reading =
  | { layout: 'rows'; columns: string[]; floats: number[]; batches: AsyncIterable<Row[]> }
  | { layout: 'items'; batches: AsyncIterable<unknown[]> }
  | { layout: 'json'; value: unknown };

export type FormatReader = (source: OpenSource) => Promise<Reading>;
