/** Braces, items and properties that `inspect` shows for each kind of object. */
import { errorBase } from './inspect-error';
import type { Kind } from './inspect-layout';
import { className, functionBase, prefixOf, tagOf } from './inspect-names';
import { quoteText, showBigInt, showNumber } from './inspect-text';
import * as is from './kinds';
import {
  ownKeys,
  extraKeys,
  showItems,
  showTyped,
  showMembers,
  setMembers,
  mapMembers,
  showBytes,
  showView,
  type Context,
} from './inspect-members';

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
