// Takes the lock again and again; between taking and releasing it, no other process may hold it.
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { acquireOwnerLock } from '../../../src/machine/owner-lock';

async function main(): Promise<void> {
  const [lock = '', marker = '', log = '', mode = 'work'] = process.argv.slice(2);
  if (mode === 'hold') {
    const held = await acquireOwnerLock(lock, { role: 'holder' });
    process.send?.(held.heldBy ? 'busy' : 'held');
    setInterval(() => undefined, 1_000);
    return;
  }
  let taken = 0;
  while (taken < 20) {
    const held = await acquireOwnerLock(lock);
    if (held.heldBy) continue;
    taken += 1;
    if (existsSync(marker)) appendFileSync(log, 'two owners\n');
    writeFileSync(marker, '');
    await new Promise((resolve) => setTimeout(resolve, 1));
    rmSync(marker);
    await held.release();
  }
  process.send?.('done');
  process.disconnect();
}

void main();
