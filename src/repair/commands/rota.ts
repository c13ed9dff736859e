export interface Turning {
  /** There is nothing to do any more. */
  readonly isDone: boolean;
  /** There is nothing to do now. */
  readonly isIdle: boolean;
  /** Its work comes after that of all others. */
  readonly isLate: boolean;
}

/** Turns of the hunt for all failing tests among those for one group each: one in so many. */
const TURNS_OF_ALL = 3;
/** Turns that a hunt for one group has before the next begins: the first of them, which prepares it, takes as long as several others. */
const TURNS_IN_A_ROW = 8;

/**
 * Hunts in turns: the first, for all failing tests, has all of them while it is early, since most programs have one mistake, and then
 * every third; the others share what is left, in their order. While one is prepared, its turns are those of the first.
 */
export class Rota<T extends Turning> {
  private turns = 0;
  private readonly had = new Map<T, number>();

  constructor(
    private readonly hunts: readonly [T, ...T[]],
    private readonly isEarly: () => boolean = () => false,
  ) {}

  get isDone(): boolean {
    return this.hunts.every((hunt) => hunt.isDone);
  }

  /** The hunt whose turn it is; undefined: a lane has nothing to do now. */
  next(): T | undefined {
    const [all, ...others] = this.hunts;
    const isTurnOfAll = this.isEarly() || this.turns % TURNS_OF_ALL === 0;
    this.turns += 1;
    const rounds = (hunt: T): number => Math.floor((this.had.get(hunt) ?? 0) / TURNS_IN_A_ROW);
    const waiting = others.filter((hunt) => !hunt.isDone).toSorted((a, b) => rounds(a) - rounds(b));
    const [first] = waiting;
    const ready = (isTurnOfAll || first?.isIdle ? [all, ...waiting] : [...waiting, all]).filter(
      (hunt) => !hunt.isIdle,
    );
    const chosen = ready.find((hunt) => !hunt.isLate) ?? ready[0];
    if (chosen) this.had.set(chosen, (this.had.get(chosen) ?? 0) + 1);
    return chosen;
  }
}
