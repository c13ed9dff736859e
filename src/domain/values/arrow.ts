/**
 * Tables and vectors of Apache Arrow, told by their shape: the library is loaded by the program, so there is no class to
 * compare with. A value that only looks like one describes itself, which any value may.
 */
import { classNameOf } from './kinds';
import type { Item, List } from './kinds';

export interface ArrowTable {
  rows: number;
  columns: { name: string; type: string; list: List }[];
}

const MAX_NAME = 100;

type Reader = { get(index: number): unknown; length: number };

function isReader(value: unknown): value is Reader {
  if (typeof value !== 'object' || value === null) return false;
  const { get, length } = value as Partial<Reader>;
  return typeof get === 'function' && typeof length === 'number' && Number.isSafeInteger(length);
}

function* items(list: Reader, size: number): Iterable<Item> {
  for (let index = 0; index < size; index++) yield { key: String(index), value: list.get(index) };
}

function listOfReader(reader: Reader, size: number): List {
  const at = (index: number): unknown => reader.get(index);
  return { type: 'Vector', size, sizeName: 'length', plain: false, at, items: () => items(reader, size) };
}

const NOTHING: Reader = { get: () => null, length: 0 };

export function vectorOf(value: object): List | undefined {
  if (classNameOf(value) !== 'Vector' || !isReader(value)) return undefined;
  return listOfReader(value, Math.max(0, value.length));
}

interface TableLike {
  numRows: unknown;
  schema?: { fields?: unknown };
  getChildAt(index: number): unknown;
}

export function tableOf(value: object): ArrowTable | undefined {
  if (classNameOf(value) !== 'Table') return undefined;
  const table = value as TableLike;
  const { numRows: rows, schema } = table;
  const fields = schema?.fields;
  if (typeof rows !== 'number' || !Number.isSafeInteger(rows) || rows < 0) return undefined;
  if (!Array.isArray(fields) || typeof table.getChildAt !== 'function') return undefined;
  const columns = fields.map((field: { name?: unknown; type?: unknown }, index) => {
    const child = table.getChildAt(index);
    return {
      name: String(field.name).slice(0, MAX_NAME),
      type: String(field.type).slice(0, MAX_NAME),
      list: listOfReader(isReader(child) ? child : NOTHING, rows),
    };
  });
  return { rows, columns };
}
