import { setTimeout as delay } from 'node:timers/promises';
import { folderPrint } from '../../../workspace/io';
import { plural } from '../../../domain/text';
import type { GateHandle } from '../../gate-handle';

/** Has the files of a guard kept from time to time while they change. */
export function keepTurns(
  gate: Pick<GateHandle, 'keep'>,
  work: string,
  everyMs: number,
): { stop(): Promise<void> } {
  const over = new AbortController();
  const { signal } = over;
  const startedMs = performance.now();
  const keep = async (): Promise<void> => {
    let last = await print(work);
    // The first message has the baseline measured while the command works; few files have changed by then.
    await gate.keep('just after the start').catch(() => undefined);
    for (;;) {
      await delay(everyMs, undefined, { signal });
      const now = await print(work);
      if (now === undefined || now === last) continue;
      last = now;
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      // A service that is away costs one checkpoint, not the command.
      await gate.keep(`${plural(seconds, 'second')} after the start`).catch(() => undefined);
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    stop: async () => {
      over.abort();
      await kept;
    },
  };
}

/** Undefined where files come and go under the look: the next one sees more. */
function print(work: string): Promise<string | undefined> {
  return folderPrint(work).catch(() => undefined);
}
