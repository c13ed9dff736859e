import type { Find, Span } from './spans';

/** Marks that break up a text but not its sense: colours, line ends with the next line's indent, marks without width. */
const BREAK = /\u001b\[[\d;]{0,24}[A-Za-z]|\r?\n[ \t]{0,64}|[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const COLOUR = /\u001b\[[\d;]{0,24}[A-Za-z]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Finds also what such breaks lie within or beside. `lines`: ends of lines are none of the text either. */
export function throughBreaks(find: Find, { lines }: { lines: boolean }): Find {
  const breaks = lines ? BREAK : COLOUR;
  return (text) => {
    const found = find(text);
    const gaps = [...text.matchAll(breaks)];
    if (gaps.length === 0) return found;
    return [...found, ...placed(find(text.replace(breaks, '')), gaps)];
  };
}

/** Spans of the text without its breaks, as spans of the text itself. */
function placed(spans: readonly Span[], gaps: readonly RegExpExecArray[]): Span[] {
  const ends = spans.flatMap(({ start, end }, index) => [
    { at: start, index, isStart: true },
    { at: end - 1, index, isStart: false },
  ]);
  ends.sort((one, other) => one.at - other.at);
  const found = spans.map(({ start, end }) => ({ start, end }));
  let gap = 0;
  let shift = 0;
  for (const { at, index, isStart } of ends) {
    for (let next = gaps[gap]; next && next.index - shift <= at; next = gaps[(gap += 1)])
      shift += next[0].length;
    const span = found[index];
    if (span && isStart) span.start = at + shift;
    else if (span) span.end = at + shift + 1;
  }
  return found;
}
