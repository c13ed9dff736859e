/** FormData. */
import { brandClasses } from '../node/brand';
import { Blob, bytesOfBlob, File } from './blob';

type Entry = [name: string, value: string | File];

function toEntry(name: unknown, value: unknown, filename?: unknown): Entry {
  const key = `${name as string}`.toWellFormed();
  if (!(value instanceof Blob)) return [key, `${value as string}`.toWellFormed()];
  if (value instanceof File && filename === undefined) return [key, value];
  return [key, new File([bytesOfBlob(value)], filename ?? 'blob', { type: value.type })];
}

export class FormData {
  #entries: Entry[] = [];

  append(name: unknown, value: unknown, filename?: unknown): void {
    this.#entries.push(toEntry(name, value, filename));
  }
  set(name: unknown, value: unknown, filename?: unknown): void {
    const entry = toEntry(name, value, filename);
    const at = this.#entries.findIndex(([key]) => key === entry[0]);
    if (at < 0) this.#entries.push(entry);
    else
      this.#entries = this.#entries.flatMap((one, index) =>
        index === at ? [entry] : one[0] === entry[0] ? [] : [one],
      );
  }
  delete(name: unknown): void {
    this.#entries = this.#entries.filter(([key]) => key !== `${name as string}`);
  }
  get(name: unknown): Entry[1] | null {
    return this.#entries.find(([key]) => key === `${name as string}`)?.[1] ?? null;
  }
  getAll(name: unknown): Entry[1][] {
    return this.#entries.filter(([key]) => key === `${name as string}`).map(([, value]) => value);
  }
  has(name: unknown): boolean {
    return this.#entries.some(([key]) => key === `${name as string}`);
  }
  *entries(): Generator<Entry> {
    for (const [name, value] of this.#entries) yield [name, value];
  }
  *keys(): Generator<string> {
    for (const [name] of this.#entries) yield name;
  }
  *values(): Generator<Entry[1]> {
    for (const [, value] of this.#entries) yield value;
  }
  forEach(visit: (value: Entry[1], name: string, data: FormData) => void, self?: unknown): void {
    for (const [name, value] of this.#entries) visit.call(self, value, name, this);
  }
  [Symbol.iterator](): Generator<Entry> {
    return this.entries();
  }
}

brandClasses({ FormData });
