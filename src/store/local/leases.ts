import { hashBytes, keyOf, splitHashes } from '../hash';
import type { BlobHash } from '../../domain/ids';
import { bytesOf, type StoreDatabase } from './database';

const HASH_BYTES = 32;
/** Groups end where a hash's last byte is 0: 256 hashes on average, and one other hash changes one group only. */
const LARGEST_GROUP = 2_048;

/**
 * When blobs were last put or used. Kept in groups, as they were put: the id is the hash of the group's hashes. So a lease costs a capture one small write for hundreds of blobs, and none at all where the
 * same group was leased just before.
 */
export class LeaseTable {
  constructor(
    private readonly database: StoreDatabase,
    private readonly freshMs: number,
  ) {}

  /** Writes that lease blobs, by the bytes of their hashes; none where all are fresh. */
  note(hashes: Buffer): (() => void)[] {
    const now = Date.now();
    const writes: (() => void)[] = [];
    for (const group of groupsOf(hashes)) {
      const id = keyOf(hashBytes(group));
      const ms = this.database.value('SELECT ms FROM leases WHERE id = ?', id);
      if (ms !== undefined && now - Number(ms) < this.freshMs) continue;
      writes.push(() => this.database.run('INSERT OR REPLACE INTO leases VALUES (?, ?, ?)', id, now, group));
    }
    return writes;
  }

  /** Adds the blobs that were leased since a time to `leased`, of groups that are not among `known`, to which they are added. */
  addSince(sinceMs: number, known: Set<string>, leased: Set<BlobHash>): void {
    const { database } = this;
    for (const [id] of database.rows('SELECT hex(id) FROM leases WHERE ms >= ?', sinceMs)) {
      const name = String(id);
      if (known.has(name)) continue;
      known.add(name);
      const hashes = bytesOf(database.value('SELECT hashes FROM leases WHERE id = unhex(?)', name));
      for (const hash of splitHashes(hashes ?? Buffer.alloc(0))) leased.add(hash);
    }
  }

  /** Removes leases from before a time, as a part of a write. */
  removeBefore(ms: number): void {
    this.database.run('DELETE FROM leases WHERE ms < ?', ms);
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
