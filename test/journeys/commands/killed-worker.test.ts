import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sweepCheckouts } from '../../../src/commands/checkout';
import { markedProcesses } from '../../../src/commands/process-group';
import { bundleChild, ended, startChild } from '../../support/child';
import { FOUND_TOOLS } from '../../support/isolation';
import { plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';

const ways = [...(FOUND_TOOLS.setpriv ? [false] : []), ...(FOUND_TOOLS.bwrap ? [true] : [])];

// There is nothing that can be said of a system with neither.
(ways.length > 0 ? describe : describe.skip)('a worker that is killed', () => {
  test.each(ways)(
    'takes its command with it, and the next start clears up (bubblewrap: %s)',
    async (isolated) => {
      const folder = tempFolder('killed');
      try {
        plant(join(folder, 'app'), [{ path: 'x', text: '' }]);
        const worker = startChild(bundleChild(join(__dirname, 'killed-worker.child.ts'), folder), [
          folder,
          String(isolated),
        ]);
        const open = join(folder, 'data', 'checkouts', 'open');
        const begun = (): string | undefined =>
          (existsSync(open) ? readdirSync(open) : []).find((id) =>
            existsSync(join(open, id, 'work', 'begun')),
          );
        while (begun() === undefined) await delay(10);
        const id = begun() ?? '';
        expect(markedProcesses(id).length).toBeGreaterThan(0);
        worker.kill('SIGKILL');
        await ended(worker);
        // Under bubblewrap all goes with the worker; else the shell, and the rest with the sweep.
        if (isolated) while (markedProcesses(id).length > 0) await delay(10);
        expect(await sweepCheckouts(join(folder, 'data', 'checkouts'))).toEqual([id]);
        while (markedProcesses(id).length > 0) await delay(10);
        expect(readdirSync(open)).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
