/** Keeps what was used last, up to a total size; what was put last stays, however large. */
export class Lru<K, V> {
  private readonly entries = new Map<K, { value: V; size: number }>();
  private total = 0;

  constructor(private readonly limit: number) {}

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** The value that is kept, else a new one that is kept from now on. */
  getOr(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  set(key: K, value: V, size = 1): void {
    this.delete(key);
    this.entries.set(key, { value, size });
    this.total += size;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.limit || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.total -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}
