/** `util.inspect`: shows any value the way Node does. The runtime's own use of it is bounded by a budget. */
import { COLOR_ALIASES, COLORS, STYLES } from './ansi';
import { formatWith } from './format';
import { formatOf } from './inspect-kinds';
import { showProperty } from './inspect-members';
import type { Shape } from './inspect-kinds';
import type { Context } from './inspect-members';
import { layOut } from './inspect-layout';
import { prefixOf } from './inspect-names';
import { showPrimitive } from './inspect-text';
import type { InspectOptions, Stylize } from './inspect-text';

/** Symbol of methods by which objects show themselves. Node's has the same registered name. */
export const CUSTOM: unique symbol = Symbol.for('nodejs.util.inspect.custom');

export const DEFAULT_OPTIONS: InspectOptions = {
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10_000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
};

const plain: Stylize = (text) => text;

/** Colours of a set of styles, which a program may change. */
export function stylizeWith(
  styles: Readonly<Record<string, string | undefined>>,
  colors: Readonly<Record<string, readonly [number, number] | undefined>>,
): Stylize {
  return (text, style) => {
    const name = styles[style] ?? '';
    const color = colors[name] ?? colors[COLOR_ALIASES[name] ?? ''];
    return color ? `\u001b[${color[0]}m${text}\u001b[${color[1]}m` : text;
  };
}

const colored = stylizeWith(STYLES, COLORS);

export interface Settings {
  stylize?: Stylize;
  /** Characters to write at most, about. */
  budget?: number;
  /** Third argument of methods that show an object in their own way. */
  inspect?: unknown;
}

function createContext(options: InspectOptions, settings: Settings): Context {
  return {
    options,
    stylize: options.colors ? (settings.stylize ?? colored) : plain,
    indentation: 0,
    deepest: 0,
    seen: [],
    circular: undefined,
    left: settings.budget ?? Infinity,
    inspect: settings.inspect,
    show: showValue,
    bare: (prototype) => inspectWith(prototype, { ...options, customInspect: false, depth: -1 }, settings),
  };
}

/** Text of a value under all options. */
export function inspectWith(value: unknown, options: InspectOptions, settings: Settings): string {
  return showValue(createContext(options, settings), value, 0);
}

/** Text of a value as Node's `util.inspect` shows it; at most about 20,000 characters. */
export function inspect(value: unknown, options: Partial<InspectOptions> = {}): string {
  return inspectWith(
    value,
    { ...DEFAULT_OPTIONS, ...options },
    { budget: 20_000, inspect: (inner: unknown) => inspect(inner) },
  );
}

/** printf-like formatting as in Node; every value within the bounds of `inspect`. */
export function format(...values: unknown[]): string {
  return formatWith(inspect, values);
}

function showValue(context: Context, value: unknown, level: number): string {
  if (context.left <= 0) return '…';
  if ((typeof value === 'object' && value !== null) || typeof value === 'function')
    return showObject(context, value, level);
  const text = showPrimitive(value, context);
  context.left -= text.length;
  return text;
}

/** Text that an object's own method shows. Undefined: it has no such method. */
function showCustom(context: Context, value: object, level: number): string | undefined {
  const { options } = context;
  if (!options.customInspect) return undefined;
  const method = (value as Record<PropertyKey, unknown>)[CUSTOM];
  if (typeof method !== 'function' || method === context.inspect) return undefined;
  const maker = (value as { constructor?: { prototype?: unknown } }).constructor;
  if (maker?.prototype === value) return undefined;
  const depth = options.depth === null ? null : options.depth - level;
  const given = { ...options, depth, stylize: context.stylize };
  const result: unknown = method.call(value, depth, given, context.inspect);
  if (result === value) return undefined;
  if (typeof result !== 'object') return String(result);
  return showValue(context, result, level).replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
}

function showObject(context: Context, value: object, level: number): string {
  const custom = showCustom(context, value, level);
  if (custom !== undefined) return custom;
  if (context.seen.includes(value)) {
    context.circular ??= new Map();
    const known = context.circular.get(value) ?? context.circular.size + 1;
    context.circular.set(value, known);
    return context.stylize(`[Circular *${known}]`, 'special');
  }
  const shape = formatOf(context, value, level);
  context.left -= typeof shape === 'string' ? shape.length : shape.base.length + 4;
  if (typeof shape === 'string') return shape;
  const { depth } = context.options;
  if (depth !== null && level > depth) {
    const name = prefixOf(shape.name, shape.tag, Array.isArray(value) ? 'Array' : 'Object').slice(0, -1);
    return context.stylize(shape.name === null ? name : `[${name}]`, 'special');
  }
  return showParts(context, value, shape, level + 1);
}

function sortParts(parts: string[], shape: Shape, sorted: InspectOptions['sorted']): string[] {
  if (sorted === false) return parts;
  const order = sorted === true ? undefined : sorted;
  if (shape.kind === 'object') return parts.sort(order);
  const fixed = parts.length - shape.keys.length;
  return [...parts.slice(0, fixed), ...parts.slice(fixed).sort(order)];
}

function showParts(context: Context, value: object, shape: Shape, level: number): string {
  context.seen.push(value);
  context.deepest = level;
  const parts = shape.parts(level);
  for (const key of shape.keys) {
    if (context.left <= 0) break;
    parts.push(showProperty(context, value, level, key, shape.kind === 'array' ? 'extra' : 'object'));
    context.left -= String(key).length + 2;
  }
  let { base } = shape;
  const [, close] = shape.braces;
  let [open] = shape.braces;
  const index = context.circular?.get(value);
  if (index !== undefined) {
    const reference = context.stylize(`<ref *${index}>`, 'special');
    if (context.options.compact === true) open = `${reference} ${open}`;
    else base = base === '' ? reference : `${reference} ${base}`;
  }
  context.seen.pop();
  const sorted = sortParts(parts, shape, context.options.sorted);
  return layOut(sorted, base, [open, close], shape.kind, level, context, value as ArrayLike<unknown>);
}
