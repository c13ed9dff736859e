import type { LocalTier } from '../../src/store/local';
import type { LocalParts } from '../../src/store/local/parts';

/** The inside of a machine's own tier, for tests that harm or watch it. */
export function partsOf(local: LocalTier): LocalParts {
  return local as LocalTier & LocalParts;
}
