// Writes into a store that others have open too, and says when it has read back what all were told to write.
import { openStore } from '../../../src/store';

async function main(): Promise<void> {
  const [folder = '', who = ''] = process.argv.slice(2);
  const store = await openStore(folder);
  const hashes: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const blobs = Array.from({ length: 20 }, (_, index) =>
      Buffer.from(`${who} ${round} ${index}`.repeat(100 * index)),
    );
    hashes.push(...(await store.blobs.put([...blobs, Buffer.alloc(70_000, round)])));
  }
  const won = await store.refs.putOnce({ run: 'shared', effect: 'winner' }, who);
  process.send?.({ hashes, won });
  if (who === 'killed') process.kill(process.pid, 'SIGKILL');
  await store.close();
  process.disconnect();
}

void main();
