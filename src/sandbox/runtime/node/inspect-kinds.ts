/** Braces, items and properties that `inspect` shows for each kind of object. */
import { errorBase } from './inspect-error';
import type { Kind, Layout } from './inspect-layout';
import { widthOf } from './inspect-layout';
import { className, functionBase, prefixOf, tagOf } from './inspect-names';
import { plural, quoteText, showBigInt, showNumber, showPrimitive } from './inspect-text';
import type { Stylize } from './inspect-text';
import * as is from './kinds';

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

export interface Shape {
  name: string | null;
  tag: string;
  base: string;
  braces: readonly [open: string, close: string];
  kind: Kind;
  keys: PropertyKey[];
  /** The items; `level` is that of what lies inside. */
  parts(level: number): string[];
}

const NOTHING = (): string[] => [];

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
function extraKeys(value: ArrayLike<unknown>, showHidden: boolean): PropertyKey[] {
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

function showItems(context: Context, list: readonly unknown[], level: number): string[] {
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

/** Index at which the items go on after a hole. */
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

function showTyped(context: Context, list: ArrayLike<unknown>, level: number): string[] {
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

function showMembers(context: Context, count: number, members: Iterable<string>): string[] {
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

function* setMembers(context: Context, set: ReadonlySet<unknown>, level: number): Generator<string> {
  for (const item of Set.prototype.values.call(set)) yield context.show(context, item, level);
}

function* mapMembers(context: Context, map: ReadonlyMap<unknown, unknown>, level: number): Generator<string> {
  for (const [key, item] of Map.prototype.entries.call(map))
    yield `${context.show(context, key, level)} => ${context.show(context, item, level)}`;
}

function showBytes(context: Context, buffer: ArrayBuffer): string[] {
  const limit = limitOf(context, buffer.byteLength);
  const bytes = new Uint8Array(buffer, 0, limit);
  let text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (buffer.byteLength > limit) text += ` ... ${plural(buffer.byteLength - limit, 'byte')}`;
  return [
    `${context.stylize('[Uint8Contents]', 'special')}: <${text}>`,
    `[byteLength]: ${context.stylize(String(buffer.byteLength), 'number')}`,
  ];
}

function showView(context: Context, view: DataView, level: number): string[] {
  return inside(context, 2, () =>
    (['byteLength', 'byteOffset', 'buffer'] as const).map(
      (name) => `[${name}]: ${context.show(context, view[name], level)}`,
    ),
  );
}

type Draft = Omit<Shape, 'name' | 'tag'>;

/** Lists, sets and maps. */
function collectionOf(
  context: Context,
  value: object,
  name: string | null,
  tag: string,
): Draft | string | undefined {
  const { showHidden } = context.options;
  if (Array.isArray(value)) {
    const keys = extraKeys(value, showHidden);
    const prefix = name === 'Array' && tag === '' ? '' : prefixOf(name, tag, 'Array', `(${value.length})`);
    if (value.length === 0 && keys.length === 0) return `${prefix}[]`;
    const parts = (level: number): string[] => showItems(context, value, level);
    return { base: '', braces: [`${prefix}[`, ']'], kind: 'array', keys, parts };
  }
  if (is.isSet(value) || is.isMap(value)) {
    const kind = is.isSet(value) ? 'Set' : 'Map';
    const { size } = value as Set<unknown>;
    const keys = ownKeys(value, showHidden);
    const prefix = prefixOf(name, tag, kind, `(${size})`);
    if (size === 0 && keys.length === 0) return `${prefix}{}`;
    const members = (level: number): Iterable<string> =>
      kind === 'Set'
        ? setMembers(context, value as Set<unknown>, level)
        : mapMembers(context, value as Map<unknown, unknown>, level);
    const parts = (level: number): string[] => showMembers(context, size, members(level));
    return { base: '', braces: [`${prefix}{`, '}'], kind: 'object', keys, parts };
  }
  const typed = is.typedArrayName(value);
  if (typed === undefined) return undefined;
  const list = value as Uint8Array;
  const keys = extraKeys(list, showHidden);
  const prefix = prefixOf(name, tag, typed, `(${list.length})`);
  if (list.length === 0 && keys.length === 0 && !showHidden) return `${prefix}[]`;
  const parts = (level: number): string[] => showTyped(context, list, level);
  return { base: '', braces: [`${prefix}[`, ']'], kind: 'array', keys, parts };
}

/** Objects with one text before their properties, which may be all there is to show. */
function baseOf(
  context: Context,
  value: object,
  name: string | null,
  tag: string,
  keys: PropertyKey[],
): string | undefined {
  if (typeof value === 'function') return functionBase(value, name, tag);
  const withPrefix = (text: string, kind: string): string => {
    const prefix = prefixOf(name, tag, kind);
    return prefix === `${kind} ` ? text : `${prefix}${text}`;
  };
  if (is.isRegExp(value)) return withPrefix(RegExp.prototype.toString.call(value), 'RegExp');
  if (is.isDate(value)) {
    const time = Date.prototype.getTime.call(value);
    const text = Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
    return withPrefix(text, 'Date');
  }
  if (is.isNativeError(value) || value instanceof Error)
    return errorBase(value as Error, name, tag, keys, context);
  if (name === 'URL' && typeof (value as URL).href === 'string') return (value as URL).href;
  return is.isBoxedPrimitive(value) ? boxedBase(value, name, tag, keys) : undefined;
}

function boxedBase(value: object, name: string | null, tag: string, keys: PropertyKey[]): string {
  const inner: unknown = is.isNumberObject(value)
    ? Number.prototype.valueOf.call(value)
    : is.isStringObject(value)
      ? String.prototype.valueOf.call(value)
      : is.isBooleanObject(value)
        ? Boolean.prototype.valueOf.call(value)
        : is.isBigIntObject(value)
          ? BigInt.prototype.valueOf.call(value)
          : Symbol.prototype.valueOf.call(value);
  if (typeof inner === 'string') keys.splice(0, inner.length);
  const type =
    typeof inner === 'bigint' ? 'BigInt' : (typeof inner).replace(/^./, (first) => first.toUpperCase());
  const shown =
    typeof inner === 'string'
      ? quoteText(inner)
      : typeof inner === 'bigint'
        ? showBigInt(inner)
        : typeof inner === 'number'
          ? showNumber(inner)
          : String(inner);
  const label = name === type ? type : `${type} ${name === null ? '(null prototype)' : `(${name})`}`;
  const base = `[${label}: ${shown}]`;
  return tag !== '' && tag !== name ? `${base} [${tag}]` : base;
}

const STYLE_OF: readonly (readonly [(value: unknown) => boolean, string])[] = [
  [is.isRegExp, 'regexp'],
  [is.isDate, 'date'],
  [is.isNumberObject, 'number'],
  [is.isStringObject, 'string'],
  [is.isBooleanObject, 'boolean'],
  [is.isBigIntObject, 'bigint'],
  [is.isSymbolObject, 'symbol'],
];

function styleOf(value: object): string | undefined {
  if (typeof value === 'function') return 'special';
  return STYLE_OF.find(([test]) => test(value))?.[1];
}

/** Binary data, promises and weak collections: braces with something inside that is no property. */
function contentsOf(
  context: Context,
  value: object,
): { fallback: string; parts: Shape['parts'] } | undefined {
  const unknown = (): string[] => [context.stylize('<items unknown>', 'special')];
  if (is.isArrayBuffer(value))
    return { fallback: 'ArrayBuffer', parts: () => showBytes(context, value as ArrayBuffer) };
  if (is.isDataView(value))
    return { fallback: 'DataView', parts: (level) => showView(context, value as DataView, level) };
  // Whether a promise is settled can't be told from inside.
  if (is.isPromise(value))
    return { fallback: 'Promise', parts: () => [context.stylize('<pending>', 'special')] };
  if (is.isWeakSet(value)) return { fallback: 'WeakSet', parts: unknown };
  if (is.isWeakMap(value)) return { fallback: 'WeakMap', parts: unknown };
  // Nor what is left of an iterator, without taking it.
  if (is.isMapIterator(value) || is.isSetIterator(value)) return { fallback: 'Object', parts: unknown };
  return undefined;
}

/** True if an object is none of the kinds below, as far as it can be told at once; it matters for no check. */
function isPlain(value: object, tag: string): boolean {
  if (tag !== '' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** How to show the object; its whole text where there is nothing inside. */
export function formatOf(context: Context, value: object, level: number): Shape | string {
  const { showHidden, depth } = context.options;
  const name = className(value, context.bare);
  const tag = tagOf(value, showHidden);
  if (isPlain(value, tag)) return plainShape(name, tag, prefixFor(name, tag), ownKeys(value, showHidden));
  const collection = collectionOf(context, value, name, tag);
  if (typeof collection === 'string') return collection;
  if (collection) return { name, tag, ...collection };
  const keys = ownKeys(value, showHidden);
  const base = baseOf(context, value, name, tag, keys);
  if (base !== undefined) {
    const style = styleOf(value);
    const tooDeep = is.isRegExp(value) && depth !== null && level > depth;
    if (keys.length === 0 || tooDeep) return style === undefined ? base : context.stylize(base, style);
    return { name, tag, base, braces: ['{', '}'], kind: 'object', keys, parts: NOTHING };
  }
  const contents = contentsOf(context, value);
  if (contents) {
    const open = `${prefixOf(name, tag, contents.fallback)}{`;
    return { name, tag, base: '', braces: [open, '}'], kind: 'object', keys, parts: contents.parts };
  }
  const prefix = is.isArgumentsObject(value) ? '[Arguments] ' : prefixFor(name, tag);
  return plainShape(name, tag, prefix, keys);
}

function prefixFor(name: string | null, tag: string): string {
  return name === 'Object' && tag === '' ? '' : prefixOf(name, tag, 'Object');
}

function plainShape(name: string | null, tag: string, prefix: string, keys: PropertyKey[]): Shape | string {
  if (keys.length === 0) return `${prefix}{}`;
  return { name, tag, base: '', braces: [`${prefix}{`, '}'], kind: 'object', keys, parts: NOTHING };
}
