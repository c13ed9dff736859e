/** Order in which runs get what all of them wait for: whoever began earlier is served first, so that 100 runs do not all end at the end. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Lru } from './lru';

/** Runs whose turn is remembered: more than are at work at once. */
const REMEMBERED = 10_000;

const scope = new AsyncLocalStorage<number>();

/** Turns of runs in the order in which this process first meets them. */
export class Turns {
  private readonly known = new Lru<string, number>(REMEMBERED);
  private last = 0;

  /** Runs work in the turn of a run. The turn follows the call chain, as a signal does. */
  within<T>(run: string, work: () => T): T {
    let turn = this.known.get(run);
    if (turn === undefined) {
      turn = this.last += 1;
      this.known.set(run, turn);
    }
    return scope.run(turn, work);
  }
}

/** The turn of the present call chain; work of no run comes first. */
export function presentTurn(): number {
  return scope.getStore() ?? 0;
}

/** Puts an entry into a queue, behind those of its own turn and of earlier ones. */
export function enqueue<T extends { turn: number }>(queue: T[], entry: T): void {
  const later = queue.findIndex(({ turn }) => turn > entry.turn);
  queue.splice(later < 0 ? queue.length : later, 0, entry);
}
