/** Findings of one pass over a value that a further one need not read again. */
import type { ListSummary } from './table';

/** Keys of an object from which on they are kept. */
const MANY = 1_000;

export class Passes {
  private readonly summaries = new Map<object, ListSummary>();
  private readonly lists = new Map<object, readonly string[]>();

  /** Summary of a list, which reads the whole of it. */
  summary(source: object, make: () => ListSummary): ListSummary {
    const summary = this.summaries.get(source) ?? make();
    this.summaries.set(source, summary);
    return summary;
  }

  /** Enumerable own keys. */
  keys(value: object): readonly string[] {
    const known = this.lists.get(value);
    if (known) return known;
    const keys = Object.keys(value);
    if (keys.length >= MANY) this.lists.set(value, keys);
    return keys;
  }
}
