import { HashSet } from '../hash-set';
import { hashBytes } from '../hash';
import type { Table } from './database';

const HASH_BYTES = 32;
const TIME_BYTES = 8;
/** Groups end where a hash's last byte is 0: 256 hashes on average, and one other hash changes one group only. */
const LARGEST_GROUP = 2_048;

/**
 * When blobs were last put or used. Kept in groups, as they were put: key is the hash of the group's hashes, value the
 * time and the hashes. So a lease costs a capture one small write for hundreds of blobs, and none at all where the
 * same group was leased just before.
 */
export class LeaseTable {
  constructor(
    private readonly table: Table,
    private readonly freshMs: number,
  ) {}

  /** Writes that lease blobs, by the bytes of their hashes; none where all are fresh. */
  note(hashes: Buffer): (() => void)[] {
    const now = Date.now();
    const writes: (() => void)[] = [];
    for (const group of groupsOf(hashes)) {
      const key = Buffer.from(hashBytes(group), 'hex');
      const known = this.table.get(key);
      if (known && now - known.readDoubleBE(0) < this.freshMs) continue;
      const value = Buffer.allocUnsafe(TIME_BYTES + group.length);
      value.writeDoubleBE(now, 0);
      group.copy(value, TIME_BYTES);
      writes.push(() => this.table.put(key, value));
    }
    return writes;
  }

  /** Hands over each group of leases that is not known yet. */
  eachNew(isKnown: (key: Buffer) => boolean, take: (key: Buffer, value: Buffer) => void): void {
    for (const key of this.table.keys()) {
      if (isKnown(key)) continue;
      const value = this.table.get(key);
      if (value) take(key, value);
    }
  }

  /** Removes leases from before a time. To be called within a transaction, or one renewed meanwhile would be lost. */
  removeBefore(ms: number): void {
    for (const key of this.table.keys()) {
      const value = this.table.get(key);
      if (value && value.readDoubleBE(0) < ms) this.table.remove(key);
    }
  }
}

/** The blobs that a collection must leave alone: those leased since its cut-off time. */
export class LeaseView {
  private readonly leased = new HashSet();
  private readonly groups = new Set<string>();

  constructor(
    private readonly table: LeaseTable,
    private readonly sinceMs: number,
  ) {
    this.refresh();
  }

  has(hash: Buffer, at = 0): boolean {
    return this.leased.has(hash, at);
  }

  /** Adds what was leased since it was last brought up to date. */
  refresh(): void {
    const nameOf = (key: Buffer): string => key.toString('latin1');
    this.table.eachNew(
      (key) => this.groups.has(nameOf(key)),
      (key, value) => {
        if (value.readDoubleBE(0) < this.sinceMs) return;
        this.groups.add(nameOf(key));
        for (let at = TIME_BYTES; at < value.length; at += HASH_BYTES) this.leased.add(value, at);
      },
    );
  }
}

function groupsOf(all: Buffer): Buffer[] {
  const groups: Buffer[] = [];
  let from = 0;
  for (let end = HASH_BYTES; end <= all.length; end += HASH_BYTES) {
    if (all[end - 1] !== 0 && end - from < LARGEST_GROUP * HASH_BYTES) continue;
    groups.push(all.subarray(from, end));
    from = end;
  }
  if (from < all.length) groups.push(all.subarray(from));
  return groups;
}
