/** Changes to a text, applied at once, and the way back from the changed text. */

const RANKS = { close: 0, lead: 1, insert: 2, replace: 3 } as const;

interface Edit {
  at: number;
  /** End of what is replaced; equal to `at` for what is only put in. */
  end: number;
  text: string;
  rank: keyof typeof RANKS;
  /** Offset in the source that the text comes from. Undefined: it is not from the source. */
  origin: number | undefined;
  order: number;
}

/** A place in the source, or none for text that was put in. */
export type Origin = number | undefined;

/** At one place: what closes comes first, inner before outer; then what leads; then what opens, outer before inner. */
function compare(left: Edit, right: Edit): number {
  if (left.at !== right.at) return left.at - right.at;
  if (left.rank !== right.rank) return RANKS[left.rank] - RANKS[right.rank];
  return left.rank === 'close' ? right.order - left.order : left.order - right.order;
}

/** Gathers changes, outer before inner. Replaced ranges must not overlap. */
export class Edits {
  private readonly edits: Edit[] = [];

  constructor(readonly source: string) {}

  get size(): number {
    return this.edits.length;
  }

  private add(at: number, end: number, text: string, rank: Edit['rank'], origin: Origin): void {
    this.edits.push({ at, end, text, rank, origin, order: this.edits.length });
  }

  /** Puts text before what begins at `at`. A stack shows it as `origin`, or not at all. */
  insert(at: number, text: string, origin?: number): void {
    this.add(at, at, text, 'insert', origin);
  }

  /** Likewise, before all that is put there by `insert`. */
  lead(at: number, text: string, origin?: number): void {
    this.add(at, at, text, 'lead', origin);
  }

  /** Puts text behind what ends at `at`. */
  close(at: number, text: string): void {
    this.add(at, at, text, 'close', undefined);
  }

  /** Puts text in place of what is there; the lines that this had are kept. */
  replace(start: number, end: number, text: string): void {
    const lines = this.source.slice(start, end).split('\n').length - text.split('\n').length;
    this.add(start, end, text + '\n'.repeat(Math.max(0, lines)), 'replace', start);
  }

  apply(): Edited {
    return new Edited(this.source, this.edits.sort(compare));
  }
}

/** The changed text. */
export class Edited {
  readonly code: string;
  /** Pieces of the text in order: where each begins, and where it comes from. */
  private pieces: { start: number; source: number | undefined; verbatim: boolean }[] | undefined;

  constructor(
    source: string,
    private readonly edits: readonly Edit[],
  ) {
    let code = '';
    let from = 0;
    for (const { at, end, text } of edits) {
      code += source.slice(from, at) + text;
      from = end;
    }
    this.code = code + source.slice(from);
  }

  private findPieces(): NonNullable<Edited['pieces']> {
    const pieces: NonNullable<Edited['pieces']> = [];
    let from = 0;
    let start = 0;
    for (const { at, end, text, origin } of this.edits) {
      if (at > from) pieces.push({ start, source: from, verbatim: true });
      start += at - from;
      if (text !== '') pieces.push({ start, source: origin, verbatim: false });
      start += text.length;
      from = end;
    }
    pieces.push({ start, source: from, verbatim: true });
    return pieces;
  }

  /** Place in the source of the character at `offset`. */
  origin(offset: number): Origin {
    const pieces = (this.pieces ??= this.findPieces());
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle]?.start ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    if (piece?.source === undefined) return undefined;
    return piece.verbatim ? piece.source + offset - piece.start : piece.source;
  }
}
