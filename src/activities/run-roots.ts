import { shortHash } from '../machine/hash';
import { Lru } from '../machine/lru';
import type { EffectKey } from '../domain/ids';
import { namedHashes, type NamedHash } from '../domain/named-hashes';
import type { RunRecord } from '../domain/run/retention';
import { keepRunRecord } from '../store/retention';
import { rootRef, type BlobStore, type RefStore } from '../store';

/** Runs whose named blobs are remembered, so that they are not written again. */
const REMEMBERED = 200;
/** A reference holds small values; a longer list is a blob. */
const INLINE_CHARS = 16_000;

export type RunFacts = Omit<RunRecord, 'version' | 'namespaceId'>;

/**
 * Names the inputs and results of activities by references of their run. While the run is open or kept, no collection
 * takes what they name.
 */
export class RunRoots {
  private readonly known = new Lru<string, Set<string>>(REMEMBERED);

  constructor(
    private readonly stores: { refs: RefStore; blobs: BlobStore },
    /** Id of the namespace that the worker polls; absent where it could not be asked for. */
    private readonly namespaceId?: string,
  ) {}

  /** To be called before an activity works: it may be the first to name what another run has stored. */
  async begin(key: EffectKey, facts: RunFacts, input: unknown): Promise<void> {
    if (!this.known.get(key.run)) {
      const record: RunRecord = { version: 1, ...facts, namespaceId: this.namespaceId };
      await keepRunRecord(this.stores.refs, key.run, record);
      this.remember(key.run);
    }
    await this.name(key, 'given', input);
  }

  /** To be called before an activity returns. A result that is a hash alone is a blob's. */
  async end(key: EffectKey, result: unknown): Promise<void> {
    await this.name(key, 'made', typeof result === 'string' ? { blob: result } : result);
  }

  noteNamed(key: EffectKey, result: unknown): void {
    const known = this.remember(key.run);
    for (const { hash } of hashesIn(result)) known.add(hash);
  }

  private async name(key: EffectKey, how: 'given' | 'made', value: unknown): Promise<void> {
    const known = this.remember(key.run);
    const fresh = hashesIn(value).filter(({ hash }) => !known.has(hash));
    if (fresh.length === 0) return;
    // With their fields, which tell what is a blob's hash.
    const text = JSON.stringify(fresh.map(({ hash, field = 'hash' }) => ({ [field]: hash })));
    const id = shortHash(text);
    const { refs, blobs } = this.stores;
    const kept =
      text.length <= INLINE_CHARS ? text : JSON.stringify([{ blob: await blobs.put(Buffer.from(text)) }]);
    await refs.putOnce(rootRef(key, how, id), kept);
    for (const { hash } of fresh) known.add(hash);
  }

  /** The hashes that are known to be named by a run; the runs used least recently are forgotten. */
  private remember(run: string): Set<string> {
    return this.known.getOr(run, () => new Set());
  }
}

function hashesIn(value: unknown): NamedHash[] {
  return namedHashes(JSON.stringify(value) ?? '');
}
