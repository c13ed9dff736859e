import type { BlobHash } from '../../domain/ids';
import { EXIT, KintsugiError } from '../../domain/kintsugi-error';
import { namedHashes, type NamedHash } from '../../domain/named-hashes';
import { Pace } from '../../machine/pace';
import { timesBelow } from '../times';
import { tryDecodeListing } from '../tree-listing';
import type { TreeEntry } from '../types';

/** Larger documents name nothing: results and records are far smaller. */
const DOCUMENT_LIMIT = 64 * 1024 * 1024;

/** A collection that would take more than it may. */
export class CollectRefusedError extends KintsugiError {
  override name = 'CollectRefusedError';

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** Kind that a marked blob is read as. A document may be a listing too. */
type Kind = 'listing' | 'times' | 'document';

export interface Contents {
  /** Of a directory listing. */
  entries?: readonly TreeEntry[];
  /** Blobs of times of sub-folders. */
  times?: readonly BlobHash[];
  /** In a JSON document. */
  named?: readonly NamedHash[];
}

/** Reads what a blob names. Bytes that only look like a listing name nothing. */
export function contentsOf(bytes: Buffer, hash: BlobHash): Contents {
  const entries = tryDecodeListing(bytes, hash);
  if (entries) return { entries };
  const times = timesBelow(bytes);
  if (times) return { times };
  const isJson = (bytes[0] === 0x7b || bytes[0] === 0x5b) && bytes.length <= DOCUMENT_LIMIT;
  return isJson ? { named: namedHashes(bytes.toString('utf8')) } : {};
}

/**
 * Marks everything that references name: blobs, what directory listings among them hold, the times of sub-folders that
 * blobs of times name, and what JSON documents among them name in turn. Files of trees are marked and not read.
 */
export class Marker {
  readonly marked = new Set<BlobHash>();
  /** Bytes of the files that were marked, each once. */
  bytes = 0;
  /** Folders that are named and cannot be read. */
  private lost = 0;
  private readonly walked = new Set<BlobHash>();
  private readonly pace: Pace;

  constructor(
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
      this.add(hash);
      // The bytes of a file may be those of a listing, so being marked does not mean having been walked.
      if (this.base?.walked.has(hash) || this.walked.has(hash)) continue;
      this.walked.add(hash);
      const bytes = await this.read(hash);
      if (bytes) open.push(...this.open(bytes, hash, kind));
      else if (kind !== 'document') this.lost += 1;
      if (this.pace.due) await this.pace.rest();
    }
  }

  /** False for what was marked before. */
  private add(hash: BlobHash): boolean {
    if (this.base?.marked.has(hash) || this.marked.has(hash)) return false;
    this.marked.add(hash);
    return true;
  }

  /** Marks the files of a listing; what else a blob names is to be marked next. */
  private open(bytes: Buffer, hash: BlobHash, kind: Kind): { hash: BlobHash; kind: Kind }[] {
    this.bytes += bytes.length;
    const { entries = [], times = [], named = [] } = contentsOf(bytes, hash);
    const next: { hash: BlobHash; kind: Kind }[] = times.map((below) => ({ hash: below, kind: 'times' }));
    for (const entry of entries) {
      if (entry.type === 'dir') next.push({ hash: entry.hash, kind: 'listing' });
      else if (entry.type !== 'identity' && this.add(entry.hash)) this.bytes += entry.size;
    }
    if (kind === 'document') for (const one of named) next.push({ hash: one.hash, kind });
    return next;
  }
}
