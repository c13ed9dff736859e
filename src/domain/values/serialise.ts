/**
 * Turns any value of a program into JSON text of bounded size; docs/result-format.md holds the form. The value is hostile:
 * it may be a Proxy, and its getters may throw, loop or change their minds, so a pass reads nothing twice, and the caller
 * limits its time. The text is written here, never by the value: what a value says of itself stands inside of what it is.
 */
/** One pass over a value: writes it as JSON text within bounds. */
/** Findings of one pass over a value that a further one need not read again. */

import { DEFAULT_LIMIT, MIN_LIMIT, SAMPLES, utf8Length, WHOLE, tailOf, type Bounds } from './bounds';
import { tableOf, vectorOf, type ArrowTable } from './arrow';
import {
  classNameOf,
  functionName,
  isClass,
  isError,
  leafOf,
  listOf,
  unboxed,
  type Item,
  type List,
} from './kinds';
import { isIndex, numberForm, pathText, quote, SHORT, FormText, type Fields } from './form-text';
import { summarise, tableSummary, type ListSummary } from './table';

/** Keys of an object from which on they are kept. */
const MANY = 1_000;

class Passes {
  private readonly summaries = new Map<object, ListSummary>();
  private readonly lists = new Map<object, readonly string[]>();

  /** Summary of a list, which reads the whole of it. */
  summary(source: object, make: () => ListSummary): ListSummary {
    const summary = this.summaries.get(source) ?? make();
    this.summaries.set(source, summary);
    return summary;
  }

  /** Enumerable own keys. */
  keys(value: object): readonly string[] {
    const known = this.lists.get(value);
    if (known) return known;
    const keys = Object.keys(value);
    if (keys.length >= MANY) this.lists.set(value, keys);
    return keys;
  }
}

/** Items below which holes are written as such. */
const MIN_SIZE = 1_000;
const PROBES = 64;
const MAX_FOUND = 4;

/** Items up to which an array is searched for properties that are no items. */
const MAX_SEARCHED = 1_000;

class Writer extends FormText {
  /** The objects around what is written, outermost first, and the key of each in the one before. */
  private readonly around: object[] = [];
  private readonly keys: string[] = [];

  constructor(
    bounds: Bounds,
    limit: number,
    private readonly passes: Passes,
  ) {
    super(bounds, limit);
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
    const room = Math.max(0, Math.min(this.bounds.characters, this.left));
    const end = Math.floor(room / 4);
    const head = text.slice(0, room - end);
    const tail = text.slice(text.length - end);
    return this.tag('string', {
      length: text.length,
      head: this.spend(quote(head)),
      tail: this.spend(quote(tail)),
      omitted: text.length - head.length - tail.length,
    });
  }

  private writeNumber(value: number): string {
    return this.spend(JSON.stringify(numberForm(value)));
  }

  /** Writes a value that one text describes. The text may be long: a BigInt can have a million digits. */
  private writeNamed(type: string, text: string): string {
    const room = Math.max(SHORT, Math.min(this.bounds.characters, this.left));
    if (text.length <= room) return this.tag(type, { value: this.spend(quote(text)) });
    this.cut();
    const shown = text.slice(0, Math.min(SHORT, this.bounds.characters));
    const omitted = text.length - shown.length;
    return this.tag(type, { length: text.length, head: this.spend(quote(shown)), omitted });
  }

  private writeObject(value: object, key: string): string {
    const ring = this.around.indexOf(value);
    if (ring >= 0) {
      const path = this.spend(quote(this.pathTo(ring)));
      return this.tag('circular', { up: this.around.length - ring, path });
    }
    const level = this.around.length;
    this.around.push(value);
    this.keys.push(key);
    try {
      return this.describe(value, level);
    } catch (error) {
      return this.unreadable(error);
    } finally {
      this.around.length = level;
      this.keys.length = level;
    }
  }

  private pathTo(ring: number): string {
    return pathText(this.keys.slice(1, ring + 1));
  }

  private describe(value: object, depth: number): string {
    if (typeof value === 'function') {
      const name = this.spend(quote(functionName(value)));
      return this.tag(isClass(value) ? 'class' : 'function', { name });
    }
    const leaf = leafOf(value);
    if (leaf) return leaf.text === undefined ? this.tag(leaf.type) : this.writeNamed(leaf.type, leaf.text);
    const inner = unboxed(value);
    if (inner !== undefined) return this.tag('boxed', { value: this.write(inner, 'value') });
    const list = listOf(value) ?? vectorOf(value);
    if (list) return this.writeList(value, list, depth);
    const table = depth < this.bounds.depth ? tableOf(value) : undefined;
    return table ? this.writeTable(value, table) : this.writeRecord(value, depth);
  }

  private writeList(value: object, list: List, depth: number): string {
    const name = this.classOf(value, list.type);
    const isShown = depth < this.bounds.depth;
    if (isShown && list.type === 'Array' && isSparse(list, value)) return this.writeSparse(value, list, name);
    if (this.isTooLong(list)) this.left = -1;
    else if (isShown && list.size <= this.bounds.items) {
      const whole = this.writeWhole(value, list, name);
      if (whole !== undefined) return whole;
    }
    this.cut();
    const size = { [list.sizeName]: list.size };
    if (!isShown || this.full) {
      return this.tag(list.type, { ...size, class: name, omitted: list.size });
    }
    return this.tag(list.type, {
      ...size,
      class: name,
      ...this.sample(list),
      ...this.summary(this.passes.summary(value, () => summarise(list))),
    });
  }

  /** True in the pass that writes everything if the items can't all find room. */
  private isTooLong({ size }: Pick<List, 'size'>): boolean {
    return this.bounds === WHOLE && size * 2 > this.left;
  }

  /** All items; undefined where there turn out to be fewer than the list says, or the limit is used up. */
  private writeWhole(value: object, list: List, name: string | undefined): string | undefined {
    const parts: string[] = [];
    for (const item of list.items()) {
      // A list that grows while it is read is never whole.
      if (this.full || parts.length >= list.size) return undefined;
      parts.push(this.writeItem(item, value, list));
    }
    if (parts.length < list.size) return undefined;
    const items = `[${parts.join(',')}]`;
    const properties = this.properties(value, list);
    if (list.plain && name === undefined && properties === undefined) return items;
    return this.tag(list.type, { [list.sizeName]: list.size, class: name, value: items, properties });
  }

  private writeItem(item: Item, value: object, list: List): string {
    if ('pair' in item)
      return `[${this.write(item.pair[0], item.key)},${this.write(item.pair[1], item.key)}]`;
    if (item.value === undefined && list.type === 'Array' && !Object.hasOwn(value, item.key))
      return this.tag('hole');
    return this.write(item.value, item.key);
  }

  /** Properties of an array that are no items, such as `index` of a match. */
  private properties(value: object, list: List): string | undefined {
    if (list.type !== 'Array' || list.size > MAX_SEARCHED) return undefined;
    const names = Object.keys(value).filter((key) => !isIndex(key, list.size));
    if (names.length === 0) return undefined;
    // Small, since the array itself is: only arrays that are shown whole tell them.
    return `{${names.map((key) => this.member(value, key)).join(',')}}`;
  }

  private sample(list: List): Fields {
    const tail = list.at ? tailOf(this.bounds.items) : 0;
    const head = Math.min(list.size, this.bounds.items - tail);
    const first: string[] = [];
    for (const item of list.items()) {
      if (first.length >= head || this.full) break;
      first.push(
        'pair' in item
          ? `[${this.write(item.pair[0], item.key)},${this.write(item.pair[1], item.key)}]`
          : this.write(item.value, item.key),
      );
    }
    const last: string[] = [];
    for (let index = Math.max(first.length, list.size - tail); index < list.size && !this.full; index++) {
      if (list.at) last.push(this.write(list.at(index), String(index)));
    }
    return {
      head: `[${first.join(',')}]`,
      tail: list.at ? `[${last.join(',')}]` : undefined,
      omitted: Math.max(0, list.size - first.length - last.length),
    };
  }

  private writeSparse(value: object, list: List, name: string | undefined): string {
    const { keys, total } = sparseEntries(value, list.size, this.bounds.items);
    const parts: string[] = [];
    for (const key of keys) {
      if (this.full) break;
      parts.push(`[${key},${this.property(value, key)}]`);
    }
    const omitted = total - parts.length;
    if (omitted > 0) this.cut();
    const entries = `[${parts.join(',')}]`;
    return this.tag('Array', {
      length: list.size,
      class: name,
      entries,
      omitted: omitted > 0 ? omitted : undefined,
    });
  }

  private writeTable(value: object, table: ArrowTable): string {
    this.cut();
    const columns = table.columns.slice(0, this.bounds.columns);
    const rows = Math.min(table.rows, this.bounds.items);
    const lines: string[] = [];
    for (let row = 0; row < rows && !this.full; row++) {
      lines.push(`[${columns.map(({ list }) => this.write(list.at?.(row), String(row))).join(',')}]`);
    }
    return this.tag('Table', {
      ...this.summary(this.passes.summary(value, () => tableSummary(table))),
      head: `[${lines.join(',')}]`,
      omitted: table.rows - lines.length,
    });
  }

  private writeRecord(value: object, depth: number): string {
    const type = isError(value) ? 'Error' : classNameOf(value) === undefined ? 'Object' : 'instance';
    const name = type === 'instance' ? this.classOf(value, type) : undefined;
    const keys = this.passes.keys(value);
    if (this.isTooLong({ size: keys.length })) this.left = -1;
    if (depth >= this.bounds.depth) {
      this.cut();
      return this.tag(type, { class: name, size: keys.length, omitted: keys.length });
    }
    const json = type === 'Error' ? undefined : this.ownJson(value);
    if (json !== undefined) return this.tag(type, { class: name, json });
    const parts: string[] = [];
    for (const key of keys) {
      if (parts.length >= this.bounds.items || this.full) break;
      parts.push(this.member(value, key));
    }
    const omitted = keys.length - parts.length;
    if (omitted > 0) this.cut();
    const fields = `{${parts.join(',')}}`;
    if (type === 'Object' && omitted === 0 && !keys.includes('$type')) return fields;
    return this.tag(type, {
      class: name,
      ...(type === 'Error' ? this.errorFields(value) : {}),
      ...(omitted > 0 ? { size: keys.length, omitted } : {}),
      value: type === 'Error' && keys.length === 0 ? undefined : fields,
    });
  }

  private member(value: object, key: string): string {
    return `${this.spend(quote(this.short(key)))}:${this.property(value, key)}`;
  }

  /** Text of an object's own `toJSON`, called as JSON would call it. Undefined: it has none. */
  private ownJson(value: object): string | undefined {
    const toJson: unknown = Reflect.get(value, 'toJSON');
    if (typeof toJson !== 'function') return undefined;
    const key = this.keys.at(-1) ?? '';
    const answer: unknown = Reflect.apply(toJson as (key: string) => unknown, value, [key]);
    return answer === value ? undefined : this.write(answer, 'toJSON()');
  }

  private errorFields(error: object): Fields {
    const name = this.property(error, 'name');
    const type = this.classOf(error, '');
    const fields: Fields = {
      class: type === name ? undefined : type,
      name,
      message: this.property(error, 'message'),
    };
    for (const key of ['cause', 'errors'])
      if (Object.hasOwn(error, key) && !Object.keys(error).includes(key))
        fields[key] = this.property(error, key);
    return fields;
  }

  private property(value: object, key: string): string {
    let item: unknown;
    try {
      item = Reflect.get(value, key);
    } catch (error) {
      return this.unreadable(error);
    }
    return this.write(item, key);
  }
}

export interface Serialised {
  json: string;
  /** Something was left out. */
  truncated: boolean;
}

/** JSON text of the value, of at most `limit` bytes in UTF-8 (1 KiB at least). Never throws. */
export function serialise(value: unknown, limit: number = DEFAULT_LIMIT): Serialised {
  const most = Math.max(MIN_LIMIT, limit);
  const passes = new Passes();
  for (const bounds of [WHOLE, ...SAMPLES]) {
    const writer = new Writer(bounds, most, passes);
    const json = writer.write(value, '');
    if (!writer.full && utf8Length(json) <= most) return { json, truncated: writer.truncated };
  }
  return { json: '{"$type":"unreadable","error":"it is too large to be described"}', truncated: true };
}

/** True for a large array of which hardly an item is there, as far as probes tell. */
function isSparse({ size }: List, value: object): boolean {
  if (size < MIN_SIZE) return false;
  let found = 0;
  for (let probe = 0; probe < PROBES && found <= MAX_FOUND; probe++) {
    if (Object.hasOwn(value, Math.floor((probe * size) / PROBES))) found++;
  }
  return found <= MAX_FOUND;
}

/** The first indexes that are there, and the count of all. */
function sparseEntries(value: object, size: number, most: number): { keys: string[]; total: number } {
  const keys: string[] = [];
  let total = 0;
  for (const key of Object.keys(value)) {
    if (!/^\d{1,10}$/.test(key) || Number(key) >= size) continue;
    total++;
    if (keys.length < most) keys.push(key);
  }
  return { keys, total };
}
