import type { CodeRange } from '../../navigation/types';

/** Lines of a text: offsets to places and back. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  range(start: number, end: number): CodeRange {
    const from = this.place(start);
    const to = this.place(end);
    return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
  }

  /** Offset of a line and a column from 1; undefined outside of the text. */
  offset(line: number, column: number): number | undefined {
    const start = this.starts[line - 1];
    const offset = (start ?? 0) + column - 1;
    return start !== undefined && offset <= (this.starts[line] ?? this.text.length) ? offset : undefined;
  }

  private place(offset: number): { line: number; column: number } {
    let low = 0;
    for (let high = this.starts.length - 1; low < high;) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}
