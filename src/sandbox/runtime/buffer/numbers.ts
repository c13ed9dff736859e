/** Reading and writing numbers: the methods of Buffer that do, made from tables. */
import { invalidArgType, nodeError, outOfRange } from '../node/errors';
import { validateNumber } from '../node/validate';

type Method = (this: Uint8Array, ...args: never[]) => unknown;

export function outOfBounds(name?: string): RangeError {
  const message =
    name === undefined
      ? 'Attempt to access memory outside buffer bounds'
      : `"${name}" is outside of buffer bounds`;
  return nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', message);
}

/** Throws what Node throws for an offset (or a length) that is no whole number from `low` to `high`. */
function refuse(value: unknown, high: number, name = 'offset'): never {
  validateNumber(value, name);
  if (Math.floor(value) !== value) throw outOfRange(name, 'an integer', value);
  if (high < 0) throw outOfBounds();
  throw outOfRange(name, `>= ${name === 'offset' ? 0 : 1} and <= ${high}`, value);
}

function checkOffset(bytes: Uint8Array, offset: unknown, size: number): asserts offset is number {
  validateNumber(offset, 'offset');
  if (bytes[offset] === undefined || bytes[offset + size - 1] === undefined)
    refuse(offset, bytes.length - size);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The range of whole numbers as messages put it. */
function rangeText(min: number | bigint, max: number | bigint, size: number): string {
  const n = typeof min === 'bigint' ? 'n' : '';
  if (size <= 4) return `>= ${min}${n} and <= ${max}${n}`;
  const bits = size * 8;
  return min === 0 || min === 0n
    ? `>= 0${n} and < 2${n} ** ${bits}${n}`
    : `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`;
}

function checkRange(value: number | bigint, size: number, signed: boolean): void {
  const big = typeof value === 'bigint';
  const bits = size * 8;
  const limit = big ? 2n ** BigInt(signed ? bits - 1 : bits) : 2 ** (signed ? bits - 1 : bits);
  const min = signed ? -limit : big ? 0n : 0;
  const max = big ? (limit as bigint) - 1n : (limit as number) - 1;
  if (value > max || value < min) throw outOfRange('value', rangeText(min, max, size), value);
}

type ViewKind =
  | 'Int8'
  | 'Uint8'
  | 'Int16'
  | 'Uint16'
  | 'Int32'
  | 'Uint32'
  | 'BigInt64'
  | 'BigUint64'
  | 'Float32'
  | 'Float64';

interface Kind {
  name: string;
  view: ViewKind;
  size: number;
}

const KINDS: readonly Kind[] = [
  { name: 'Int8', view: 'Int8', size: 1 },
  { name: 'UInt8', view: 'Uint8', size: 1 },
  { name: 'Int16', view: 'Int16', size: 2 },
  { name: 'UInt16', view: 'Uint16', size: 2 },
  { name: 'Int32', view: 'Int32', size: 4 },
  { name: 'UInt32', view: 'Uint32', size: 4 },
  { name: 'BigInt64', view: 'BigInt64', size: 8 },
  { name: 'BigUInt64', view: 'BigUint64', size: 8 },
  { name: 'Float', view: 'Float32', size: 4 },
  { name: 'Double', view: 'Float64', size: 8 },
];

function reader({ view, size }: Kind, little: boolean): Method {
  const get = DataView.prototype[`get${view}`] as (at: number, little: boolean) => number | bigint;
  return function (this: Uint8Array, offset: unknown = 0) {
    checkOffset(this, offset, size);
    return get.call(viewOf(this), offset, little);
  };
}

function writer({ view, size }: Kind, little: boolean): Method {
  const set = DataView.prototype[`set${view}`] as (
    at: number,
    value: number | bigint,
    little: boolean,
  ) => void;
  const whole = !view.startsWith('Float');
  return function (this: Uint8Array, given: unknown, offset: unknown = 0) {
    const big = view.startsWith('Big');
    if (big && typeof given !== 'bigint')
      throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
    const value = big ? (given as bigint) : Number(given);
    if (whole) {
      if (size === 1) validateNumber(offset, 'offset');
      checkRange(value, size, !/U/.test(view));
    }
    checkOffset(this, offset, size);
    set.call(viewOf(this), offset, value, little);
    return offset + size;
  };
}

function checkSize(size: unknown): asserts size is number {
  if (size === undefined) throw invalidArgType('byteLength', 'number', size);
  if (typeof size !== 'number' || size < 1 || size > 6 || !Number.isInteger(size))
    refuse(size, 6, 'byteLength');
}

/** Numbers of one to six bytes. */
function sizedReader(signed: boolean, little: boolean): Method {
  return function (this: Uint8Array, offset: unknown, size: unknown) {
    if (offset === undefined) throw invalidArgType('offset', 'number', offset);
    checkSize(size);
    checkOffset(this, offset, size);
    let value = 0;
    for (let index = 0; index < size; index++) {
      const at = little ? offset + size - 1 - index : offset + index;
      value = value * 256 + (this[at] ?? 0);
    }
    return signed && value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value;
  };
}

function sizedWriter(signed: boolean, little: boolean): Method {
  return function (this: Uint8Array, given: unknown, offset: unknown, size: unknown) {
    checkSize(size);
    const value = Number(given);
    checkRange(value, size, signed);
    checkOffset(this, offset, size);
    let rest = value < 0 ? value + 2 ** (size * 8) : value;
    for (let index = 0; index < size; index++) {
      this[little ? offset + index : offset + size - 1 - index] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return offset + size;
  };
}

function add(methods: Map<string, Method>, name: string, method: Method): void {
  Object.defineProperty(method, 'name', { value: name, configurable: true });
  methods.set(name, method);
  // Both spellings name one function.
  if (name.includes('UInt')) methods.set(name.replace('UInt', 'Uint'), method);
}

/** All methods by name. */
export function numberMethods(): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (const kind of KINDS) {
    for (const order of kind.size === 1 ? [''] : ['LE', 'BE']) {
      add(methods, `read${kind.name}${order}`, reader(kind, order === 'LE'));
      add(methods, `write${kind.name}${order}`, writer(kind, order === 'LE'));
    }
  }
  for (const order of ['LE', 'BE']) {
    for (const name of ['Int', 'UInt']) {
      add(methods, `read${name}${order}`, sizedReader(name === 'Int', order === 'LE'));
      add(methods, `write${name}${order}`, sizedWriter(name === 'Int', order === 'LE'));
    }
  }
  return methods;
}
