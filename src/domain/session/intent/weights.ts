/** A linear model: a row of weights for each bucket that is kept, a column for each class. */
export interface Weights {
  readonly classes: number;
  /** Row of a bucket in `values`. */
  readonly rows: ReadonlyMap<number, number>;
  /** By class, then by row. */
  readonly values: Int8Array;
  readonly scales: readonly number[];
  readonly biases: readonly number[];
}

const HEAD_BYTES = 8;

/** Reads weights as the trainer writes them: counts of rows and classes, scales, biases, buckets, values. Little-endian. */
export function readWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [rowCount, classes] = [view.getUint32(0, true), view.getUint32(4, true)];
  const bucketsAt = HEAD_BYTES + classes * 8;
  const valuesAt = bucketsAt + rowCount * 2;
  if (bytes.byteLength !== valuesAt + rowCount * classes)
    throw new Error('The weights of intents are damaged: build anew.');
  const floats = (from: number) =>
    Array.from({ length: classes }, (_, index) => view.getFloat32(from + index * 4, true));
  const buckets = Array.from({ length: rowCount }, (_, row) => view.getUint16(bucketsAt + row * 2, true));
  return {
    classes,
    rows: new Map(buckets.map((bucket, row) => [bucket, row])),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, rowCount * classes),
    scales: floats(HEAD_BYTES),
    biases: floats(HEAD_BYTES + classes * 4),
  };
}

/** Score of each class for a text's features. */
export function scoresOf(
  { classes, rows, values, scales, biases }: Weights,
  features: ReadonlyMap<number, number>,
): number[] {
  const known = [...features].flatMap(([bucket, weight]) => {
    const row = rows.get(bucket);
    return row === undefined ? [] : [[row, weight] as const];
  });
  return Array.from({ length: classes }, (_, index) => {
    const column = index * rows.size;
    const sum = known.reduce((total, [row, weight]) => total + (values[column + row] ?? 0) * weight, 0);
    return (biases[index] ?? 0) + (scales[index] ?? 0) * sum;
  });
}
