import type { LocalTier } from '../../src/store/local';
import { partsOf } from './local-parts';

/** Makes a local tier as if all in it had been written so long ago. */
export async function ageLocalTier(local: LocalTier, byMs: number): Promise<void> {
  const { root, leaseTable } = partsOf(local);
  const runs = root.openDB<number, Buffer>('runs', { keyEncoding: 'binary', encoding: 'msgpack' });
  root.transactionSync(() => {
    for (const { key, value } of [...runs.getRange({})]) runs.putSync(Buffer.from(key), value - byMs);
    for (const { key, value } of [...leaseTable.getRange({})]) {
      const aged = Buffer.from(value);
      aged.writeDoubleBE(value.readDoubleBE(0) - byMs, 0);
      leaseTable.putSync(Buffer.from(key), aged);
    }
  });
  await root.flushed;
}
