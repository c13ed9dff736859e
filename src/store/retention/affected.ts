import { keyOf } from '../hash';
import type { BlobHash, TreeHash } from '../../domain/ids';
import { BLOB_FIELDS, namedHashes, type NamedHash } from '../../domain/named-hashes';
import { joinPath } from '../../domain/files/paths';
import { HashSet } from '../hash-set';
import { Pace } from '../../machine/pace';
import { timesBelow } from '../times';
import { tryDecodeListing } from '../tree-listing';
import type { RefStore, TreeEntry } from '../types';
import { isJson } from './marker';
import { readRunRecord } from './run-records';

/** Something that a run names and that cannot be had whole. */
export interface Affected {
  run: string;
  workflowId?: string;
  /** The effect whose reference names it, directly or not. */
  effect: string;
  hash: BlobHash;
  problem: 'corrupt' | 'missing';
  /** Absent where it is no part of a tree: a report, a reply. */
  tree?: TreeHash;
  /** Path in the tree; empty for its root. */
  path?: string;
}

/** Health of all blobs of a tier. */
export interface BlobHealth {
  isWhole(hash: Buffer): boolean;
  isCorrupt(hash: BlobHash): boolean;
  /** Bytes of a whole blob. */
  read(hash: BlobHash): Promise<Buffer | undefined>;
}

/** Most findings of one run. */
const LISTED = 100;

/** Walks what runs name, and finds what of it is not whole. Resolves to at most 100 findings a run. */
export async function findAffected(
  refs: RefStore,
  runs: readonly string[],
  health: BlobHealth,
  signal?: AbortSignal,
): Promise<Affected[]> {
  const clean = new HashSet();
  const pace = new Pace(signal);
  const found: Affected[] = [];
  for (const run of runs) {
    const workflowId = (await readRunRecord(refs, run))?.workflowId;
    const walk = new RunWalk(health, clean, pace);
    for (const { effect, value } of await refs.list(run)) await walk.ref(effect, value);
    found.push(...walk.found.slice(0, LISTED).map((one) => ({ run, workflowId, ...one })));
  }
  return found;
}

type Finding = Omit<Affected, 'run' | 'workflowId'>;

class RunWalk {
  readonly found: Finding[] = [];
  private readonly seen = new HashSet();
  private effect = '';

  constructor(
    private readonly health: BlobHealth,
    /** Blobs that are whole with all that they name: shared by all runs. */
    private readonly clean: HashSet,
    private readonly pace: Pace,
  ) {}

  async ref(effect: string, value: string): Promise<void> {
    this.effect = effect;
    for (const named of namedHashes(value)) await this.document(named);
  }

  /** True if the blob and all that it names is whole. Hashes of other things than blobs are. */
  private async document({ hash, field }: NamedHash): Promise<boolean> {
    const key = keyOf(hash);
    if (this.clean.has(key)) return true;
    if (!this.seen.add(key)) return false;
    if (!this.health.isWhole(key)) {
      const isBlob = this.health.isCorrupt(hash) || BLOB_FIELDS.has(field ?? '');
      if (isBlob) this.report(hash);
      return !isBlob;
    }
    const bytes = (await this.health.read(hash)) ?? Buffer.alloc(0);
    if (this.pace.due) await this.pace.rest();
    let good = true;
    const entries = tryDecodeListing(bytes, hash);
    if (entries) good = await this.listing(hash as TreeHash, '', entries);
    else for (const named of namedIn(bytes)) good = (await this.document(named)) && good;
    if (good) this.clean.add(key);
    return good;
  }

  private async folder(tree: TreeHash, hash: BlobHash, path: string): Promise<boolean> {
    const key = keyOf(hash);
    if (this.clean.has(key)) return true;
    const bytes = this.health.isWhole(key) ? await this.health.read(hash) : undefined;
    const entries = bytes && tryDecodeListing(bytes, hash);
    if (!entries) return this.report(hash, { tree, path });
    if (this.pace.due) await this.pace.rest();
    const good = await this.listing(tree, path, entries);
    if (good) this.clean.add(key);
    return good;
  }

  private async listing(tree: TreeHash, folder: string, entries: readonly TreeEntry[]): Promise<boolean> {
    let good = true;
    for (const entry of entries) {
      if (entry.type === 'identity') continue;
      const path = joinPath(folder, entry.name);
      const whole =
        entry.type === 'dir'
          ? await this.folder(tree, entry.hash, path)
          : this.health.isWhole(keyOf(entry.hash)) || this.report(entry.hash, { tree, path });
      good = whole && good;
    }
    return good;
  }

  private report(hash: BlobHash, place: { tree?: TreeHash; path?: string } = {}): false {
    const problem = this.health.isCorrupt(hash) ? 'corrupt' : 'missing';
    this.found.push({ effect: this.effect, hash, problem, ...place });
    return false;
  }
}

/** Hashes that a blob names; the blob is no listing. */
function namedIn(bytes: Buffer): NamedHash[] {
  const below = timesBelow(bytes);
  if (below) return below.map((hash) => ({ hash, field: 'times' }));
  return isJson(bytes) ? namedHashes(bytes.toString('utf8')) : [];
}
