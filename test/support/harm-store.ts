import type { BlobHash } from '../../src/domain/ids';
import { keyOf } from '../../src/store/hash';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { OpenStore } from '../../src/store';
import type { LocalTier } from '../../src/store/local';
import { decodePackIndex } from '../../src/store/s3/pack';
import { packCount } from '../../src/store/s3/names';
import type { S3Server } from './s3-server';

/** Takes a blob out of a machine's own tier. */
export function loseLocally(local: LocalTier, hash: BlobHash): void {
  local.blobs.remove(hash);
}

/** Puts other bytes in the place of a small blob of a machine's own tier. */
export function harmLocally({ database }: LocalTier, hash: BlobHash, text: string): void {
  const sql = 'INSERT OR REPLACE INTO blobs (hash, bytes) VALUES (?, ?)';
  database.run(sql, keyOf(hash), Buffer.from(text));
}

/** Changes or removes all copies of a blob that a bucket holds, and the local one. */
export async function harmShared(
  store: OpenStore,
  server: S3Server,
  prefix: string,
  hash: BlobHash,
  how: 'damage' | 'lose',
): Promise<void> {
  loseLocally(store.local, hash);
  for (const [name, path] of server.objects(prefix)) {
    if (name.startsWith(`blobs/${hash}/`)) {
      if (how === 'lose') rmSync(path);
      else writeFileSync(path, Buffer.alloc(readFileSync(path).length, 'x'));
      continue;
    }
    const packed = decodePackIndex(readFileSync(path), packCount(name) ?? -1)?.find(
      (blob) => blob.hash === hash,
    );
    if (!packed) continue;
    if (how === 'lose') rmSync(path);
    else overwrite(path, packed.offset);
  }
}

function overwrite(path: string, at: number): void {
  const before = readFileSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from([255 - (before[at] ?? 0)]), 0, 1, at);
  closeSync(file);
}
