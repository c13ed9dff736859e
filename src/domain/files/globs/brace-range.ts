/** The texts of `1..5`, `01..10`, `a..e` and `1..9..2`; undefined for what is no range, or one of more than `most` texts. */
export function rangeChoices(text: string, most: number): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (numbers) {
    const [, from = '', to = '', step] = numbers;
    const width = [from, to].some((one) => /^-?0\d/.test(one)) ? Math.max(from.length, to.length) : 0;
    return steps([Number(from), Number(to)], step, most, (value) => padded(value, width));
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (!letters) return undefined;
  const [, from = '', to = '', step] = letters;
  return steps([from.charCodeAt(0), to.charCodeAt(0)], step, most, (value) => String.fromCharCode(value));
}

function steps(
  [from, to]: readonly [number, number],
  given: string | undefined,
  most: number,
  show: (value: number) => string,
): string[] | undefined {
  const step = Math.abs(Number(given ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > most) return undefined;
  return Array.from({ length: count }, (_, index) => show(from + index * step * (to < from ? -1 : 1)));
}

function padded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}
