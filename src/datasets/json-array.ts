/** Cuts the text of a JSON array into the texts of its elements, so that it is never held whole. */

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

/** Takes text in pieces. Throws `SyntaxError`; elements themselves are not checked. */
export class ArrayCutter {
  private depth = 0;
  private inText = false;
  private escaped = false;
  private parts: string[] = [];
  private length = 0;
  private elements = 0;
  private ended = false;

  constructor(private readonly longest: number) {}

  /** Elements that the piece completes. */
  *add(piece: string): Iterable<string> {
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.inText) {
        this.passText(code);
        continue;
      }
      if (code === QUOTE) this.inText = true;
      else if (OPEN.has(code)) {
        if (this.depth++ === 0) start = this.begin(piece, start, at);
      } else if (CLOSE.has(code)) {
        if (--this.depth > 0) continue;
        yield* this.finish(piece.slice(start, at));
        start = at + 1;
      } else if (code === COMMA && this.depth === 1) {
        yield this.element(piece.slice(start, at));
        start = at + 1;
      }
    }
    this.keep(piece.slice(start));
  }

  private passText(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inText = false;
  }

  private begin(piece: string, start: number, at: number): number {
    if (this.ended || piece.slice(start, at).trim() !== '' || piece[at] !== '[')
      throw new SyntaxError('there is text after its end');
    return at + 1;
  }

  private keep(text: string): void {
    if (this.depth === 0 && text.trim() !== '') throw new SyntaxError('there is text after its end');
    this.measure(text);
    if (this.depth > 0) this.parts.push(text);
  }

  private measure(text: string): void {
    this.length += text.length;
    if (this.length > this.longest)
      throw new SyntaxError(`element ${this.elements + 1} has more than ${this.longest} characters`);
  }

  private element(text: string): string {
    this.measure(text);
    const whole = [...this.parts, text].join('');
    this.parts = [];
    this.length = 0;
    this.elements++;
    if (whole.trim() === '') throw new SyntaxError(`element ${this.elements} is missing`);
    return whole;
  }

  private *finish(text: string): Iterable<string> {
    this.ended = true;
    const isEmpty = this.elements === 0 && [...this.parts, text].join('').trim() === '';
    if (!isEmpty) yield this.element(text);
    this.parts = [];
    this.length = 0;
  }

  /** Throws where the array was not closed. */
  end(): void {
    if (!this.ended || this.inText) throw new SyntaxError('its end is missing');
  }
}
