/** Texts that one range of a brace may stand for; a larger one stands for itself. */
const MOST = 1_000;

/** The texts of `1..5`, `01..10`, `a..e` and `1..9..2`; undefined for what is no range. */
export function rangeChoices(text: string): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (numbers) {
    const [, from = '', to = '', step] = numbers;
    const width = [from, to].some((one) => /^-?0\d/.test(one)) ? Math.max(from.length, to.length) : 0;
    return steps(Number(from), Number(to), step, (value) => padded(value, width));
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (!letters) return undefined;
  const [, from = '', to = '', step] = letters;
  return steps(from.charCodeAt(0), to.charCodeAt(0), step, (value) => String.fromCharCode(value));
}

function steps(
  from: number,
  to: number,
  given: string | undefined,
  show: (value: number) => string,
): string[] | undefined {
  const step = Math.abs(Number(given ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > MOST) return undefined;
  return Array.from({ length: count }, (_, index) => show(from + index * step * (to < from ? -1 : 1)));
}

function padded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}
