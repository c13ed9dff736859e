/** Forms in which data reaches a function: as text in pieces, so that nobody on its way holds it whole. */
import { z } from 'zod';

/**
 * Form of the pieces. `rows`: the first is a `RowsHeader`, each further one a JSON array of rows, which are arrays of
 * cells. `items`: each is a JSON array of items. `json`: together they are one JSON text. `arrow`: together they are
 * Arrow IPC, each in base64.
 */
export const InputLayout = z.enum(['rows', 'items', 'json', 'arrow']);
export type InputLayout = z.infer<typeof InputLayout>;

/** Shape in which the function gets the data: an array of records, an object of columns, or an Arrow table. */
export const InputShape = z.enum(['records', 'columns', 'arrow']);
export type InputShape = z.infer<typeof InputShape>;

export const InputForm = z.object({ layout: InputLayout, shape: InputShape });
export type InputForm = z.infer<typeof InputForm>;

/** First piece of `rows`. */
export interface RowsHeader {
  columns: string[];
  /** Indexes of columns of numbers, in which a text is NaN, Infinity or -Infinity. */
  floats: number[];
}
