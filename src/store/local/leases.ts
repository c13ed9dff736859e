import { hashBytes, keyOf, splitHashes } from '../hash';
import type { BlobHash } from '../../domain/ids';
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
      const key = keyOf(hashBytes(group));
      const known = this.table.get(key);
      if (known && now - known.readDoubleBE(0) < this.freshMs) continue;
      const value = Buffer.allocUnsafe(TIME_BYTES + group.length);
      value.writeDoubleBE(now, 0);
      group.copy(value, TIME_BYTES);
      writes.push(() => this.table.put(key, value));
    }
    return writes;
  }

  /** Adds the blobs that were leased since a time to `leased`, of groups that are not among `known`, to which they are added. */
  addSince(sinceMs: number, known: Set<string>, leased: Set<BlobHash>): void {
    for (const key of this.table.keys()) {
      const name = key.toString('latin1');
      const value = known.has(name) ? undefined : this.table.get(key);
      if (!value || value.readDoubleBE(0) < sinceMs) continue;
      known.add(name);
      for (const hash of splitHashes(value.subarray(TIME_BYTES))) leased.add(hash);
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
