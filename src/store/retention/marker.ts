import { keyOf } from '../hash';
import type { BlobHash } from '../../domain/ids';
import { namedHashes } from '../../domain/named-hashes';
import { HashSet } from '../hash-set';
import { Pace } from '../../machine/pace';
import { timesBelow } from '../times';
import { tryDecodeListing } from '../tree-listing';

/** Larger documents name nothing: results and records are far smaller. */
const DOCUMENT_LIMIT = 64 * 1024 * 1024;

/** A collection that would take more than it may. */
export class CollectRefusedError extends Error {
  override name = 'CollectRefusedError';
}

/** Kind that a marked blob is read as. A document may be a listing too. */
type Kind = 'listing' | 'times' | 'document';

/**
 * Marks everything that references name: blobs, what directory listings among them hold, the times of sub-folders that
 * blobs of times name, and what JSON documents among them name in turn. Files of trees are marked and not read.
 */
export class Marker {
  readonly marked = new HashSet();
  /** Bytes of the files that were marked, each once. */
  bytes = 0;
  /** Folders that are named and cannot be read. */
  private lost = 0;
  private readonly walked = new HashSet();
  private readonly pace: Pace;

  constructor(
    /** Undefined where the blob cannot be had. */
    private readonly read: (hash: BlobHash) => Promise<Buffer | undefined>,
    private readonly signal?: AbortSignal,
    /** Marker whose marks count as marked here. */
    private readonly base?: Marker,
  ) {
    this.pace = new Pace(signal);
  }

  /** Bytes that marking these texts would add. Marks nothing. */
  async bytesMoreFor(texts: readonly string[]): Promise<number> {
    const trial = new Marker(this.read, this.signal, this);
    for (const text of texts) await trial.markText(text);
    return trial.bytes;
  }

  /** Marks what the value of a reference, or another text, names. */
  async markText(text: string): Promise<void> {
    for (const { hash } of namedHashes(text)) await this.mark(hash);
  }

  /** Throws where folders could not be read: what they hold would be taken for garbage. */
  refuseLost(): void {
    if (this.lost === 0) return;
    throw new CollectRefusedError(
      `${this.lost} folders that runs name are missing or damaged, so nothing was collected: kintsugi store verify shows them, and kintsugi store gc --force collects what is in them as well.`,
    );
  }

  private async mark(first: BlobHash): Promise<void> {
    const open: { hash: BlobHash; kind: Kind }[] = [{ hash: first, kind: 'document' }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { hash, kind } = next;
      const key = keyOf(hash);
      this.add(key);
      // The bytes of a file may be those of a listing, so being marked does not mean having been walked.
      if (this.base?.walked.has(key) || !this.walked.add(key)) continue;
      const bytes = await this.read(hash);
      if (bytes) this.open(bytes, hash, kind, open);
      else if (kind !== 'document') this.lost += 1;
      if (this.pace.due) await this.pace.rest();
    }
  }

  private add(key: Buffer): boolean {
    return !this.base?.marked.has(key) && this.marked.add(key);
  }

  private open(bytes: Buffer, hash: BlobHash, kind: Kind, into: { hash: BlobHash; kind: Kind }[]): void {
    this.bytes += bytes.length;
    // Bytes that only look like a listing name nothing.
    const entries = tryDecodeListing(bytes, hash);
    for (const entry of entries ?? []) {
      if (entry.type === 'dir') into.push({ hash: entry.hash, kind: 'listing' });
      else if (entry.type !== 'identity' && this.add(keyOf(entry.hash))) this.bytes += entry.size;
    }
    for (const below of timesBelow(bytes) ?? []) into.push({ hash: below, kind: 'times' });
    if (!entries && kind === 'document' && bytes.length <= DOCUMENT_LIMIT && isJson(bytes))
      for (const named of namedHashes(bytes.toString('utf8')))
        into.push({ hash: named.hash, kind: 'document' });
  }
}

/** True if bytes may be a JSON object or array. */
export function isJson(bytes: Buffer): boolean {
  return bytes[0] === 0x7b || bytes[0] === 0x5b;
}
