/** Work that is done turn by turn. */
export interface Turning {
  /** There is nothing to do any more. */
  readonly isDone: boolean;
  /** There is nothing to do now. */
  readonly isIdle: boolean;
}

/** Turns of the hunt for all failing tests among those for one group each: one in so many. */
const TURNS_OF_ALL = 3;

/**
 * Hunts in turns: the first, for all failing tests, has all of them while it is early, since most programs have one mistake, and then
 * every third; the others share what is left.
 */
export class Rota<T extends Turning> {
  private turns = 0;
  private turnsOfOthers = 0;

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
    const from = others.length > 0 ? this.turnsOfOthers % others.length : 0;
    const waiting = [...others.slice(from), ...others.slice(0, from)];
    const chosen = (isTurnOfAll ? [all, ...waiting] : [...waiting, all]).find((hunt) => !hunt.isIdle);
    if (chosen && chosen !== all) this.turnsOfOthers = others.indexOf(chosen) + 1;
    return chosen;
  }
}
