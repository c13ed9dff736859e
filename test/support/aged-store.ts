import type { LocalTier } from '../../src/store/local';

/** Makes a local tier as if all in it had been written so long ago. */
export async function ageLocalTier({ database }: LocalTier, byMs: number): Promise<void> {
  await database.write([
    () => database.run('UPDATE runs SET seen_ms = seen_ms - ?', byMs),
    () => database.run('UPDATE leases SET ms = ms - ?', byMs),
  ]);
}
