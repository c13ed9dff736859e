import fc from 'fast-check';
import { seenTogether, type SeenFile, type Stretch, unseenOf } from '../../../../src/domain/files/seen';
import { asBlob } from '../../../support/hashes';

const hash = asBlob('a'.repeat(64));

test('what is shown of a text leaves the rest unseen', () => {
  expect(unseenOf([], 9)).toEqual([[0, 9]]);
  expect(unseenOf([[2, 4], [4, 6]], 9)).toEqual([[0, 2], [6, 9]]); // prettier-ignore
  expect(unseenOf([[0, 10]], 9)).toEqual([]);
});

test('a look at another text replaces what was known', () => {
  const other = { hash: asBlob('b'.repeat(64)), unseen: [[0, 3]] as Stretch[] };
  expect(seenTogether({ hash }, other)).toBe(other);
});

test('a character is known once it was shown, whatever else was', () => {
  const stretch = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]): Stretch => [Math.min(a, b), Math.max(a, b)]);
  const look = fc.array(stretch, { maxLength: 6 }).map((all) => all.sort(([a], [b]) => a - b));
  fc.assert(
    fc.property(fc.array(look, { minLength: 1, maxLength: 5 }), (looks) => {
      let known: SeenFile | undefined;
      for (const shown of looks) known = seenTogether(known, { hash, unseen: unseenOf(shown, 31) });
      for (let at = 0; at < 31; at += 1) {
        const isShown = looks.flat().some(([from, to]) => from <= at && at < to);
        const isUnseen = known?.unseen?.some(([from, to]) => from <= at && at < to) ?? false;
        expect(isUnseen).toBe(!isShown);
      }
    }),
  );
});

test('many stretches become few, and none of them seems to be seen', () => {
  const shown = Array.from({ length: 500 }, (_, n): Stretch => [2 * n, 2 * n + 1]);
  const unseen = unseenOf(shown, 1_000);
  expect(unseen).toHaveLength(50);
  for (let at = 1; at < 1_000; at += 2) expect(unseen.some(([from, to]) => from <= at && at < to)).toBe(true);
});
