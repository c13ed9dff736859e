/** `util.format`: printf-like formatting as in Node. */
import { ownConstructor } from './inspect-names';
import type { InspectOptions } from './inspect-text';
import { showBigInt, showNumber } from './inspect-text';

/** `inspect` with some options set. */
export type Show = (value: unknown, options: Partial<InspectOptions>) => string;

const BUILT_IN = new Set([
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['URIError', 'ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array'],
  ...['Int32Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array'],
  ...['DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'Proxy', 'WeakRef', 'Iterator'],
]);

/** True if the object's way to text is the language's own, which says too little. */
function hasBuiltInToString(value: object): boolean {
  const object = value as Record<PropertyKey, unknown>;
  const convert = object[Symbol.toPrimitive];
  if (typeof convert === 'function' && convert !== Date.prototype[Symbol.toPrimitive]) return false;
  if (typeof object.toString !== 'function') return true;
  if (Object.hasOwn(value, 'toString')) return false;
  let holder = Object.getPrototypeOf(value) as object | null;
  while (holder !== null && !Object.hasOwn(holder, 'toString'))
    holder = Object.getPrototypeOf(holder) as object | null;
  const type = holder === null ? undefined : ownConstructor(holder);
  return type !== undefined && BUILT_IN.has(type.name);
}

function showLoose(value: unknown, show: Show): string {
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'bigint') return showBigInt(value);
  if (typeof value === 'object' && value !== null && hasBuiltInToString(value))
    return show(value, { depth: 0, colors: false, compact: 3 });
  return String(value);
}

function asNumber(value: unknown, convert: (value: unknown) => number): string {
  if (typeof value === 'bigint') return showBigInt(value);
  return showNumber(typeof value === 'symbol' ? NaN : convert(value));
}

function json(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (error instanceof Error && error.message.includes('circular')) return '[Circular]';
    throw error;
  }
}

function fill(token: string, value: unknown, show: Show): string {
  switch (token) {
    case '%s':
      return showLoose(value, show);
    case '%d':
      return typeof value === 'object' ? showNumber(Number(value)) : asNumber(value, Number);
    case '%i':
      return asNumber(value, (one) => parseInt(one as string, 10));
    case '%f':
      return typeof value === 'bigint'
        ? showNumber(Number(value))
        : asNumber(value, (one) => parseFloat(one as string));
    case '%j':
      return json(value);
    case '%o':
      return show(value, { showHidden: true, showProxy: true, depth: 4 });
    case '%O':
      return show(value, {});
    default:
      return '';
  }
}

/** The text of `values`, of which the first may hold `%s %d %i %f %j %o %O %c %%`; the rest follow after spaces. */
export function formatWith(show: Show, values: readonly unknown[]): string {
  const [first] = values;
  let used = 0;
  const parts: string[] = [];
  if (typeof first === 'string') {
    if (values.length === 1) return first;
    used = 1;
    parts.push(
      first.replace(/%[sdifjoOc%]/g, (token) => {
        if (token === '%%') return '%';
        return used < values.length ? fill(token, values[used++], show) : token;
      }),
    );
  }
  for (const value of values.slice(used)) {
    parts.push(typeof value === 'string' ? value : show(value, { compact: 3, colors: false, depth: 2 }));
  }
  return parts.join(' ');
}
