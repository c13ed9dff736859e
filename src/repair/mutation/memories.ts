/** Programs whose failed edits are remembered. */
const MOST = 8;

/**
 * Edits known to fail, by program and target, for the rounds of one run on one worker. Forgetting costs time and
 * changes no answer, so it is kept in memory only.
 */
export class Memories {
  private readonly programs = new Map<string, Map<string, Set<string>>>();

  /** Target → keys of failed edits, of the program that `key` names. */
  of(key: string): Map<string, Set<string>> {
    const known = this.programs.get(key) ?? new Map<string, Set<string>>();
    this.programs.delete(key);
    this.programs.set(key, known);
    for (const oldest of this.programs.keys()) {
      if (this.programs.size <= MOST) break;
      this.programs.delete(oldest);
    }
    return known;
  }
}
