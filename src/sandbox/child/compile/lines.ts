/** Lines and columns of offsets in one text, both from 1. */

/** A place in a text as people count: line and column from 1. */
export interface Spot {
  line: number;
  column: number;
}

export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  get count(): number {
    return this.starts.length;
  }

  at(offset: number): Spot {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }

  /** The offset of a place; one beyond the text is its end. */
  offset({ line, column }: Spot): number {
    const start = this.starts[Math.min(line, this.starts.length) - 1] ?? 0;
    return Math.min(start + column - 1, this.text.length);
  }
}
