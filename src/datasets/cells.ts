/** Types of the cells of text formats, and cells of typed formats as JSON. */

const NUMBER = /^-?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;

/** Type of a whole column of a text format. */
export type CellType = 'number' | 'boolean' | 'text';

/** Number of a cell; undefined for one that is to stay text: leading zeros, and what a number would lose digits of. */
export function numberOf(cell: string): number | undefined {
  const text = cell.trim();
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  return INTEGER.test(text) && !Number.isSafeInteger(value) ? undefined : value;
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

function booleanOf(cell: string): boolean | undefined {
  return BOOLEANS.get(cell.trim().toLowerCase());
}

/** Finds the type that all cells of a column have. Empty cells have any. */
export class ColumnType {
  private number = true;
  private boolean = true;
  private empty = true;

  add(cell: string): void {
    if (cell.trim() === '') return;
    this.empty = false;
    this.number &&= numberOf(cell) !== undefined;
    this.boolean &&= booleanOf(cell) !== undefined;
  }

  get type(): CellType {
    if (this.empty) return 'text';
    return this.number ? 'number' : this.boolean ? 'boolean' : 'text';
  }
}

/** Value of a cell of a column of this type; undefined where it has another. */
export function cellValue(cell: string | undefined, type: CellType): unknown {
  if (cell === undefined || cell === '') return null;
  if (type === 'text') return cell;
  if (cell.trim() === '') return null;
  return type === 'number' ? numberOf(cell) : booleanOf(cell);
}

const MAX_DEPTH = 32;

/**
 * Value of a typed format as JSON. Integers beyond 2^53 become text, Dates ISO text, bytes base64. In a column of
 * floats, NaN and infinities become text, which the function gets as numbers again; within lists they become null.
 */
export function plainCell(value: unknown, isFloat = false, depth = 0): unknown {
  if (value === null || value === undefined || depth > MAX_DEPTH) return null;
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : isFloat ? String(value) : null;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return plainObject(value, depth + 1);
    default:
      return null;
  }
}

function plainObject(value: object, depth: number): unknown {
  const inner = (item: unknown): unknown => plainCell(item, false, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) return [...(value as unknown as Iterable<unknown>)].map(inner);
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [String(key), inner(item)]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
}

const LONG_DIGITS = /\d{16}/;

/** Parses JSON. Integers that a number would lose digits of become text, as in every other format. */
export function parseJson(text: string): unknown {
  if (!LONG_DIGITS.test(text)) return JSON.parse(text) as unknown;
  const keep = (_: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    const loses = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return loses && source !== undefined && INTEGER.test(source) ? source : value;
  };
  return JSON.parse(text, keep) as unknown;
}
