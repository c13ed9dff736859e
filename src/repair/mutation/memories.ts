import { Lru } from '../../machine/lru';

/** Programs whose failed edits are remembered. */
const MOST = 8;

/**
 * Edits known to fail, by program and target, for the rounds of one run on one worker. Forgetting costs time and
 * changes no answer, so it is kept in memory only.
 */
export class Memories {
  private readonly programs = new Lru<string, Map<string, Set<string>>>(MOST);

  /** Target → keys of failed edits, of the program that `key` names. */
  of(key: string): Map<string, Set<string>> {
    return this.programs.getOr(key, () => new Map());
  }
}
