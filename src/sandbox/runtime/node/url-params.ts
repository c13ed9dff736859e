/** URLSearchParams. */
import { brandClasses, CUSTOM } from './brand';
import { invalidArgType, missingArgs, nodeError } from './errors';
import { formDecode, formEncode } from './url-encode';

type Pair = [name: string, value: string];

function parsePairs(text: string): Pair[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part): Pair => {
      const at = part.indexOf('=');
      return at < 0
        ? [formDecode(part), '']
        : [formDecode(part.slice(0, at)), formDecode(part.slice(at + 1))];
    });
}

function toText(value: unknown): string {
  return `${value as string}`.toWellFormed();
}

function pairOf(item: unknown): Pair {
  const iterable = typeof item === 'object' && item !== null && Symbol.iterator in item;
  const values = iterable ? [...(item as Iterable<unknown>)] : [];
  if (!iterable || values.length !== 2)
    throw nodeError(
      TypeError,
      'ERR_INVALID_TUPLE',
      'Each query pair must be an iterable [name, value] tuple',
    );
  return [toText(values[0]), toText(values[1])];
}

function pairsOf(init: unknown): Pair[] {
  if (init === undefined || init === null) return [];
  if (typeof init !== 'object' && typeof init !== 'function') {
    const text = toText(init);
    return parsePairs(text.startsWith('?') ? text.slice(1) : text);
  }
  const iterator = (init as Record<PropertyKey, unknown>)[Symbol.iterator];
  if (iterator !== undefined && iterator !== null) {
    if (typeof iterator !== 'function')
      throw nodeError(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable');
    return [...(init as Iterable<unknown>)].map(pairOf);
  }
  const names = Reflect.ownKeys(init).filter((key) => Object.prototype.propertyIsEnumerable.call(init, key));
  const pairs = new Map(
    names.map((key): Pair => [toText(key), toText((init as Record<PropertyKey, unknown>)[key])]),
  );
  return [...pairs];
}

function requireArgs(count: number, ...names: string[]): void {
  if (count < names.length) throw missingArgs(...names);
}

/** Called with the new query when a URL's parameters change; kept out of reach of programs. */
const listeners = new WeakMap<URLSearchParams, (query: string) => void>();
const replacers = new WeakMap<URLSearchParams, (query: string) => void>();

/** Parameters that belong to a URL: what changes them changes its query. */
export function linkedParams(query: string, changed: (query: string) => void): URLSearchParams {
  const params = new URLSearchParams(query);
  listeners.set(params, changed);
  return params;
}

/** Reads the parameters anew, when the URL's query was changed. */
export function replaceParams(params: URLSearchParams, query: string): void {
  replacers.get(params)?.(query);
}

/** Iterators of all kinds of a URLSearchParams share a prototype of their own. */
const iteratorPrototype = Object.create(
  Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
  {
    [Symbol.toStringTag]: { value: 'URLSearchParams Iterator', configurable: true },
  },
) as object;

function iterate<T>(take: (index: number) => { value: T } | undefined): IterableIterator<T> {
  let index = 0;
  const next = (): IteratorResult<T> => {
    const found = take(index);
    if (!found) return { value: undefined, done: true };
    index++;
    return { value: found.value, done: false };
  };
  return Object.defineProperty(Object.create(iteratorPrototype) as IterableIterator<T>, 'next', {
    value: next,
    configurable: true,
    writable: true,
  });
}

export class URLSearchParams {
  #pairs: Pair[];

  constructor(init?: unknown) {
    this.#pairs = pairsOf(init);
    replacers.set(this, (query) => {
      this.#pairs = parsePairs(query);
    });
  }

  #replace(pairs: Pair[]): void {
    this.#pairs = pairs;
    listeners.get(this)?.(this.toString());
  }

  get size(): number {
    return this.#pairs.length;
  }
  append(...args: unknown[]): void {
    requireArgs(args.length, 'name', 'value');
    this.#replace([...this.#pairs, [toText(args[0]), toText(args[1])]]);
  }
  delete(...args: unknown[]): void {
    requireArgs(args.length, 'name');
    const [name, value] = args;
    const gone = ([key, item]: Pair): boolean =>
      key === toText(name) && (value === undefined || item === toText(value));
    this.#replace(this.#pairs.filter((pair) => !gone(pair)));
  }
  get(...args: unknown[]): string | null {
    requireArgs(args.length, 'name');
    return this.#pairs.find(([key]) => key === toText(args[0]))?.[1] ?? null;
  }
  getAll(...args: unknown[]): string[] {
    requireArgs(args.length, 'name');
    return this.#pairs.filter(([key]) => key === toText(args[0])).map(([, value]) => value);
  }
  has(...args: unknown[]): boolean {
    requireArgs(args.length, 'name');
    const [name, value] = args;
    return this.#pairs.some(
      ([key, item]) => key === toText(name) && (value === undefined || item === toText(value)),
    );
  }
  set(...args: unknown[]): void {
    requireArgs(args.length, 'name', 'value');
    const [name, value] = args.map(toText) as Pair;
    const at = this.#pairs.findIndex(([key]) => key === name);
    if (at < 0) return this.append(name, value);
    const rest = this.#pairs.filter(([key], index) => key !== name || index === at);
    this.#replace(rest.map((pair): Pair => (pair[0] === name ? [name, value] : pair)));
  }
  sort(): void {
    this.#replace([...this.#pairs].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
  }
  entries(): IterableIterator<Pair> {
    return iterate((index) => {
      const pair = this.#pairs[index];
      return pair && { value: [...pair] };
    });
  }
  forEach(visit: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void {
    if (typeof visit !== 'function') throw invalidArgType('callback', 'Function', visit);
    for (const [name, value] of this) visit.call(self, value, name, this);
  }
  keys(): IterableIterator<string> {
    return iterate((index) => {
      const pair = this.#pairs[index];
      return pair && { value: pair[0] };
    });
  }
  values(): IterableIterator<string> {
    return iterate((index) => {
      const pair = this.#pairs[index];
      return pair && { value: pair[1] };
    });
  }
  toString(): string {
    return this.#pairs.map(([key, value]) => `${formEncode(key)}=${formEncode(value)}`).join('&');
  }
  [CUSTOM](
    depth: number,
    options: { breakLength?: number },
    inspect: (value: unknown, options: object) => string,
  ): string {
    if (depth < 0) return '[Object]';
    const pairs = this.#pairs.map(([key, value]) => `${inspect(key, options)} => ${inspect(value, options)}`);
    if (pairs.length === 0) return 'URLSearchParams {}';
    const { stripVTControlCharacters } = loadStandIn('util') as typeof import('node:util');
    const { length } = stripVTControlCharacters(pairs.join(', '));
    const fits = length <= (options.breakLength ?? Infinity);
    return fits ? `URLSearchParams { ${pairs.join(', ')} }` : `URLSearchParams {\n  ${pairs.join(',\n  ')} }`;
  }
}

brandClasses({ URLSearchParams });
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.iterator]: { value: URLSearchParams.prototype.entries, writable: true, configurable: true },
  [CUSTOM]: { enumerable: false },
});
for (const name of [
  'append',
  'delete',
  'get',
  'getAll',
  'has',
  'set',
  'sort',
  'entries',
  'forEach',
  'keys',
  'values',
  'toString',
  'size',
])
  Object.defineProperty(URLSearchParams.prototype, name, { enumerable: true });

export interface URLSearchParams {
  [Symbol.iterator](): IterableIterator<Pair>;
}
