// Puts a blob of so many bytes into a store and writes its hash to stdout.
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store';

async function main(): Promise<void> {
  const [folder = '', bytes = '0', how = 'put'] = process.argv.slice(2);
  const store = await openStore(folder);
  const blob = randomBytes(Number(bytes));
  const hash = how === 'put' ? await store.blobs.put(blob) : await store.blobs.put(once(blob));
  writeSync(1, hash);
  await store.close();
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

void main();
