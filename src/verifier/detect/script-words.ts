/** A word of a shell line: as it is written, and what it means where it holds no variable. */
export interface Word {
  raw: string;
  text: string;
}

/** One program's call in a line. */
export interface Call {
  words: Word[];
  /** True if only its failure, or nothing, leads on to the next one: the line goes on after it. */
  raw: string;
}

const SEPARATOR = /^(?:&&|\|\||[;|&\n])/;

/**
 * The calls of a script line, in order. What stands behind a pipe formats the output of what stands before it, and is
 * left out. Undefined where the line is more than calls one after another.
 */
export function callsOf(line: string): Call[] | undefined {
  const calls: Call[] = [];
  let words: Word[] = [];
  let piped = false;
  let start = 0;
  let at = 0;
  const close = (end: number): void => {
    if (words.length > 0 && !piped) calls.push({ words, raw: line.slice(start, end).trim() });
    words = [];
  };
  while (at < line.length) {
    const rest = line.slice(at);
    const [separator] = SEPARATOR.exec(rest) ?? [];
    if (separator !== undefined) {
      close(at);
      at += separator.length;
      piped = separator === '|';
      start = at;
    } else if (/^\s/.test(rest)) at += 1;
    else if (/^[()`]|^\$\(/.test(rest)) return undefined;
    else {
      const word = readWord(rest);
      if (!word) return undefined;
      words.push(word);
      at += word.raw.length;
    }
  }
  close(line.length);
  return calls;
}

function readWord(rest: string): Word | undefined {
  let text = '';
  let at = 0;
  while (at < rest.length && !/[\s;|&()]/.test(rest.charAt(at))) {
    const char = rest.charAt(at);
    if (char === '\\') {
      text += rest.charAt(at + 1);
      at += 2;
    } else if (char === "'" || char === '"') {
      const end = closing(rest, at, char);
      if (end < 0) return undefined;
      text += rest.slice(at + 1, end).replaceAll(/\\(["\\$`])/g, char === '"' ? '$1' : '\\$1');
      at = end + 1;
    } else {
      text += char;
      at += 1;
    }
  }
  return { raw: rest.slice(0, at), text };
}

function closing(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Arguments of a runner: its options, and what it is to run. */
export interface Arguments {
  options: string[];
  /** Words after the options that belong to none. */
  given: Word[];
}

export interface OptionRules {
  /** Options that take the next word. */
  valued: readonly string[];
  /** Options that are left out, with their value: reporters, watching, coverage. */
  dropped: readonly string[];
}

/** Parts options and the rest; options are kept as they are written. */
export function argumentsOf(words: readonly Word[], { valued, dropped }: OptionRules): Arguments {
  const found: Arguments = { options: [], given: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word) continue;
    if (word.text === '--') {
      found.given.push(...words.slice(at + 1));
      break;
    }
    if (!word.text.startsWith('-')) {
      found.given.push(word);
      continue;
    }
    const [name = ''] = word.text.split('=', 1);
    const next = words[at + 1];
    const takes = valued.includes(name) && !word.text.includes('=') && next !== undefined;
    if (takes) at += 1;
    const isDropped = dropped.some(
      (one) => name === one || (one.endsWith('*') && name.startsWith(one.slice(0, -1))),
    );
    if (!isDropped) found.options.push(word.raw, ...(takes && next ? [next.raw] : []));
  }
  return found;
}

/** Values that options of these names are given, as `-i x` or `--ignore=x`. */
export function valuesOf(words: readonly Word[], names: readonly string[]): string[] {
  return words.flatMap(({ text }, at) => {
    if (names.includes(text)) return words[at + 1]?.text ?? [];
    const [name = '', ...rest] = text.split('=');
    return names.includes(name) && rest.length > 0 ? [rest.join('=')] : [];
  });
}
