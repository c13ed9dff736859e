import { asBlob } from '../../support/hashes';
import fc from '../../support/fast-check';
import { identityOf, identityTimeUs, readIdentity } from '../../../src/store/identity';
import { decodeListing, encodeListing } from '../../../src/store/tree-listing';

const unsigned = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const signed = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('an identity tells device, inode and times, before 1970 too', () => {
  fc.assert(
    fc.property(unsigned, unsigned, signed, signed, (dev, ino, mtimeNs, birthtimeNs) => {
      const identity = { dev, ino, mtimeNs, birthtimeNs };
      expect(identityOf(identity)).toMatch(/^[0-9a-f]{64}$/);
      expect(readIdentity(identityOf(identity))).toEqual(identity);
    }),
  );
});

test('the time of an identity is in whole microseconds', () => {
  const hash = identityOf({ dev: 1n, ino: 2n, mtimeNs: 1_700_000_000_123_456_789n, birthtimeNs: 0n });
  expect(identityTimeUs(hash)).toBe(1_700_000_000_123_456);
});

test('a listing holds identities beside files', () => {
  const hash = identityOf({ dev: 1n, ino: 2n, mtimeNs: 3n, birthtimeNs: 4n });
  const entries = [{ name: 'film', type: 'identity' as const, mode: 0o644, hash, size: 5_000_000_000 }];
  expect(decodeListing(encodeListing(entries), asBlob('ab'.repeat(32)))).toEqual(entries);
});
