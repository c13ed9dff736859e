// Collects a store, and is killed when a file of it has gone and nothing says so yet.
import fs from 'node:fs';
import { openStore } from '../../../src/store';
import { LocalCollection } from '../../../src/store/retention/collect';

async function main(): Promise<void> {
  const store = await openStore(process.argv[2] ?? '');
  const unlink = fs.unlinkSync;
  Reflect.set(fs, 'unlinkSync', (path: string) => {
    unlink(path);
    process.kill(process.pid, 'SIGKILL');
  });
  await new LocalCollection(store.local, {
    server: { namespaceId: 'here', ends: new Map() },
    nowMs: Date.now(),
    graceMs: 3_600_000,
    retentionMs: 1,
    foreignToo: false,
    dryRun: false,
  }).run();
}

void main();
