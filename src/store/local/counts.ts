import type { StoreDatabase } from './database';

/** Numbers that all processes count together. */
export interface Counts {
  get(name: string): number;
  /** One more, as a part of a write. */
  add(name: string): void;
}

export function createCounts(database: StoreDatabase): Counts {
  const table = database.table('counts');
  const get = (name: string): number => numberIn(table.get(Buffer.from(name)));
  return { get, add: (name) => table.put(Buffer.from(name), numberOf(get(name) + 1)) };
}

/** A number as the bytes of a row; and back, 0 where there is none. */
export function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

export function numberIn(bytes: Buffer | undefined): number {
  return bytes?.readDoubleBE(0) ?? 0;
}
