/** How `inspect` writes primitive values. */

/** Options of `inspect`, all of them set. */
export interface InspectOptions {
  showHidden: boolean;
  depth: number | null;
  colors: boolean;
  customInspect: boolean;
  showProxy: boolean;
  maxArrayLength: number | null;
  maxStringLength: number | null;
  breakLength: number;
  compact: boolean | number;
  sorted: boolean | ((left: string, right: string) => number);
  getters: boolean | 'get' | 'set';
  numericSeparator: boolean;
}

export type Stylize = (text: string, style: string) => string;

const SHORT_ESCAPES: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  39: "\\'",
  92: '\\\\',
};

/** Characters that are escaped; the quote itself only where it is in use. */
const ESCAPED =
  /[\u0000-\u001f'\\\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  return SHORT_ESCAPES[code] ?? (code < 256 ? `\\x${hex.toUpperCase().padStart(2, '0')}` : `\\u${hex}`);
}

/** A text in quotes, of the kind that needs the fewest escapes. */
export function quoteText(text: string): string {
  let quote = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) quote = '"';
    else if (!text.includes('`') && !text.includes('${')) quote = '`';
  }
  const body = text.replace(ESCAPED, (found) =>
    found === "'" && quote !== "'" ? found : escapeCharacter(found),
  );
  return quote + body + quote;
}

/** Digits in groups of three from the right. A pattern that looks ahead to the end takes quadratic time. */
export function separateGroups(digits: string): string {
  const from = digits.startsWith('-') ? 1 : 0;
  const groups: string[] = [];
  for (let end = digits.length; end > from; end -= 3) groups.push(digits.slice(Math.max(from, end - 3), end));
  return digits.slice(0, from) + groups.reverse().join('_');
}

function separateNumber(value: number): string {
  const text = String(value);
  if (!Number.isFinite(value) || text.includes('e')) return text;
  const [whole = '', fraction] = text.split('.');
  const grouped = separateGroups(whole);
  if (fraction === undefined) return grouped;
  return `${grouped}.${fraction.replace(/(\d{3})(?=\d)/g, '$1_')}`;
}

export function showNumber(value: number, separated = false): string {
  if (Object.is(value, -0)) return '-0';
  return separated ? separateNumber(value) : String(value);
}

export function showBigInt(value: bigint, separated = false): string {
  const text = String(value);
  return `${separated ? separateGroups(text) : text}n`;
}

export function plural(count: number, noun: string): string {
  return `${count} more ${noun}${count > 1 ? 's' : ''}`;
}

interface TextContext {
  stylize: Stylize;
  options: InspectOptions;
  indentation: number;
}

/** Strings this short are never broken into lines. */
const MIN_LINE = 16;

function showString(text: string, { options, stylize, indentation }: TextContext): string {
  const limit = options.maxStringLength ?? Infinity;
  let trailer = '';
  let kept = text;
  if (text.length > limit) {
    kept = text.slice(0, limit);
    trailer = `... ${plural(text.length - limit, 'character')}`;
  }
  const long = kept.length > MIN_LINE && kept.length > options.breakLength - indentation - 4;
  if (options.compact === true || !long) return stylize(quoteText(kept), 'string') + trailer;
  const lines = kept.split(/(?<=\n)/).map((line) => stylize(quoteText(line), 'string'));
  return lines.join(` +\n${' '.repeat(indentation + 2)}`) + trailer;
}

/** `Symbol(a b)`; a description that is no plain text is quoted. */
function showSymbol(value: symbol): string {
  return String(value);
}

/** Any value that is no object. */
export function showPrimitive(value: unknown, context: TextContext): string {
  const { options, stylize } = context;
  switch (typeof value) {
    case 'string':
      return showString(value, context);
    case 'number':
      return stylize(showNumber(value, options.numericSeparator), 'number');
    case 'bigint':
      return stylize(showBigInt(value, options.numericSeparator), 'bigint');
    case 'boolean':
      return stylize(String(value), 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    case 'symbol':
      return stylize(showSymbol(value), 'symbol');
    default:
      return stylize('null', 'null');
  }
}
