/** Summary of a declaration: the beginning of the comment right above it, or of the text that its body begins with. */

const LONGEST = 400;
const MOST_LINES = 60;
const LONGEST_LINE = 300;
const COMMENT = /^\s*(?:\/\/[/!]?|\/?\*{1,2}\/?|#(?!\[|!))/;
/** Lines between a comment and what it is about: decorators, attributes, annotations. */
const BETWEEN = /^\s*(?:@\w|#\[)/;
const DOCSTRING = /^\s*[rRuU]?("""|''')/;
/** Where descriptions end: tags, examples, headings, tables. */
const END = /^(?:@(?!link)|#{1,4}\s|```|\||!\[|<example)/;
const LEGAL = /copyright|licen[sc]e|spdx|eslint-disable|@ts-|\bMIT\b/i;

/** Lines of a file, in which summaries are looked for. */
export class Summaries {
  private readonly lines: readonly string[];

  constructor(text: string) {
    this.lines = text.split('\n');
  }

  /** Summary of what is declared at a line, from 1; undefined where nothing is said. */
  of(line: number): string | undefined {
    return this.above(line - 1) ?? this.docstring(line);
  }

  /** Summary of the file, in its first comment. */
  ofFile(): string | undefined {
    const end = this.lines
      .slice(0, MOST_LINES)
      .findIndex((line) => line !== '' && !COMMENT.test(line) && !line.startsWith('#!'));
    if (end <= 0) return this.docstring(0);
    return described(this.lines.slice(0, end).filter((line) => !line.startsWith('#!')));
  }

  private above(line: number): string | undefined {
    let end = line;
    while (end > 0 && line - end < 10 && BETWEEN.test(this.lines[end - 1] ?? '')) end -= 1;
    let start = end;
    while (start > 0 && end - start < MOST_LINES && COMMENT.test(this.lines[start - 1] ?? '')) {
      start -= 1;
      if (/^\s*\/\*/.test(this.lines[start] ?? '')) break;
    }
    return start === end ? undefined : described(this.lines.slice(start, end));
  }

  /** Text between triple quotation marks that begins at a line, from 0, or just after it. */
  private docstring(line: number): string | undefined {
    const start = [line, line + 1].find((one) => DOCSTRING.test(this.lines[one] ?? ''));
    if (start === undefined) return undefined;
    const body = this.lines
      .slice(start, start + MOST_LINES)
      .join('\n')
      .replace(DOCSTRING, '');
    const end = body.search(/"""|'''/);
    return described((end < 0 ? body : body.slice(0, end)).split('\n'));
  }
}

function described(lines: readonly string[]): string | undefined {
  const said: string[] = [];
  for (const line of lines) {
    const plain = line
      .slice(0, LONGEST_LINE)
      .replace(COMMENT, '')
      .replace(/\*\/\s*$/, '')
      .replace(/<[^>]{1,60}>|\{@link /g, ' ')
      .trim();
    if (said.length > 0 && END.test(plain)) break;
    if (plain !== '' && !END.test(plain) && !LEGAL.test(plain)) said.push(plain);
  }
  const text = said.join(' ').slice(0, LONGEST);
  return text === '' ? undefined : text;
}
