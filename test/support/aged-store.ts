import type { LocalTier } from '../../src/store/local';

/** Makes a local tier as if all in it had been written so long ago. */
export async function ageLocalTier({ database }: LocalTier, byMs: number): Promise<void> {
  await database.transaction(() => {
    for (const table of [database.table('runs'), database.table('leases')])
      for (const key of table.keys()) {
        const value = Buffer.from(table.get(key) ?? Buffer.alloc(8));
        value.writeDoubleBE(value.readDoubleBE(0) - byMs, 0);
        table.put(key, value);
      }
  });
}
