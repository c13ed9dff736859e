/** A place in a text that only moves on, so that reading takes linear time. */
export class ShellCursor {
  at = 0;
  /** The first problem that was met. */
  problem: string | undefined;

  constructor(protected readonly text: string) {}

  /** The character that is next; empty at the end. */
  peek(): string {
    return this.text[this.at] ?? '';
  }

  startsWith(mark: string): boolean {
    return this.text.startsWith(mark, this.at);
  }

  /** Takes the first of the marks that stands here. */
  take(marks: readonly string[]): string {
    const mark = marks.find((one) => this.startsWith(one)) ?? '';
    this.at += mark.length;
    return mark;
  }

  note(problem: string): void {
    this.problem ??= problem;
  }

  /** Notes a problem that nothing can be read behind. */
  giveUp(problem: string): void {
    this.note(problem);
    this.at = this.text.length;
  }

  skipAll(chars: string): void {
    while (this.at < this.text.length && chars.includes(this.peek())) this.at += 1;
  }

  skipName(): void {
    while (/\w/.test(this.peek())) this.at += 1;
  }

  /** Goes to the next mark, or to the end. */
  skipTo(mark: string): void {
    const found = this.text.indexOf(mark, this.at);
    this.at = found < 0 ? this.text.length : found;
  }

  /** The text up to a closing mark, and goes behind it. */
  upTo(mark: string): string {
    const from = this.at;
    this.skipTo(mark);
    const taken = this.text.slice(from, this.at);
    if (this.peek() === '') this.note('a quote is not closed');
    this.at += 1;
    return taken;
  }

  /** The same where a backslash keeps a mark from closing. */
  skipEscaped(mark: string): string {
    const from = this.at;
    while (this.at < this.text.length && this.peek() !== mark) this.at += this.peek() === '\\' ? 2 : 1;
    const taken = this.text.slice(from, this.at);
    if (this.peek() === '') this.note('a quote is not closed');
    this.at += 1;
    return taken;
  }
}
