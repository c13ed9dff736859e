// Writes packs until it is killed; says which blobs it was told to be there after the first few.
import { randomBytes } from 'node:crypto';
import { openStore } from '../../../src/store';

async function main(): Promise<void> {
  const [folder = ''] = process.argv.slice(2);
  const store = await openStore(folder);
  const hashes: string[] = [];
  for (let round = 0; ; round += 1) {
    const blobs = Array.from({ length: 150 }, () => randomBytes(10_000));
    hashes.push(...(await store.blobs.putMany(blobs)));
    if (round === 3) process.send?.({ hashes });
  }
}

void main();
