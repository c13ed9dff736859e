/** Notes where the program or its tests ask for chance or time: what they get may differ from run to run. */
import type { RuntimeEvent } from '../runtime-protocol';

/** Askings of each source whose places are looked up; a stack takes longer than a random number. */
const MOST_LOOKS = 100;

/**
 * Timers alone are not noted: the clock of a run jumps, so they fire in the order of their times. A clock that a test faked
 * is not noted either.
 */
export class ChanceUses {
  private readonly looks = new Map<string, number>();
  private readonly told = new Set<string>();

  constructor(private readonly report: (event: RuntimeEvent) => void) {}

  /** `what` as people know it: `Math.random`. */
  note(what: string): void {
    const looks = (this.looks.get(what) ?? 0) + 1;
    if (looks > MOST_LOOKS) return;
    this.looks.set(what, looks);
    const stack = new Error().stack ?? '';
    if (this.told.has(what + stack)) return;
    this.told.add(what + stack);
    this.report({ e: 'chance', what, stack });
  }

  /** The function, each call of which is noted. It looks like the built-in. */
  noting(what: string, original: () => number): () => number {
    return new Proxy(original, {
      apply: () => {
        this.note(what);
        return original();
      },
    });
  }
}
