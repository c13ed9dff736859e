import { vanishedIds, withVanished } from '../../../../src/domain/heal/transitions';
import { verification } from '../../../support/verifications';

const UNSEEN = 'Only 2 of the 3 tests that "npm test" passed before were seen passing again.';

describe('tests that vanish', () => {
  it('are failures of tests, and told by their ids', () => {
    const seen = withVanished(
      verification({ comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: ['a.test.ts > adds'] } }),
      'en',
    );
    expect(seen.failures).toMatchObject([{ id: 'a.test.ts > adds', check: 'a.test.ts', kind: 'tests' }]);
    expect(vanishedIds(seen)).toEqual(['a.test.ts > adds']);
  });

  it('inside a command are a failure of the command, in its sentence', () => {
    const unseen = [{ of: 'uncounted' as const, check: 'npm test', passed: 2, needed: 3, green: false }];
    const comparison = { fixed: 0, broken: 1, fixedIds: [], brokenIds: ['npm test'], unseen };
    const [failed] = withVanished(verification({ comparison }), 'en').failures;
    expect(failed).toMatchObject({ id: 'npm test', kind: 'command', failure: { message: UNSEEN } });
  });
});
