import type { Layout } from './inspect-layout';
import { widthOf } from './inspect-layout';
import { plural, quoteText, showBigInt, showNumber, showPrimitive } from './inspect-text';
import type { Stylize } from './inspect-text';

export interface Context extends Layout {
  stylize: Stylize;
  /** Objects that are being shown, outermost first. */
  readonly seen: object[];
  /** Numbers of those that were met again inside themselves. */
  circular: Map<object, number> | undefined;
  /** Characters that may still be written. */
  left: number;
  readonly inspect: unknown;
  show(context: Context, value: unknown, level: number): string;
  /** A prototype that has no class. */
  bare(prototype: object): string;
}

/** Own keys that are shown: the enumerable ones, or all. */
export function ownKeys(value: object, showHidden: boolean): PropertyKey[] {
  if (showHidden) return Reflect.ownKeys(value);
  const symbols = Object.getOwnPropertySymbols(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  );
  return [...Object.keys(value), ...symbols];
}

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

/** Keys beside the items of a list. Those of items come first, so a long list is not gone through. */
export function extraKeys(value: ArrayLike<unknown>, showHidden: boolean): PropertyKey[] {
  const keys = ownKeys(value, showHidden);
  const first = keys.findIndex((key) => !isIndex(key));
  return first < 0 ? [] : keys.slice(first);
}

const NAME = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

function showKey(key: PropertyKey, enumerable: boolean, stylize: Stylize): string {
  if (typeof key === 'symbol') {
    const name = stylize(String(key), 'symbol');
    return enumerable ? name : `[${name}]`;
  }
  const text = String(key);
  if (text === '__proto__') return "['__proto__']";
  if (!enumerable) return `[${text}]`;
  return NAME.test(text) ? stylize(text, 'name') : stylize(quoteText(text), 'string');
}

function showGetter(context: Context, value: object, level: number, found: PropertyDescriptor): string {
  const label = found.set === undefined ? 'Getter' : 'Getter/Setter';
  const { getters } = context.options;
  const called =
    getters === true || (getters === 'get' && !found.set) || (getters === 'set' && found.set !== undefined);
  if (!called) return context.stylize(`[${label}]`, 'special');
  try {
    const result: unknown = found.get?.call(value);
    const colon = context.stylize(`[${label}:`, 'special');
    if (result === null || typeof result !== 'object')
      return `${colon} ${showPrimitive(result, context)}${context.stylize(']', 'special')}`;
    return `${context.stylize(`[${label}]`, 'special')} ${inside(context, 2, () => context.show(context, result, level))}`;
  } catch (error) {
    const message = inside(context, 2, () => context.show(context, error, level));
    return context.stylize(`[${label}: <Inspection threw (${message})>]`, 'special');
  }
}

function inside<T>(context: Context, spaces: number, show: () => T): T {
  context.indentation += spaces;
  try {
    return show();
  } finally {
    context.indentation -= spaces;
  }
}

/** One property; `item`: of a list, without its key. */
export function showProperty(
  context: Context,
  value: object,
  level: number,
  key: PropertyKey,
  role: 'object' | 'extra' | 'item',
): string {
  const found: PropertyDescriptor = Reflect.getOwnPropertyDescriptor(value, key) ?? {
    value: (value as Record<PropertyKey, unknown>)[key],
    enumerable: true,
  };
  const { options, stylize } = context;
  let gap = ' ';
  let text: string;
  if (found.value !== undefined) {
    const spaces = options.compact !== true || role !== 'object' ? 2 : 3;
    text = inside(context, spaces, () => {
      const shown = context.show(context, found.value, level);
      if (spaces === 3 && options.breakLength < widthOf(shown, options.colors))
        gap = `\n${' '.repeat(context.indentation)}`;
      return shown;
    });
  } else if (found.get !== undefined) {
    text = showGetter(context, value, level, found);
  } else {
    text = found.set === undefined ? stylize('undefined', 'undefined') : stylize('[Setter]', 'special');
  }
  return role === 'item' ? text : `${showKey(key, found.enumerable !== false, stylize)}:${gap}${text}`;
}

function limitOf(context: Context, length: number): number {
  return Math.min(Math.max(0, context.options.maxArrayLength ?? Infinity), length);
}

export function showItems(context: Context, list: readonly unknown[], level: number): string[] {
  const limit = limitOf(context, list.length);
  const parts: string[] = [];
  let index = 0;
  while (index < list.length && parts.length < limit && context.left > 0) {
    if (Object.hasOwn(list, index)) {
      parts.push(showProperty(context, list, level, index++, 'item'));
      continue;
    }
    const next = nextIndex(list, index);
    const count = next - index;
    parts.push(context.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined'));
    index = next;
  }
  if (list.length > index) parts.push(`... ${plural(list.length - index, 'item')}`);
  return parts;
}

/** Where the items go on after a hole. */
function nextIndex(list: readonly unknown[], start: number): number {
  for (let index = start; index < start + 1_000 && index < list.length; index++)
    if (Object.hasOwn(list, index)) return index;
  const key = Object.keys(list).find((one) => isIndex(one) && Number(one) > start);
  return key === undefined ? list.length : Number(key);
}

/** A field of a typed array; its buffer without the bytes that are shown already. */
function showField(context: Context, value: number | ArrayBufferLike, level: number): string {
  if (typeof value === 'number') return context.show(context, value, level);
  return `ArrayBuffer { [byteLength]: ${context.stylize(String(value.byteLength), 'number')} }`;
}

export function showTyped(context: Context, list: ArrayLike<unknown>, level: number): string[] {
  const { options, stylize } = context;
  const limit = limitOf(context, list.length);
  const parts: string[] = [];
  for (let index = 0; index < limit; index++) {
    const item = list[index];
    parts.push(
      typeof item === 'bigint'
        ? stylize(showBigInt(item, options.numericSeparator), 'bigint')
        : stylize(showNumber(item as number, options.numericSeparator), 'number'),
    );
  }
  if (list.length > limit) parts.push(`... ${plural(list.length - limit, 'item')}`);
  if (!options.showHidden) return parts;
  const names = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'] as const;
  return inside(context, 2, () => [
    ...parts,
    ...names.map((name) => `[${name}]: ${showField(context, (list as Uint8Array)[name], level)}`),
  ]);
}

export function showMembers(context: Context, count: number, members: Iterable<string>): string[] {
  const limit = limitOf(context, count);
  return inside(context, 2, () => {
    const parts: string[] = [];
    if (limit > 0) {
      for (const member of members) {
        parts.push(member);
        if (parts.length >= limit || context.left <= 0) break;
      }
    }
    if (count > parts.length) parts.push(`... ${plural(count - parts.length, 'item')}`);
    return parts;
  });
}

export function* setMembers(context: Context, set: ReadonlySet<unknown>, level: number): Generator<string> {
  for (const item of Set.prototype.values.call(set)) yield context.show(context, item, level);
}

export function* mapMembers(
  context: Context,
  map: ReadonlyMap<unknown, unknown>,
  level: number,
): Generator<string> {
  for (const [key, item] of Map.prototype.entries.call(map))
    yield `${context.show(context, key, level)} => ${context.show(context, item, level)}`;
}

export function showBytes(context: Context, buffer: ArrayBuffer): string[] {
  const limit = limitOf(context, buffer.byteLength);
  const bytes = new Uint8Array(buffer, 0, limit);
  let text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (buffer.byteLength > limit) text += ` ... ${plural(buffer.byteLength - limit, 'byte')}`;
  return [
    `${context.stylize('[Uint8Contents]', 'special')}: <${text}>`,
    `[byteLength]: ${context.stylize(String(buffer.byteLength), 'number')}`,
  ];
}

export function showView(context: Context, view: DataView, level: number): string[] {
  return inside(context, 2, () =>
    (['byteLength', 'byteOffset', 'buffer'] as const).map(
      (name) => `[${name}]: ${context.show(context, view[name], level)}`,
    ),
  );
}
