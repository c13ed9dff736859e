/** Data that a function is given: kept in the store, passed on by reference. */
import { z } from 'zod';
import { BlobHash } from '../ids';
import { InputForm } from './input';

/** Formats of data files. */
export const DataFormat = z.enum(['csv', 'json', 'ndjson', 'arrow', 'parquet']);
export type DataFormat = z.infer<typeof DataFormat>;

/** Reference to data, small enough for a history. */
export const Dataset = z.object({
  /** Name for people: that of the file. */
  name: z.string().max(200),
  blob: BlobHash,
  form: InputForm,
  /** Rows, or items; 1 for a JSON value that is no array. */
  rows: z.number().int().nonnegative(),
  columns: z.number().int().nonnegative(),
  /** Bytes of the blob. */
  bytes: z.number().int().nonnegative(),
});
export type Dataset = z.infer<typeof Dataset>;

/** Most of what may be read. */
export const DataLimits = z.object({
  rows: z.number().int().positive().default(1_000_000),
  /** Of the file, and of the stored form. */
  bytes: z
    .number()
    .int()
    .positive()
    .default(64 * 1024 * 1024),
});
export type DataLimits = z.infer<typeof DataLimits>;
