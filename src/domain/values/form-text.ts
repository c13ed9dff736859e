/** JSON text of a form while it is written, with an account of its size. */

import { utf8Length, WHOLE, type Bounds } from './bounds';
import { classNameOf } from './kinds';
import type { ListSummary } from './table';

/** Small parts of JSON text. */

/** Characters of a message or a name that are shown. */
export const SHORT = 200;

/** A text in quotation marks. */
export const quote = (text: string): string => JSON.stringify(text);

const PATH_KEYS = 20;

/** Fields of a tag: JSON texts by name; those undefined are left out. */
export type Fields = Record<string, string | number | undefined>;

export class FormText {
  truncated = false;
  protected left: number;

  constructor(
    protected readonly bounds: Bounds,
    limit: number,
  ) {
    this.left = limit;
  }

  /** The limit is used up: nothing more is read. */
  get full(): boolean {
    return this.left < 0;
  }

  protected spend(text: string): string {
    this.left -= utf8Length(text) + 1;
    return text;
  }

  /** An object that says what stood here. */
  protected tag(type: string, fields: Fields = {}): string {
    this.spend(`{"$type":"${type}"`);
    let text = `{"$type":${quote(type)}`;
    for (const [name, json] of Object.entries(fields)) {
      if (json === undefined) continue;
      this.spend(`"${name}":`);
      text += `,"${name}":${typeof json === 'number' ? JSON.stringify(numberForm(json)) : json}`;
    }
    return `${text}}`;
  }

  protected cut(): void {
    this.truncated = true;
  }

  protected short(key: string): string {
    if (key.length <= Math.max(SHORT, this.bounds.characters) || this.bounds === WHOLE) return key;
    this.cut();
    return `${key.slice(0, Math.min(SHORT, this.bounds.characters))}…`;
  }

  protected summary({ shape, stats, columns, sampled }: ListSummary): Fields {
    const shown = columns?.slice(0, this.bounds.columns);
    const rest = (shape?.[1] ?? 0) - (shown?.length ?? 0);
    return {
      shape: shape && this.ownData(shape),
      stats: stats && this.ownData(stats),
      columns: shown && this.ownData(shown.map((one) => ({ ...one, name: this.short(one.name) }))),
      columnsOmitted: shown && rest > 0 ? rest : undefined,
      sampled,
    };
  }

  /** Data of the serialiser's own, which no bounds are put to. */
  private ownData(data: unknown): string {
    return this.spend(
      JSON.stringify(data, (_, item: unknown) => (typeof item === 'number' ? numberForm(item) : item)),
    );
  }

  protected unreadable(error: unknown): string {
    return this.tag('unreadable', { error: this.spend(quote(messageOf(error))) });
  }

  /** Class of an object that is not of the built-in class which its `$type` tells. */
  protected classOf(value: object, type: string): string | undefined {
    const name = classNameOf(value);
    return name === undefined || name === type ? undefined : this.spend(quote(name));
  }
}

/** The number, or its form where JSON has none. */
export function numberForm(value: number): number | { $type: 'number'; value: string } {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $type: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
}

export function isIndex(key: string, size: number): boolean {
  const index = Number(key);
  return String(index) === key && Number.isInteger(index) && index >= 0 && index < size;
}

/** Words of a thrown value, whatever it is. */
function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Error ? error.message : error;
    return typeof message === 'string' ? message.slice(0, SHORT) : `a thrown ${typeof message}`;
  } catch {
    return 'it throws what cannot be read';
  }
}

/** A place in a value for people, `$.rows.3`. */
export function pathText(keys: readonly string[]): string {
  const path = keys
    .slice(0, PATH_KEYS)
    .map((key) => (/^\w{1,200}$/.test(key) ? `.${key}` : `[${quote(key.slice(0, SHORT))}]`));
  return `$${path.join('')}`.slice(0, SHORT);
}
