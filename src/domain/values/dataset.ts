/** Data that a function is given: kept in the store, passed on by reference. */
/** Forms in which data reaches a function: as text in pieces, so that nobody on its way holds it whole. */

import { z } from 'zod';
import { BlobHash } from '../ids';

/**
 * Form of the pieces. `rows`: the first is a `RowsHeader`, each further one a JSON array of rows, which are arrays of
 * cells. `items`: each is a JSON array of items. `json`: together they are one JSON text.
 */
export const InputForm = z.object({ layout: z.enum(['rows', 'items', 'json']) });
export type InputForm = z.infer<typeof InputForm>;

/** First piece of `rows`. */
export interface RowsHeader {
  columns: string[];
  /** Indexes of columns of numbers, in which a text is NaN, Infinity or -Infinity. */
  floats: number[];
}

/** Reference to data, small enough for a history. */
export const Dataset = z.object({
  /** Name for people: that of the file. */
  name: z.string().max(200),
  blob: BlobHash,
  form: InputForm,
  /** Rows, or items; 1 for a JSON value that is no array. */
  rows: z.number().int().nonnegative(),
  columns: z.number().int().nonnegative(),
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
