export interface NumberPair {
  expected: number;
  received: number;
}

const MOST_PAIRS = 6;

/** Pairs of numbers in failures, each once: the values themselves, or how often two texts repeat the character at which they differ. */
export function numberPairs(
  failures: readonly { expected?: string | undefined; received?: string | undefined }[],
): NumberPair[] {
  const pairs = new Map<string, NumberPair>();
  for (const { expected, received } of failures) {
    const [wanted, got] = runsOf(expected, received) ?? [numberOf(expected), numberOf(received)];
    const pair = { expected: wanted, received: got };
    if (Number.isFinite(pair.expected - pair.received) && pair.expected !== pair.received)
      pairs.set(`${pair.expected} ${pair.received}`, pair);
  }
  return [...pairs.values()].slice(0, MOST_PAIRS);
}

function numberOf(text = ''): number {
  return /^-?\d{1,15}(?:\.\d{1,15})?n?$/.test(text.trim()) ? Number.parseFloat(text) : NaN;
}

/** Lengths of the runs of one character, such as the blanks of a column, by whose length alone two texts part; undefined where they part otherwise. */
function runsOf(expected = '', received = ''): [number, number] | undefined {
  let at = 0;
  while (at < expected.length && expected[at] === received[at]) at += 1;
  const sign = expected[at - 1];
  if (at === expected.length || sign === undefined || /\d/.test(sign)) return undefined;
  let start = at;
  while (expected[start - 1] === sign) start -= 1;
  const endIn = (text: string): number => {
    let end = at;
    while (text[end] === sign) end += 1;
    return end;
  };
  const [wanted, got] = [endIn(expected), endIn(received)];
  const isAlike = wanted !== got && expected[wanted] === received[got];
  return isAlike ? [wanted - start, got - start] : undefined;
}

/**
 * Numbers that a literal may stand for by mistake: those that would make a product or a sum come out as the test expects, and those with
 * two neighbouring digits exchanged. The likeliest first.
 */
export function meantNumbers(value: number, pairs: readonly NumberPair[]): number[] {
  const found = pairs.flatMap(({ expected, received }) => [
    ...(received !== 0 ? [rounded((value * expected) / received)] : []),
    ...(expected !== 0 ? [rounded((value * received) / expected)] : []),
    rounded(value + expected - received),
    rounded(value - expected + received),
  ]);
  return [...new Set([...found, ...transposed(value)])].filter(
    (other) =>
      Number.isFinite(other) && other !== value && (Number.isInteger(other) || !Number.isInteger(value)),
  );
}

function transposed(value: number): number[] {
  const text = String(value);
  if (!/^[\d.]{2,15}$/.test(text)) return [];
  const swapped = Array.from(
    { length: text.length - 1 },
    (_, at) => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
  );
  return swapped.filter((other) => /^[1-9]\d*(?:\.\d+)?$/.test(other)).map(Number);
}

/** The number without the noise of binary fractions: 0.1 × 3 becomes 0.3. */
export function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Form of a value as text that a test expects: padded at its beginning, or with a number of decimals. */
export type TextForm =
  | { readonly kind: 'padded'; readonly length: number; readonly fill: string }
  | { readonly kind: 'decimals'; readonly digits: number };

const MOST_FORMS = 3;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,17})?$/;
/** Longest text that a program is likely to pad to. */
const LONGEST_PADDED = 12;

/** Forms in failures, each once: `'0200'` wanted and `'200'` received is padded to four by zeros, `'1.50'` and `1.5` has two decimals. */
export function textForms(
  failures: readonly { expected?: string | undefined; received?: string | undefined }[],
): TextForm[] {
  const forms = new Map<string, TextForm>();
  for (const { expected, received } of failures) {
    const [wanted, got] = [quotedText(expected), quotedText(received) ?? digitsOf(received)];
    if (wanted === undefined || got === undefined || wanted === got) continue;
    const decimals = decimalsOf(wanted, got);
    for (const form of decimals ? [decimals] : paddingsOf(wanted, got)) forms.set(JSON.stringify(form), form);
  }
  return [...forms.values()].slice(0, MOST_FORMS);
}

/** Text of a value that failures show in quotation marks. */
function quotedText(shown = ''): string | undefined {
  return /^(["'`])([^\n]{0,200})\1$/.exec(shown.trim())?.[2];
}

/** Digits of a number that failures show. */
function digitsOf(shown = ''): string | undefined {
  const text = shown.trim();
  return NUMBER.test(text) ? text : undefined;
}

/** The same number with other decimals, rounded or filled up. */
function decimalsOf(wanted: string, got: string): TextForm | undefined {
  const [, decimals] = /^-?\d{1,15}\.(\d{1,6})$/.exec(wanted) ?? [];
  if (decimals === undefined || !NUMBER.test(got)) return undefined;
  return Number(got).toFixed(decimals.length) === wanted
    ? { kind: 'decimals', digits: decimals.length }
    : undefined;
}

/** The first word that differs, and the whole text, where they lack zeros or blanks at their beginning. */
function paddingsOf(wanted: string, got: string): TextForm[] {
  const [parts, others] = [partsOf(wanted), partsOf(got)];
  const at = parts.length === others.length ? parts.findIndex((part, index) => part !== others[index]) : -1;
  return [padded(parts[at] ?? '', others[at] ?? ''), padded(wanted, got)].filter(
    (form) => form !== undefined,
  );
}

function partsOf(text: string): string[] {
  return text.match(/\w{1,200}|\W/g) ?? [];
}

function padded(wanted: string, got: string): TextForm | undefined {
  const fill = wanted.slice(0, wanted.length - got.length);
  // Other letters are no padding: `$5` is not 5 padded to two.
  const isPadding = /^(?:0{1,12}| {1,12})$/.test(fill) && got !== '' && wanted.endsWith(got);
  return isPadding && wanted.length <= LONGEST_PADDED
    ? { kind: 'padded', length: wanted.length, fill: fill.slice(0, 1) }
    : undefined;
}

/** Words in names of times, whose unit may be wrong. */
const TIME =
  /^(?:ms|ttl|(?:milli|micro|nano)?sec(?:ond)?s?|millis|micros|nanos|mins|minutes?|hours?|days?|timeouts?|delays?|intervals?)$/;
const FACTORS = ['* 1000', '* 60', '/ 1000', '/ 60'];

/** The code in other units, the likeliest first, if its name is one of a time; else none. */
export function otherUnits(code: string): string[] {
  const words = code.match(/[A-Z]{1,9}(?![a-z])|[A-Z]?[a-z]{1,40}/g) ?? [];
  return words.some((word) => TIME.test(word.toLowerCase()))
    ? FACTORS.map((factor) => `${code} ${factor}`)
    : [];
}
