// Opens a store, says so, and writes until it is ended, saying what is kept.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/store';

async function main(): Promise<void> {
  const store = await openStore(process.argv[2] ?? '');
  process.send?.({ recovered: store.local.recovered });
  for (;;) {
    const hash = await store.blobs.put(randomBytes(3_000));
    const effect = randomBytes(8).toString('hex');
    await store.refs.putOnce({ run: 'child', effect }, hash);
    process.send?.({ kept: `${effect} ${hash}` });
    await delay(1);
  }
}

void main();
