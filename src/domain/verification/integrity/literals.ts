/** A source without its comments, and its texts. */
export interface Literals {
  code: string;
  texts: string[];
}

/**
 * Reads a source once from beginning to end. A pattern that looks for the end of each text would start anew at every
 * unclosed quote.
 */
export function literalsIn(source: string, hashes: boolean): Literals {
  const texts: string[] = [];
  const kept: string[] = [];
  let from = 0;
  let at = 0;
  const skip = (to: number): void => {
    kept.push(source.slice(from, at));
    from = at = to;
  };
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '\\') at += 2;
    else if (char === '"' || char === "'" || char === '`') {
      const end = endOfText(source, at, char);
      if (source.charAt(end) === char) texts.push(source.slice(at + 1, end));
      // One that is not closed is none, and then there is no further one of its kind up to the same end.
      at = source.charAt(end) === char ? end + 1 : at + 1;
    } else if (hashes ? char === '#' : char === '/' && source.charAt(at + 1) === '/')
      skip(endOfLine(source, at));
    else if (!hashes && char === '/' && source.charAt(at + 1) === '*') skip(endOfComment(source, at));
    else at += 1;
  }
  kept.push(source.slice(from));
  return { code: kept.join(''), texts };
}

/** Offset of the closing quote; without one, of the end of the line, or of the source for a template. */
function endOfText(source: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === quote || (char === '\n' && quote !== '`')) return at;
    at += char === '\\' ? 2 : 1;
  }
  return at;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function endOfComment(source: string, from: number): number {
  const end = source.indexOf('*/', from + 2);
  return end < 0 ? source.length : end + 2;
}
