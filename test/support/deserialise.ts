/**
 * Makes values again of what `serialise` wrote. The form may be hostile: it may come from a process that was taken over. So
 * no code, pattern or class of it is brought to life, and nothing larger than the form itself is made.
 */
import { WHOLE_DEPTH } from '../../src/domain/values/bounds';

/** Names that `$type` may have. No value can add one: classes of a program are named beside it. */
const FORM_TYPES: ReadonlySet<string> = new Set([
  ...['undefined', 'number', 'bigint', 'symbol', 'string', 'function', 'class', 'boxed', 'hole', 'circular'],
  ...['unreadable', 'Date', 'RegExp', 'Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'Map', 'Set', 'Array'],
  ...['Object', 'instance', 'Error', 'Vector', 'Table', 'ArrayBuffer', 'DataView'],
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
]);

/** A value that does not come back: a sample, or of a kind that has no life outside of its program. */
export class Described {
  constructor(
    /** The form, an object with `$type`. */
    readonly form: Readonly<Record<string, unknown>>,
  ) {}
}

type Form = Readonly<Record<string, unknown>>;

/** Length of the longest array that there can be. */
const MAX_LENGTH = 0xffff_ffff;
/** Objects within objects; what `serialise` writes is less deep. */
const MAX_DEPTH = 4 * WHOLE_DEPTH;

const ARRAYS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
const BIG_ARRAYS = { BigInt64Array, BigUint64Array } as const;

const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const;

function isOf<T extends object>(table: T, name: unknown): name is keyof T {
  return typeof name === 'string' && Object.hasOwn(table, name);
}

/** The value of a form: what `JSON.parse` made of the text. Parts that do not come back are `Described`. */
export function deserialise(form: unknown): unknown {
  return new Reader().read(form);
}

/** True if the whole value comes back. */
export function comesBack(form: unknown): boolean {
  const reader = new Reader();
  reader.read(form);
  return !reader.described;
}

class Reader {
  described = false;
  /** The objects around what is read, outermost first. */
  private readonly around: object[] = [];

  read(form: unknown): unknown {
    if (typeof form !== 'object' || form === null) return form;
    if (this.around.length > MAX_DEPTH) return this.describe({ $type: 'unreadable' });
    if (Array.isArray(form)) return this.fillArray(form, form.length);
    const tagged = form as Form;
    if (!Object.hasOwn(tagged, '$type')) return this.fillObject(tagged);
    const value = this.readTagged(tagged, String(tagged.$type));
    if (value !== undefined || tagged.$type === 'undefined') return value;
    return this.describe(tagged);
  }

  private describe(form: Form): Described {
    this.described = true;
    return new Described(form);
  }

  /** Undefined for what does not come back, and for forms that nobody wrote. */
  private readTagged(form: Form, type: string): unknown {
    if (!FORM_TYPES.has(type) || 'omitted' in form || 'class' in form || 'json' in form) return undefined;
    const { value } = form;
    switch (type) {
      case 'number':
        return value === '-0' ? -0 : isSpecial(value) ? Number(value) : undefined;
      case 'bigint':
        return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
      case 'Date':
        return typeof value === 'string' ? new Date(value === 'Invalid Date' ? NaN : value) : undefined;
      case 'Map':
        return this.readMap(value);
      case 'Set':
        return this.readSet(value);
      case 'Object':
        return typeof value === 'object' && value !== null ? this.fillObject(value as Form) : undefined;
      case 'Array':
        return this.readArray(form);
      case 'Error':
        return this.readError(form);
      case 'circular':
        return isLength(form.up) && form.up > 0 ? this.around.at(-form.up) : undefined;
      default:
        return this.readBytes(type, value);
    }
  }

  private inside<T extends object>(container: T, fill: () => void): T {
    this.around.push(container);
    fill();
    this.around.pop();
    return container;
  }

  private fillObject(form: Form): object {
    const object = {};
    return this.inside(object, () => {
      for (const key of Object.keys(form)) define(object, key, this.read(form[key]));
    });
  }

  private fillArray(items: readonly unknown[], length: number): unknown[] {
    const array: unknown[] = [];
    array.length = length;
    return this.inside(array, () => {
      items.forEach((item, index) => {
        if ((item as Form | null)?.$type !== 'hole') array[index] = this.read(item);
      });
    });
  }

  private readArray({ length, value, entries, properties }: Form): unknown {
    if (!isLength(length)) return undefined;
    if (Array.isArray(entries)) return this.fillSparse(entries, length);
    if (!Array.isArray(value) || value.length !== length) return undefined;
    const array = this.fillArray(value, length);
    if (typeof properties !== 'object' || properties === null) return array;
    return this.inside(array, () => {
      for (const [key, form] of Object.entries(properties)) define(array, key, this.read(form));
    });
  }

  private fillSparse(entries: readonly unknown[], length: number): unknown {
    const array: unknown[] = [];
    array.length = length;
    return this.inside(array, () => {
      for (const entry of entries) {
        const [index, form] = Array.isArray(entry) ? (entry as unknown[]) : [];
        if (isLength(index) && index < length) array[index] = this.read(form);
      }
    });
  }

  private readMap(value: unknown): Map<unknown, unknown> | undefined {
    if (!Array.isArray(value) || !value.every((pair) => Array.isArray(pair))) return undefined;
    const map = new Map<unknown, unknown>();
    return this.inside(map, () => {
      for (const [key, item] of value as unknown[][]) map.set(this.read(key), this.read(item));
    });
  }

  private readSet(value: unknown): Set<unknown> | undefined {
    if (!Array.isArray(value)) return undefined;
    const set = new Set<unknown>();
    return this.inside(set, () => {
      for (const item of value) set.add(this.read(item));
    });
  }

  private readError(form: Form): Error | undefined {
    const { name, message, value } = form;
    if (!isOf(ERRORS, name) || typeof message !== 'string' || 'errors' in form) return undefined;
    const error = new ERRORS[name](message);
    // The stack of this place would say nothing of the value's.
    define(error, 'stack', `${name}: ${message}`, false);
    return this.inside(error, () => {
      if ('cause' in form) define(error, 'cause', this.read(form.cause), false);
      for (const [key, item] of Object.entries((value ?? {}) as Form)) define(error, key, this.read(item));
    });
  }

  private readBytes(type: string, value: unknown): object | undefined {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => this.read(item));
    if (isOf(BIG_ARRAYS, type)) {
      return items.every((item) => typeof item === 'bigint') ? BIG_ARRAYS[type].from(items) : undefined;
    }
    if (!items.every((item) => typeof item === 'number')) return undefined;
    if (isOf(ARRAYS, type)) return ARRAYS[type].from(items);
    const { buffer } = Uint8Array.from(items);
    if (type === 'ArrayBuffer') return buffer;
    return type === 'DataView' ? new DataView(buffer) : undefined;
  }
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_LENGTH;
}

function isSpecial(value: unknown): boolean {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

/** A key may be called `__proto__`. */
function define(target: object, key: string, value: unknown, enumerable = true): void {
  Object.defineProperty(target, key, { value, enumerable, configurable: true, writable: true });
}
