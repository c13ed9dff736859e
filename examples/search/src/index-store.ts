import { tokenize } from './tokenize';

export interface Document {
  id: string;
  text: string;
}

/** Which document holds which word how often. */
export class IndexStore {
  private readonly postings = new Map<string, Map<string, number>>();
  private readonly lengths = new Map<string, number>();

  add(document: Document): void {
    if (this.lengths.has(document.id)) this.remove(document.id);
    const words = tokenize(document.text);
    this.lengths.set(document.id, words.length);
    for (const word of words) {
      const counts = this.postings.get(word) ?? new Map<string, number>();
      counts.set(document.id, (counts.get(document.id) ?? 0) + 1);
      this.postings.set(word, counts);
    }
  }

  remove(id: string): void {
    this.lengths.delete(id);
    for (const [word, counts] of this.postings) {
      counts.delete(id);
      if (counts.size === 0) this.postings.delete(word);
    }
  }

  get size(): number {
    return this.lengths.size;
  }

  lengthOf(id: string): number {
    return this.lengths.get(id) ?? 0;
  }

  /** Document ids and how often each holds the word. */
  countsOf(word: string): ReadonlyMap<string, number> {
    return this.postings.get(word) ?? new Map<string, number>();
  }
}
