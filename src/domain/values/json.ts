/** Small parts of JSON text. */

/** Characters of a message or a name that are shown. */
export const SHORT = 200;

/** A text in quotation marks. */
export const quote = (text: string): string => JSON.stringify(text);

/** The number, or its form where JSON has none. */
export function numberForm(value: number): number | { $type: 'number'; value: string } {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $type: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
}

/** True if a key is that of an item. */
export function isIndex(key: string, size: number): boolean {
  const index = Number(key);
  return String(index) === key && Number.isInteger(index) && index >= 0 && index < size;
}

/** Words of a thrown value, whatever it is. */
export function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Error ? error.message : error;
    return typeof message === 'string' ? message.slice(0, SHORT) : `a thrown ${typeof message}`;
  } catch {
    return 'it throws what cannot be read';
  }
}

const PATH_KEYS = 20;

/** A place in a value for people, `$.rows.3`. */
export function pathText(keys: readonly string[]): string {
  const path = keys
    .slice(0, PATH_KEYS)
    .map((key) => (/^\w{1,200}$/.test(key) ? `.${key}` : `[${quote(key.slice(0, SHORT))}]`));
  return `$${path.join('')}`.slice(0, SHORT);
}
