import type { LocalTier } from '../../src/store/local';
import { LmdbTier } from '../../src/store/local/local-tier';
import type { LocalParts } from '../../src/store/local/parts';

/** The inside of a machine's own tier, for tests that harm or watch it. */
export function partsOf(local: LocalTier): LocalParts {
  if (local instanceof LmdbTier) return local.parts;
  throw new Error('this tier is not over LMDB');
}
