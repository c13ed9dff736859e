import { badInput, type KintsugiError } from '../../domain/kintsugi-error';
import type { Row } from '../types';
import type { ParquetColumns } from './read';

/** A line of the process that reads a file: its columns first, then rows, then how it ended. */
export type ParquetLine =
  | { columns: ParquetColumns }
  | { rows: Row[] }
  | { done: true }
  /** Sentence on why the file can't be read. */
  | { refused: string };

/** The file needs more memory than its reader has. */
export function tooMuch(name: string): KintsugiError {
  return badInput(
    `${name} takes more memory than the reader of Parquet files has: take fewer rows or columns.`,
  );
}
