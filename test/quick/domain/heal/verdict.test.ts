import { unverifiedError, verdictText } from '../../../../src/domain/heal/verdict';
import type { Verification } from '../../../../src/domain/verification/verification';
import { failing, verification } from '../../../support/verifications';

const broken = (count: number) => ({ fixed: 0, broken: count, fixedIds: [], brokenIds: [] });
const RED = { success: false, passed: 0 };

describe('what people are told of a change', () => {
  it.each<[string, Partial<Verification>]>([
    ['all checks pass', { comparison: broken(0) }],
    [
      'all checks pass (verified by commands, whose verdict the code under test could influence)',
      { trust: 'command' },
    ],
    ['all checks pass, which are tests that were written for the change', { onlyGenerated: true }],
    ['1 test that passed before does not', { comparison: broken(1) }],
    ['2 tests that passed before do not', { success: false, comparison: broken(2) }],
    ['all 3 tests are skipped', { ...RED, skipped: 3 }],
    ['no test passes', RED],
    ['nothing verified it', { ...RED, trust: 'none' }],
  ])('is "%s"', (text, given) => {
    expect(verdictText(verification(given))).toBe(text);
  });

  it('counts what fails', () => {
    expect(verdictText(failing())).toBe('1 check fails');
    expect(verdictText(failing(undefined, { failed: 2, comparison: broken(1) }))).toBe(
      '2 checks fail, 1 test that passed before does not',
    );
  });
});

describe('why a change without a failure is no success', () => {
  it.each<[string, Partial<Verification>]>([
    ['its 3 tests are all skipped. Unskip some', { ...RED, skipped: 3 }],
    ['it has no tests and no checks. Add tests', { ...RED, trust: 'none' }],
    ['The change breaks 1 test that passed before.', { comparison: broken(1) }],
    [
      'Only 2 of the 3 tests',
      { comparison: { ...broken(1), unseen: ['Only 2 of the 3 tests that "npm test" passed before …'] } },
    ],
  ])('says %s', (text, given) => {
    expect(unverifiedError(verification(given))).toContain(text);
  });
});
