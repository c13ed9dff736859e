/** Tables of `each` and `for`, read and titled as vitest does. */
import { format, inspect } from '../node/inspect';

/** A row: its title, and what `each` and `for` give to the function. */
export interface Row {
  title: string;
  /** Arguments of `each`: the items of a row that is an array. */
  items: unknown[];
  /** The row as it was written. */
  whole: unknown;
}

/** The value at a path like `user.name`. */
function valueAt(holder: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value == null ? undefined : (value as Record<string, unknown>)[key]),
      holder,
    );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Title of a row: `%s` and the like take its items in turn, `$name` a property, `%#` and `%$` its number. */
export function titleOf(template: string, items: readonly unknown[], index: number): string {
  const numbered = template
    .replace(/%%/g, '\0')
    .replace(/%#/g, String(index))
    .replace(/%\$/g, String(index + 1))
    .replace(/\0/g, '%%');
  const places = numbered.split('%').length - 1;
  const formatted = format(numbered, ...items.slice(0, places));
  const [first] = items;
  return formatted.replace(/\$([$\w.]+)/g, (whole, key: string) => {
    if (/^\d+$/.test(key)) return inspect(items[Number(key)]);
    return isObject(first) ? inspect(valueAt(first, key)) : whole;
  });
}

/** Rows of a tagged template: its first line names the columns. */
function templateRows(strings: readonly string[], values: readonly unknown[]): object[] {
  const names = (strings[0] ?? '')
    .trim()
    .split('|')
    .map((name) => name.trim());
  const rows: object[] = [];
  for (let at = 0; at < values.length; at += names.length) {
    rows.push(Object.fromEntries(names.map((name, column) => [name, values[at + column]])));
  }
  return rows;
}

/** Reads what `each` or `for` was given. Throws when it is no table. */
export function readRows(title: string, table: unknown, data: readonly unknown[]): Row[] {
  if (!Array.isArray(table)) throw new TypeError('`.each` needs an array or a tagged template.');
  const isTemplate = data.length > 0 && Object.hasOwn(table, 'raw');
  const rows = isTemplate ? templateRows(table as string[], data) : (table as unknown[]);
  return rows.map((whole, index) => {
    const items = Array.isArray(whole) ? (whole as unknown[]) : [whole];
    return { title: titleOf(title, items, index), items, whole };
  });
}
