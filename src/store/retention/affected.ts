import type { BlobHash, TreeHash } from '../../domain/ids';
import { BLOB_FIELDS, namedHashes, type NamedHash } from '../../domain/named-hashes';
import { joinPath } from '../../domain/files/paths';
import { Pace } from '../../machine/pace';
import type { RefStore } from '../types';
import type { BlobReader } from './collection';
import { contentsOf, type Contents } from './marker';
import { readRunRecord } from './plan';

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

export interface BlobHealth {
  isWhole(hash: BlobHash): boolean;
  isCorrupt(hash: BlobHash): boolean;
  /** Bytes of a whole blob. */
  read: BlobReader;
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
  const clean = new Set<BlobHash>();
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
type Place = { tree: TreeHash; path: string };

class RunWalk {
  readonly found: Finding[] = [];
  private readonly seen = new Set<BlobHash>();
  private effect = '';

  constructor(
    private readonly health: BlobHealth,
    /** Blobs that are whole with all that they name: shared by all runs. */
    private readonly clean: Set<BlobHash>,
    private readonly pace: Pace,
  ) {}

  async ref(effect: string, value: string): Promise<void> {
    this.effect = effect;
    for (const named of namedHashes(value)) await this.document(named);
  }

  /** True if the blob and all that it names is whole. Hashes of other things than blobs are. */
  private async document({ hash, field }: NamedHash): Promise<boolean> {
    if (this.clean.has(hash)) return true;
    if (this.seen.has(hash)) return false;
    this.seen.add(hash);
    const { isWhole, isCorrupt } = this.health;
    if (!isWhole(hash)) {
      const isBlob = isCorrupt(hash) || BLOB_FIELDS.has(field ?? '');
      return isBlob ? this.report(hash) : true;
    }
    return this.opened(hash, { tree: hash as TreeHash, path: '' }, await this.contents(hash));
  }

  private async folder(hash: BlobHash, place: Place): Promise<boolean> {
    if (this.clean.has(hash)) return true;
    const contents = this.health.isWhole(hash) ? await this.contents(hash) : {};
    return contents.entries ? this.opened(hash, place, contents) : this.report(hash, place);
  }

  private async contents(hash: BlobHash): Promise<Contents> {
    if (this.pace.due) await this.pace.rest();
    const bytes = await this.health.read(hash);
    return bytes ? contentsOf(bytes, hash) : {};
  }

  /** Walks what a whole blob names; `place` is its own in a tree. */
  private async opened(
    hash: BlobHash,
    { tree, path: folder }: Place,
    { entries = [], times = [], named = [] }: Contents,
  ): Promise<boolean> {
    let good = true;
    for (const entry of entries) {
      const place = { tree, path: joinPath(folder, entry.name) };
      const isFine =
        entry.type === 'dir'
          ? await this.folder(entry.hash, place)
          : entry.type === 'identity' || this.health.isWhole(entry.hash) || this.report(entry.hash, place);
      good &&= isFine;
    }
    for (const one of [...times.map((below) => ({ hash: below, field: 'times' })), ...named])
      good = (await this.document(one)) && good;
    if (good) this.clean.add(hash);
    return good;
  }

  private report(hash: BlobHash, place?: Place): false {
    const problem = this.health.isCorrupt(hash) ? 'corrupt' : 'missing';
    this.found.push({ effect: this.effect, hash, problem, ...place });
    return false;
  }
}
