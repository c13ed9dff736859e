/** Index of terms: which files have each, and BM25 over them. */

/** Damping of a term's count and of a document's length, the usual values: others were measured to find less. */
const K1 = 2;
const B = 0.75;

interface Posting {
  readonly documents: number[];
  readonly weights: number[];
}

/** A term that is looked for, with how much it counts. */
export interface WantedTerm {
  readonly term: string;
  readonly share: number;
}

export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

export class TermIndex {
  private readonly postings = new Map<string, Posting>();
  private readonly lengths: number[] = [];
  private total = 0;

  /** Adds the next document; its number is how many there were. */
  add(terms: readonly string[], weights: readonly number[]): void {
    const document = this.lengths.length;
    let length = 0;
    for (const [index, term] of terms.entries()) {
      const weight = weights[index] ?? 0;
      let posting = this.postings.get(term);
      if (!posting) this.postings.set(term, (posting = { documents: [], weights: [] }));
      posting.documents.push(document);
      posting.weights.push(weight);
      length += weight;
    }
    this.lengths.push(length);
    this.total += length;
  }

  /** Rarity of a term: 0 where no document has it. */
  rarity(term: string): number {
    const count = this.postings.get(term)?.documents.length ?? 0;
    return count === 0 ? 0 : Math.log(1 + (this.lengths.length - count + 0.5) / (count + 0.5));
  }

  /** Documents by BM25, the best first. */
  search(wanted: readonly WantedTerm[]): ScoredDocument[] {
    const scores = new Map<number, number>();
    const mean = this.total / Math.max(1, this.lengths.length) || 1;
    for (const { term, share } of wanted) {
      const posting = this.postings.get(term);
      if (!posting) continue;
      const rarity = this.rarity(term) * share;
      posting.documents.forEach((document, index) => {
        const weight = posting.weights[index] ?? 0;
        const length = (this.lengths[document] ?? 0) / mean;
        const gain = (rarity * weight * (K1 + 1)) / (weight + K1 * (1 - B + B * length));
        scores.set(document, (scores.get(document) ?? 0) + gain);
      });
    }
    return [...scores]
      .map(([document, score]) => ({ document, score }))
      .sort((left, right) => right.score - left.score || left.document - right.document);
  }
}
