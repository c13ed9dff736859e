import { keyOf, type Level } from './levels';
import { joinLines, splitLines, type LinedText, type TextLine } from './lines';
import { indentStyle, type IndentStyle } from './reindent';
import { isBlank } from './whitespace';

/** A file's lines, with what is asked of them again and again. */
export class FileText {
  private split: LinedText | undefined;
  private readonly known = new Map<Level, readonly string[]>();
  private solidLines: readonly number[] | undefined;
  private ownStyle: IndentStyle | undefined;

  constructor(private readonly text: string) {}

  get mark(): string {
    return this.lined.mark;
  }

  get lines(): readonly TextLine[] {
    return this.lined.lines;
  }

  /** Made when it is first asked for: an edit that stands letter for letter needs no lines. */
  private get lined(): LinedText {
    this.split ??= splitLines(this.text);
    return this.split;
  }

  /** Keys that lines are compared by, one per line. */
  keys(level: Level): readonly string[] {
    let keys = this.known.get(level);
    if (!keys) {
      const raw = ({ text, end }: TextLine): string => (end === '\r\n' ? `${text}\r` : text);
      keys = this.lines.map((line) => keyOf(level, level === 'exact' ? raw(line) : line.text));
      this.known.set(level, keys);
    }
    return keys;
  }

  /** Numbers (from 0) of the lines that are not blank. */
  get solid(): readonly number[] {
    this.solidLines ??= this.lines.flatMap(({ text }, index) => (isBlank(text) ? [] : [index]));
    return this.solidLines;
  }

  get style(): IndentStyle {
    this.ownStyle ??= indentStyle(this.lines.map(({ text }) => text));
    return this.ownStyle;
  }

  /** The text of a line; empty beyond the ends. */
  textAt(line: number): string {
    return this.lines[line]?.text ?? '';
  }

  /** Line ending near a place: of the line itself, of those before it, of the next; `\n` in an empty file. */
  endNear(line: number): string {
    for (let at = Math.min(line, this.lines.length - 1); at >= 0; at -= 1) {
      const end = this.lines[at]?.end;
      if (end) return end;
    }
    return this.lines[line + 1]?.end || '\n';
  }

  /** The text with other lines. */
  withLines(lines: TextLine[], mark = this.mark): string {
    return joinLines({ mark, lines });
  }
}
