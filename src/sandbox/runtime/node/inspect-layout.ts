/** How `inspect` puts the parts of an object on lines. */
import { stripControl } from './ansi';
import type { InspectOptions } from './inspect-text';

export type Kind = 'object' | 'array';

export interface Layout {
  options: InspectOptions;
  indentation: number;
  /** Level of the object that was shown last: how deep the one to lay out goes. */
  deepest: number;
}

const ZERO_WIDTH =
  /[\u0000-\u001f\u007f-\u009f\u0300-\u036f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]|[\u{e0100}-\u{e01ef}]/gu;
const FULL_WIDTH =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b001}\u{1f200}-\u{1f251}\u{1f300}-\u{1f64f}\u{20000}-\u{3fffd}]/gu;

/** Columns of a text in a terminal. */
export function widthOf(text: string, colors: boolean): number {
  const plain = colors ? stripControl(text) : text;
  if (/^[\u0020-\u007e]*$/.test(plain)) return plain.length;
  const visible = plain.normalize('NFC').replace(ZERO_WIDTH, '');
  return [...visible].length + [...visible.matchAll(FULL_WIDTH)].length;
}

const SEPARATOR = 2;
const MAX_COLUMNS = 15;

/** More than six items of a list go in columns of equal width, where that saves lines. */
function groupItems(items: readonly string[], layout: Layout, list: ArrayLike<unknown>): string[] {
  const { options } = layout;
  const limit = options.maxArrayLength ?? Infinity;
  // The last item may say how many more there are.
  const count = limit < items.length ? items.length - 1 : items.length;
  const widths = items.slice(0, count).map((item) => widthOf(item, options.colors));
  const longest = Math.max(...widths);
  const total = widths.reduce((sum, width) => sum + width + SEPARATOR, 0);
  const cell = longest + SEPARATOR;
  const fits = cell * 3 + layout.indentation < options.breakLength;
  if (!fits || !(total / cell > 5 || longest <= 6)) return [...items];
  const bias = Math.max(cell - 3 - Math.sqrt(cell - total / items.length), 1);
  const columns = Math.min(
    Math.round(Math.sqrt(2.5 * bias * count) / bias),
    Math.floor((options.breakLength - layout.indentation) / cell),
    Number(options.compact) * 4,
    MAX_COLUMNS,
  );
  if (columns <= 1) return [...items];
  const rows = toRows(items, widths, columns, alignsRight(items.length, list));
  if (count < items.length) rows.push(items[count] ?? '');
  return rows;
}

/** Numbers stand below each other by their last digit. */
function alignsRight(length: number, list: ArrayLike<unknown>): boolean {
  for (let index = 0; index < length; index++) {
    if (typeof list[index] !== 'number' && typeof list[index] !== 'bigint') return false;
  }
  return true;
}

function toRows(
  items: readonly string[],
  widths: readonly number[],
  columns: number,
  right: boolean,
): string[] {
  const columnWidths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...widths.filter((_width, index) => index % columns === column)),
  );
  const rows: string[] = [];
  for (let start = 0; start < widths.length; start += columns) {
    const end = Math.min(start + columns, widths.length);
    let row = '';
    for (let index = start; index < end; index++) {
      const item = items[index] ?? '';
      const last = index === end - 1;
      const gap = (columnWidths[index - start] ?? 0) - (widths[index] ?? 0);
      const text = last ? item : `${item}, `;
      row += right ? ' '.repeat(gap) + text : text + (last ? '' : ' '.repeat(gap));
    }
    rows.push(row);
  }
  return rows;
}

function fitsOnLine(parts: readonly string[], start: number, base: string, options: InspectOptions): boolean {
  let total = parts.length + start;
  if (total + parts.length > options.breakLength) return false;
  for (const part of parts) total += options.colors ? stripControl(part).length : part.length;
  return total <= options.breakLength && !base.includes('\n');
}

/** The text of an object from its parts; `level` is how deep it lies. */
export function layOut(
  parts: string[],
  base: string,
  [open, close]: readonly [string, string],
  kind: Kind,
  level: number,
  layout: Layout,
  list: ArrayLike<unknown>,
): string {
  const { options } = layout;
  const head = base === '' ? '' : `${base} `;
  const indent = `\n${' '.repeat(layout.indentation)}`;
  if (options.compact === true) {
    if (fitsOnLine(parts, 0, base, options))
      return `${open}${base === '' ? '' : ` ${base}`} ${parts.join(', ')} ${close}`;
    const lead =
      base === '' && open.length === 1 ? ' ' : `${base === '' ? '' : ` ${base}`}\n${indent.slice(1)}  `;
    return `${open}${lead}${parts.join(`,${indent}  `)} ${close}`;
  }
  let lines = parts;
  if (typeof options.compact === 'number' && options.compact >= 1) {
    if (kind === 'array' && parts.length > 6) lines = groupItems(parts, layout, list);
    if (layout.deepest - level < options.compact && lines.length === parts.length) {
      const start = lines.length + layout.indentation + open.length + base.length + 10;
      if (fitsOnLine(lines, start, base, options)) {
        const joined = lines.join(', ');
        if (!joined.includes('\n')) return `${head}${open} ${joined} ${close}`;
      }
    }
  }
  return `${head}${open}${indent}  ${lines.join(`,${indent}  `)}${indent}${close}`;
}
