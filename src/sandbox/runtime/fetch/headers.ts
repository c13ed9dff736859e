/** Headers. */
import { brandClasses, CUSTOM } from '../node/brand';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// A header may hold tabs and what has one byte.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function toName(name: unknown, method: string): string {
  const text = `${name as string}`;
  if (!TOKEN.test(text)) throw new TypeError(`Headers.${method}: "${text}" is an invalid header name.`);
  return text.toLowerCase();
}

function toValue(value: unknown, method: string): string {
  const text = `${value as string}`.replace(/^[\t\r\n ]+|(?<![\t\r\n ])[\t\r\n ]+$/g, '');
  const wide = [...text].findIndex((character) => character > '\u00ff');
  if (wide >= 0)
    throw new TypeError(
      `Cannot convert argument to a ByteString because the character at index ${wide} has a value of ${text.charCodeAt(wide)} which is greater than 255.`,
    );
  if (!VALUE.test(text)) throw new TypeError(`Headers.${method}: ${text} is an invalid header value.`);
  return text;
}

function requireArgs(count: number, args: readonly unknown[], method: string): void {
  if (args.length >= count) return;
  const noun = count === 1 ? 'argument' : 'arguments';
  throw new TypeError(
    `Headers.${method}: ${count} ${noun} required, but${args.length > 0 ? ' only' : ''} ${args.length} found.`,
  );
}

export class Headers {
  readonly #values = new Map<string, string[]>();

  constructor(init?: unknown) {
    if (init === undefined || init === null) return;
    if (typeof init !== 'object')
      throw new TypeError(
        'Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.',
      );
    const pairs =
      Symbol.iterator in init
        ? [...(init as Iterable<Iterable<unknown>>)].map((pair) => [...pair])
        : Object.entries(init);
    for (const pair of pairs) {
      if (pair.length !== 2)
        throw new TypeError(
          `Headers constructor: expected name/value pair to be length 2, found ${pair.length}.`,
        );
      this.append(pair[0], pair[1]);
    }
  }

  append(...args: unknown[]): void {
    requireArgs(2, args, 'append');
    const [name, value] = [toName(args[0], 'append'), toValue(args[1], 'append')];
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }
  delete(...args: unknown[]): void {
    requireArgs(1, args, 'delete');
    this.#values.delete(toName(args[0], 'delete'));
  }
  get(...args: unknown[]): string | null {
    requireArgs(1, args, 'get');
    return this.#values.get(toName(args[0], 'get'))?.join(', ') ?? null;
  }
  has(...args: unknown[]): boolean {
    requireArgs(1, args, 'has');
    return this.#values.has(toName(args[0], 'has'));
  }
  set(...args: unknown[]): void {
    requireArgs(2, args, 'set');
    this.#values.set(toName(args[0], 'set'), [toValue(args[1], 'set')]);
  }
  getSetCookie(): string[] {
    return [...(this.#values.get('set-cookie') ?? [])];
  }
  *entries(): Generator<[string, string]> {
    const names = [...this.#values.keys()].sort();
    for (const name of names) {
      const values = this.#values.get(name) ?? [];
      // Cookies can't be joined: their values may hold commas.
      if (name === 'set-cookie') for (const value of values) yield [name, value];
      else yield [name, values.join(', ')];
    }
  }
  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }
  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value;
  }
  forEach(visit: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) visit.call(self, value, name, this);
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
  [CUSTOM](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `Headers ${inspect(Object.fromEntries(this.entries()), options)}`;
  }
}

brandClasses({ Headers });
