import { randomBytes } from 'node:crypto';
import { HashSet } from '../../../../src/store/hash-set';

test('holds what a set of strings holds, over several growths', () => {
  const set = new HashSet();
  const strings = new Set<string>();
  const all = randomBytes(32 * 5_000);
  for (let count = 0; count < 12_000; count += 1) {
    const at = 32 * Math.floor(Math.random() * 5_000);
    const text = all.toString('hex', at, at + 32);
    expect(set.add(all, at)).toBe(!strings.has(text));
    strings.add(text);
  }
  expect(set.size).toBe(strings.size);
  for (let at = 0; at < all.length; at += 32)
    expect(set.has(all, at)).toBe(strings.has(all.toString('hex', at, at + 32)));
});

test('tells hashes apart that begin alike', () => {
  const [one, two] = [Buffer.alloc(32), Buffer.alloc(32)];
  two[31] = 1;
  const set = new HashSet();
  expect([set.add(one), set.has(two), set.add(two), set.add(one), set.size]).toEqual([
    true,
    false,
    true,
    false,
    2,
  ]);
});
