/** Characters of a line that nobody writes twice by chance. */
export const TELLING_LINE = 12;

/** A line without the blanks around it. */
export interface TextLine {
  /** From 1. */
  line: number;
  /** Offset of its first character. */
  start: number;
  text: string;
}

/** All lines of a text. */
export function linesIn(whole: string): TextLine[] {
  let offset = 0;
  return whole.split('\n').map((raw, index) => {
    const start = offset + raw.length - raw.trimStart().length;
    offset += raw.length + 1;
    return { line: index + 1, start, text: raw.trim() };
  });
}
