/** The source without its comments; it is not parsed, so that one in a text goes as well. */
export function withoutComments(source: string): string {
  let kept = '';
  let from = 0;
  // Searched for once: where no comment closes any more, none begins.
  let closes = true;
  for (let at = source.indexOf('/'); at >= 0; at = source.indexOf('/', at)) {
    const end =
      source[at + 1] === '/'
        ? lineEnd(source, at)
        : closes && source[at + 1] === '*'
          ? blockEnd(source, at)
          : 0;
    if (end < 0) closes = false;
    if (end <= 0) at += 1;
    else {
      kept += source.slice(from, at);
      from = end;
      at = end;
    }
  }
  return kept + source.slice(from);
}

const BREAKS = /[\n\r\u2028\u2029]/g;

function lineEnd(source: string, from: number): number {
  BREAKS.lastIndex = from;
  return BREAKS.exec(source)?.index ?? source.length;
}

/** Negative where the comment does not close. */
function blockEnd(source: string, from: number): number {
  const at = source.indexOf('*/', from + 2);
  return at < 0 ? -1 : at + 2;
}
