// Keeps trees of its own runs in a store that others use and collect, and tells which trees they name, and which are over.
import type { TreeHash } from '../../../src/domain/ids';
import { openStore } from '../../../src/store';
import { BusyRun, readTrees, seeded, type Timing } from '../../support/busy-runs';

export interface Told {
  run: string;
  named: TreeHash[];
  over: boolean;
}

async function main(): Promise<void> {
  const [folder = '', seed = '0', untilMs = '0', timing = ''] = process.argv.slice(2);
  const given = JSON.parse(timing) as Timing;
  const store = await openStore(folder, { leaseFreshMs: given.leaseFreshMs });
  const random = seeded(Number(seed));
  for (let count = 0; Date.now() < Number(untilMs); count += 1) {
    const run = new BusyRun(`run-${seed}-${count}`, store, given, random);
    for (let tree = 0; tree < 8 && Date.now() < Number(untilMs); tree += 1) await run.keepTree();
    // While it is open all that it names is there.
    await readTrees(store, run.named);
    const told: Told = { run: run.run, named: run.named, over: random() < 0.5 };
    process.send?.(told);
  }
  await store.close();
  process.disconnect();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)} ${String((error as Error).cause)}\n`);
  process.exit(1);
});
