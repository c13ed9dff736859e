// Opens a store, says so, and reads and writes until it is ended.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/store';

async function main(): Promise<void> {
  const store = await openStore(process.argv[2] ?? '');
  process.send?.({ recovered: store.local.recovered });
  for (let round = 0; ; round += 1) {
    const hash = await store.blobs.put(randomBytes(3_000));
    await store.refs.putOnce({ run: 'child', effect: `${round}` }, hash);
    if (store.local.problem() !== undefined) process.exit(9);
    await delay(5);
  }
}

void main();
