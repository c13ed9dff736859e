/** Form that a test wants of a value as text: padded at its beginning, or with so many decimals. */
export type TextForm =
  | { readonly kind: 'padded'; readonly length: number; readonly fill: string }
  | { readonly kind: 'decimals'; readonly digits: number };

const MOST_FORMS = 3;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,17})?$/;
/** Longest text that a program is likely to pad to. */
const LONGEST_PADDED = 12;

/** Forms that failures tell of, each once: `'0200'` wanted and `'200'` received is padded to four by zeros, `'1.50'` and `1.5` has two decimals. */
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
