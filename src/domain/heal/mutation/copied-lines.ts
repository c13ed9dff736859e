/** Characters of a line that nobody writes twice by chance. */
const TELLING_LINE = 12;

/** A line without the blanks around it. */
export interface TextLine {
  /** From 1. */
  line: number;
  /** Offset of its first character. */
  start: number;
  text: string;
}

/** Lines of a text that stand in it more than once: the number of each → all that say the same, itself among them. */
export function copiedLines(whole: string): ReadonlyMap<number, readonly TextLine[]> {
  const alike = new Map<string, TextLine[]>();
  let offset = 0;
  whole.split('\n').forEach((raw, index) => {
    const text = raw.trim();
    const line = { line: index + 1, start: offset + raw.length - raw.trimStart().length, text };
    offset += raw.length + 1;
    if (text.length < TELLING_LINE) return;
    const others = alike.get(text);
    if (others) others.push(line);
    else alike.set(text, [line]);
  });
  const repeated = [...alike.values()].filter(({ length }) => length > 1);
  return new Map(repeated.flatMap((lines) => lines.map(({ line }) => [line, lines] as const)));
}
