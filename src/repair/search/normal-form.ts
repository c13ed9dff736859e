const NEUTRAL_SUM = /(?<=[\w)\]])[+-]0(?![\w.*/%])/g;
/** A number or a name that is added and subtracted again. */
const UNDONE_SUM =
  /(?<=[\w)\]])(?<!\b(?:return|yield|in|and|or|not)) ?(?:[+] ?(\w{1,40}) ?- ?\1|- ?(\w{1,40}) ?[+] ?\2)(?! ?[\w.*/%([])/g;
/** Numbers that are added to something one after the other: `+1-2`, and `--1`. */
const SUM =
  /(?<=[\w)\]])(?<!\b(?:return|yield|in|and|or|not)|\d[eE])(?:[+-]-?\d{1,9})+(?![\w.*/%([]|<<|>>|&(?!&))/g;
/** Languages in which `+` joins texts too: `name + 1 + 2` is no `name + 3`. */
const JOINS = /\.(?:[cm]?[jt]sx?|java)$/;
/** Languages in which `n - 2 + 1` ends the program where `n - 1` does not. */
const CHECKED = /\.rs$/;
/** A double negation; its operand lies between the match and the bracket that closes the match. */
const NEGATED_TWICE = /!\(!(?!=)|\bnot \(not (?!in\b)/g;
const NOT_NOT = /\bnot not /g;
const NEUTRAL_PRODUCT = /(?<=[\w)\]])\*1(?![\w.*/%])/g;
/** A range with its end: closed ones of Rust become open. */
const CLOSED_RANGE = /\.\.=(\w{1,80})(?![\w.(])/g;
/** Methods that say the opposite of each other. */
const OPPOSITES: Readonly<Record<string, string>> = {
  is_some: 'is_none',
  is_none: 'is_some',
  is_ok: 'is_err',
  is_err: 'is_ok',
};
const ASKED = /\.(is_some|is_none|is_ok|is_err)\(\)$/;
const SEVERAL = /&&|\|\||[=!<>]=|[<>?]/;
const SEVERAL_NEGATED = { '!': /&&|\|\||[=<>?+*/%&|^-]/, not: /\b(?:and|or|if)\b/ };
const LONGEST = 1_000;

/** A comparison of a name or a simple call with another or with a number; each side may have a number added. */
const COMPARISON =
  /(?<![\w.*/%+\-)\]])([A-Za-z_][\w.]{0,80}(?:\([^()]{0,80}\))?)([+-]\d{1,9})?(<=|>=|<|>)(?:([A-Za-z_][\w.]{0,80}(?:\([^()]{0,80}\))?)([+-]\d{1,9})?|(-?\d{1,9}))(?![\w.([*/%+-])/g;
/** Languages in which compared names are nearly always integers. */
const INTEGERS = /\.(?:go|rs|java)$/;

/**
 * A line of code in one form for all that mean the same, to tell repairs apart: `!(x.is_some())` becomes `x.is_none()`, `1..=9` becomes
 * `1..10`, `a + 1 - 2` becomes `a-1`, and `a + 0` becomes `a`.
 */
export function normalForm(line: string, path = ''): string {
  const text = line
    .slice(0, LONGEST)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(\W) ?/g, '$1')
    .replaceAll(SUM, (sum) => folded(sum, path));
  const plain = INTEGERS.test(path) ? strict(text) : text;
  return flipped(withoutDetours(plain).replaceAll(' ', ''))
    .replaceAll(NEUTRAL_SUM, '')
    .replaceAll(NEUTRAL_PRODUCT, '')
    .replaceAll(CLOSED_RANGE, (_, end: string) =>
      /^\d+$/.test(end) ? `..${Number(end) + 1}` : `..${end}+1`,
    );
}

/** Code without what it undoes itself: `x + 1 - 1`, `!(!x)` and `not not x` become `x`. */
export function withoutDetours(code: string): string {
  return negatedOnce(code).replaceAll(NOT_NOT, '').replaceAll(UNDONE_SUM, '');
}

/** Numbers of a sum as one, in the languages in which that is the same. */
function folded(sum: string, path: string): string {
  const terms = [...sum.matchAll(/([+-])(-?\d+)/g)].map(
    ([, sign, text]) => Number(text) * (sign === '-' ? -1 : 1),
  );
  let total = 0;
  let least = 0;
  for (const term of terms) {
    total += term;
    least = Math.min(least, total);
  }
  const joins = JOINS.test(path) && terms.length > 1 && !sum.includes('-');
  if (joins || (CHECKED.test(path) && least < Math.min(0, total))) return sum;
  return total === 0 ? '' : total > 0 ? `+${total}` : String(total);
}

function negatedOnce(code: string): string {
  for (const { 0: match, index } of code.matchAll(NEGATED_TWICE)) {
    const start = index + match.length;
    const close = closing(code, index + match.indexOf('('));
    const inner = code.slice(start, Math.max(start, close));
    if (close < 0 || SEVERAL_NEGATED[match.startsWith('!') ? '!' : 'not'].test(outside(inner))) continue;
    return negatedOnce(`${code.slice(0, index)}${inner}${code.slice(close + 1)}`);
  }
  return code;
}

/** Comparisons of integers by `<` and `>` alone: `x<=3` and `x+1<=4` are `x<4`. */
function strict(text: string): string {
  return text.replaceAll(
    COMPARISON,
    (
      _,
      left: string,
      added: string | undefined,
      sign: string,
      right: string | undefined,
      more: string | undefined,
      literal: string | undefined,
    ) => {
      const is = sign.length === 1 ? 0 : sign === '<=' ? 1 : -1;
      const sum = Number(literal ?? more ?? 0) - Number(added ?? 0) + is;
      const other =
        right === undefined ? String(sum) : `${right}${sum === 0 ? '' : sum > 0 ? `+${sum}` : String(sum)}`;
      return `${left}${sign.charAt(0)}${other}`;
    },
  );
}

/** The text with an opposite in place of a negation. */
function flipped(text: string): string {
  for (let at = text.indexOf('!('); at >= 0; at = text.indexOf('!(', at + 1)) {
    const close = closing(text, at + 1);
    const inner = close < 0 ? '' : text.slice(at + 2, close);
    const [asked = '', name = ''] = ASKED.exec(inner) ?? [];
    const opposite = OPPOSITES[name];
    if (opposite === undefined || SEVERAL.test(outside(inner))) continue;
    const rest = inner.slice(0, -asked.length);
    return flipped(`${text.slice(0, at)}${rest}.${opposite}()${text.slice(close + 1)}`);
  }
  return text;
}

/** Index of the bracket that closes the one at `open`; -1: none does. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function outside(text: string): string {
  let depth = 0;
  let found = '';
  for (const char of text) {
    if (char === ')') depth--;
    if (depth === 0) found += char;
    if (char === '(') depth++;
  }
  return found;
}
