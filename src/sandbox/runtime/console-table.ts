/** Draws the table of `console.table`. */
import { inspect } from './node/inspect';

/** More rows than this are left out. */
const MAX_ROWS = 1_000;
const MAX_COLUMNS = 50;

interface Row {
  index: string;
  cells: Map<string, string>;
  /** Text of a row that is no object. */
  value: string | undefined;
}

function show(value: unknown): string {
  return inspect(value, { depth: 0 });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function rowOf(index: string, value: unknown, columns: readonly string[] | undefined): Row {
  const cells = new Map<string, string>();
  if (!isObject(value)) return { index, cells, value: show(value) };
  for (const key of Object.keys(value).slice(0, MAX_COLUMNS)) {
    if (!columns || columns.includes(key)) cells.set(key, show((value as Record<string, unknown>)[key]));
  }
  return { index, cells, value: undefined };
}

function rowsOf(data: object, columns: readonly string[] | undefined): Row[] {
  const entries: [string, unknown][] =
    data instanceof Map
      ? [...data].map(([key, value], index) => [
          String(index),
          { Key: key as unknown, Values: value as unknown },
        ])
      : data instanceof Set
        ? [...data].map((value, index) => [String(index), value as unknown])
        : Object.entries(data);
  return entries.slice(0, MAX_ROWS).map(([index, value]) => rowOf(index, value, columns));
}

/** Lines around cells of equal width. */
function draw(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const fill = (cells: readonly string[]): string =>
    `│ ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' │ ')} │`;
  return [line('┌', '┬', '┐'), fill(head), line('├', '┼', '┤'), ...rows.map(fill), line('└', '┴', '┘')].join(
    '\n',
  );
}

/** Text of a table; undefined for what is none. */
export function drawTable(data: unknown, columns?: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const chosen = Array.isArray(columns) ? columns.map(String) : undefined;
  const rows = rowsOf(data, chosen);
  const names = chosen ?? [...new Set(rows.flatMap((row) => [...row.cells.keys()]))].slice(0, MAX_COLUMNS);
  const hasValues = rows.some((row) => row.value !== undefined);
  const head = ['(index)', ...names, ...(hasValues ? ['Values'] : [])];
  const lines = rows.map((row) => [
    row.index,
    ...names.map((name) => row.cells.get(name) ?? ''),
    row.value ?? '',
  ]);
  return draw(head, lines);
}
