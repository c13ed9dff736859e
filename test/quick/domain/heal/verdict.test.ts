import { signedReason } from '../../../../src/domain/heal/standing';
import { decidingQuestion } from '../../../../src/domain/heal/ambiguity';
import { contradictionChoice } from '../../../../src/domain/heal/contradiction';
import { unverifiedError, verdictText } from '../../../../src/domain/heal/verdict';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asBlob, asTree } from '../../../support/hashes';
import { failing, verification } from '../../../support/verifications';

const broken = (count: number) => ({ fixed: 0, broken: count, fixedIds: [], brokenIds: [] });
const RED = { success: false, passed: 0 };

describe('what people are told of a change', () => {
  it.each<[string, Partial<Verification>]>([
    ['all checks pass', { comparison: broken(0) }],
    [
      'all checks pass; the checks ran as ordinary commands, so the code under test could fake their result',
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

const UNCOUNTED = { of: 'uncounted' as const, check: 'npm test', passed: 2, needed: 3, green: false };

describe('why a change without a failure is no success', () => {
  it.each<[string, Partial<Verification>]>([
    ['its 3 tests are all skipped. Unskip some', { ...RED, skipped: 3 }],
    ['it has no tests and no checks. Add tests', { ...RED, trust: 'none' }],
    ['The change breaks 1 test that passed before.', { comparison: broken(1) }],
    ['Only 2 of the 3 tests', { comparison: { ...broken(1), unseen: [UNCOUNTED] } }],
  ])('says %s', (text, given) => {
    expect(unverifiedError(verification(given), 'en')).toContain(text);
  });
});

describe('a question about a change', () => {
  const contradiction = { test: 'adds', at: 'test/a.test.ts:2', expected: '3', received: '4' };
  const change = { tree: asTree(asBlob('a'.repeat(64))), diff: asBlob('b'.repeat(64)) };
  it.each([
    ['ko', '어느 쪽이 맞습니까', '모든 검사 통과; 검사를 일반 명령으로 실행', '의심스러운 점'],
    ['zh', '哪个正确', '所有检查通过; 检查以普通命令运行', '可疑之处'],
    ['en', 'Which is right?', 'all checks pass; the checks ran as ordinary commands', 'has'],
  ] as const)('speaks %s', (language, which, verdict, signs) => {
    expect(contradictionChoice(contradiction, change, language).question).toContain(which);
    expect(verdictText(verification({ trust: 'command' }), language)).toContain(verdict);
    expect(signedReason('repair', ['special-case'], language)).toContain(signs);
    const question = decidingQuestion('f(1)', [{ letter: 'A', answer: '2' }, { letter: 'B' }], language);
    expect(question).toMatch(
      language === 'en' ? /would be 2 with A, unknown with B/ : /^`f\(1\)`[^A-Za-z]+A/,
    );
  });
});
