const HASH_BYTES = 32;

/** Many hashes in little memory: 64 bytes or less each, where a `Set` of strings takes three times that. */
export class HashSet {
  private slots: Buffer;
  private taken: Uint8Array;
  size = 0;

  constructor(expected = 1024) {
    let capacity = 1024;
    while (capacity < expected * 2) capacity *= 2;
    this.slots = Buffer.alloc(capacity * HASH_BYTES);
    this.taken = new Uint8Array(capacity);
  }

  /** Adds the 32 bytes at `at`; false where they are in it already. */
  add(bytes: Buffer, at = 0): boolean {
    const slot = this.find(bytes, at);
    if (this.taken[slot] === 1) return false;
    bytes.copy(this.slots, slot * HASH_BYTES, at, at + HASH_BYTES);
    this.taken[slot] = 1;
    this.size += 1;
    if (this.size * 2 > this.taken.length) this.grow();
    return true;
  }

  has(bytes: Buffer, at = 0): boolean {
    return this.taken[this.find(bytes, at)] === 1;
  }

  /** Where the hash stands, or the free slot where it would. Hashes are evenly spread, so 4 bytes of one are its place. */
  private find(bytes: Buffer, at: number): number {
    const mask = this.taken.length - 1;
    let slot = bytes.readUInt32LE(at) & mask;
    while (this.taken[slot] === 1) {
      const from = slot * HASH_BYTES;
      if (this.slots.compare(bytes, at, at + HASH_BYTES, from, from + HASH_BYTES) === 0) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const bigger = new HashSet(this.taken.length);
    for (let slot = 0; slot < this.taken.length; slot += 1)
      if (this.taken[slot] === 1) bigger.add(this.slots, slot * HASH_BYTES);
    this.slots = bigger.slots;
    this.taken = bigger.taken;
  }
}
