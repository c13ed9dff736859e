/**
 * Turns any value of a program into JSON text. Values without a form in JSON become objects with `$type`. Values that
 * are too large keep type and size and show a sample. The value is hostile: it may be a Proxy, and its getters may
 * throw, loop or change their minds, so nothing is read twice in one pass.
 */
import { classNameOf, functionName, isClass, leafOf, listOf } from './kinds';
import type { List } from './kinds';

export interface Serialised {
  json: string;
  /** Something was left out. */
  truncated: boolean;
}

/** How much of each part is shown. */
interface Bounds {
  /** Items of one list or object. */
  items: number;
  depth: number;
  /** Characters of one text. */
  characters: number;
}

const WHOLE: Bounds = { items: Infinity, depth: 64, characters: Infinity };

/** Tried in order until one fits: a sample of everything says more than the whole of what comes first. */
const SAMPLES: readonly Bounds[] = [
  { items: 1_000, depth: 32, characters: 10_000 },
  { items: 100, depth: 12, characters: 2_000 },
  { items: 20, depth: 8, characters: 500 },
  { items: 5, depth: 5, characters: 200 },
];

const SHORT = 200;
const quote = (text: string): string => JSON.stringify(text);

/** JSON text of the value, of about `limit` characters at most. Never throws. */
export function serialise(value: unknown, limit: number): Serialised {
  for (const bounds of [WHOLE, ...SAMPLES]) {
    const writer = new Writer(bounds, limit);
    const json = writer.write(value, '');
    if (!writer.full) return { json, truncated: writer.truncated };
  }
  // Even the smallest sample is too large: what comes first, and the size of the rest.
  const writer = new Writer(SAMPLES.at(-1) ?? WHOLE, limit);
  return { json: writer.write(value, ''), truncated: true };
}

function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Error ? error.message : error;
    return typeof message === 'string' ? message.slice(0, SHORT) : `a thrown ${typeof message}`;
  } catch {
    return 'it throws what cannot be read';
  }
}

class Writer {
  truncated = false;
  private left: number;
  /** The objects around what is written, outermost first, and the key of each in the one before. */
  private readonly around: object[] = [];
  private readonly keys: string[] = [];

  constructor(
    private readonly bounds: Bounds,
    limit: number,
  ) {
    this.left = limit;
  }

  /** The limit is used up: nothing more is read. */
  get full(): boolean {
    return this.left < 0;
  }

  private spend(text: string): string {
    this.left -= text.length + 1;
    return text;
  }

  /** An object that says what stood here; `fields` are JSON texts by name, those undefined left out. */
  private tag(type: string, fields: Record<string, string | number | undefined> = {}): string {
    this.spend(`{"$type":"${type}"}`);
    let text = `{"$type":${quote(type)}`;
    for (const [name, json] of Object.entries(fields)) {
      if (json === undefined) continue;
      this.spend(`"${name}":`);
      text += `,"${name}":${json}`;
    }
    return `${text}}`;
  }

  private cut(): void {
    this.truncated = true;
  }

  write(value: unknown, key: string): string {
    switch (typeof value) {
      case 'string':
        return this.writeText(value);
      case 'number':
        return this.writeNumber(value);
      case 'boolean':
        return this.spend(String(value));
      case 'undefined':
        return this.tag('undefined');
      case 'bigint':
      case 'symbol':
        return this.writeNamed(typeof value, String(value));
      default:
        return value === null ? this.spend('null') : this.writeObject(value as object, key);
    }
  }

  private writeText(text: string): string {
    if (text.length <= this.bounds.characters && text.length <= this.left) return this.spend(quote(text));
    this.cut();
    // A text that is longer than the whole limit is shown in a later pass.
    if (this.bounds === WHOLE) this.left = -1;
    const shown = this.spend(quote(text.slice(0, Math.max(0, Math.min(this.bounds.characters, this.left)))));
    return this.tag('string', { length: text.length, value: shown });
  }

  private writeNumber(value: number): string {
    if (Number.isFinite(value) && !Object.is(value, -0)) return this.spend(String(value));
    return this.tag('number', { value: Object.is(value, -0) ? '"-0"' : quote(String(value)) });
  }

  /** Writes a value that one text describes. The text may be long: a BigInt can have a million digits. */
  private writeNamed(type: string, text: string): string {
    const room = Math.max(SHORT, Math.min(this.bounds.characters, this.left));
    if (text.length <= room) return this.tag(type, { value: this.spend(quote(text)) });
    this.cut();
    return this.tag(type, { length: text.length, value: this.spend(quote(text.slice(0, room))) });
  }

  private writeObject(value: object, key: string): string {
    const ring = this.around.indexOf(value);
    if (ring >= 0) return this.tag('circular', { value: this.spend(quote(this.pathTo(ring))) });
    const level = this.around.length;
    this.around.push(value);
    this.keys.push(key);
    try {
      return this.describe(value, level);
    } catch (error) {
      return this.tag('unreadable', { error: this.spend(quote(messageOf(error))) });
    } finally {
      this.around.length = level;
      this.keys.length = level;
    }
  }

  private pathTo(ring: number): string {
    const keys = this.keys.slice(1, ring + 1).slice(0, 20);
    return `$${keys.map((key) => (/^\w+$/.test(key) ? `.${key}` : `[${quote(key)}]`)).join('')}`.slice(
      0,
      SHORT,
    );
  }

  private describe(value: object, depth: number): string {
    if (typeof value === 'function') {
      return this.tag(isClass(value) ? 'class' : 'function', {
        name: this.spend(quote(functionName(value))),
      });
    }
    const leaf = leafOf(value);
    if (leaf) return leaf.text === undefined ? this.tag(leaf.type) : this.writeNamed(leaf.type, leaf.text);
    const list = listOf(value);
    if (depth >= this.bounds.depth) {
      this.cut();
      return list
        ? this.tag(list.type, { [list.sizeName]: list.size })
        : this.tag(classNameOf(value) ?? 'Object');
    }
    return list ? this.writeList(list) : this.writeRecord(value);
  }

  private writeList(list: List): string {
    const parts: string[] = [];
    for (const item of list.items()) {
      if (parts.length >= this.bounds.items || this.full) break;
      const { key } = item;
      parts.push(
        'pair' in item
          ? `[${this.write(item.pair[0], key)},${this.write(item.pair[1], key)}]`
          : this.write(item.value, key),
      );
    }
    const whole = parts.length >= list.size;
    if (!whole) this.cut();
    const value = `[${parts.join(',')}]`;
    return whole && list.plain ? value : this.tag(list.type, { [list.sizeName]: list.size, value });
  }

  private writeRecord(value: object): string {
    const type = classNameOf(value);
    const json = this.ownJson(value);
    if (json) return type === undefined ? json.text : this.tag(type, { json: json.text });
    const keys = Object.keys(value);
    const isError = value instanceof Error;
    const parts: string[] = [];
    for (const key of keys) {
      if (parts.length >= this.bounds.items || this.full) break;
      parts.push(`${this.spend(quote(this.short(key)))}:${this.property(value, key)}`);
    }
    const whole = parts.length >= keys.length;
    if (!whole) this.cut();
    const fields = `{${parts.join(',')}}`;
    if (type === undefined && whole && !isError && !keys.includes('$type')) return fields;
    return this.tag(type ?? (isError ? 'Error' : 'Object'), {
      ...(isError ? this.errorFields(value) : {}),
      size: whole ? undefined : keys.length,
      value: isError && keys.length === 0 ? undefined : fields,
    });
  }

  private short(key: string): string {
    if (key.length <= Math.max(SHORT, this.bounds.characters)) return key;
    this.cut();
    return `${key.slice(0, SHORT)}…`;
  }

  /** Text of an object's own `toJSON`, called as JSON would call it. Undefined: it has none. */
  private ownJson(value: object): { text: string } | undefined {
    const toJson: unknown = Reflect.get(value, 'toJSON');
    if (typeof toJson !== 'function') return undefined;
    const answer: unknown = Reflect.apply(toJson as (key: string) => unknown, value, [
      this.keys.at(-1) ?? '',
    ]);
    return answer === value ? undefined : { text: this.write(answer, 'toJSON()') };
  }

  private errorFields(error: Error): Record<string, string> {
    const message = this.property(error, 'message');
    return Object.hasOwn(error, 'cause') ? { message, cause: this.property(error, 'cause') } : { message };
  }

  private property(value: object, key: string): string {
    let item: unknown;
    try {
      item = Reflect.get(value, key);
    } catch (error) {
      return this.tag('unreadable', { error: this.spend(quote(messageOf(error))) });
    }
    return this.write(item, key);
  }
}
