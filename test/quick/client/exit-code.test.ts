import { exitCodeOf } from '../../../src/client/cli/render';
import type { HealResult } from '../../../src/domain/heal/result';

const result = (given: Partial<HealResult>) =>
  ({ status: 'recovered', delivery: { status: 'published', files: [] }, ...given }) as HealResult;

describe('the exit code', () => {
  it.each([
    ['a published repair', {}, 0],
    ['a green project', { status: 'completed', delivery: { status: 'nothing-to-publish' } }, 0],
    ['a conflict', { delivery: { status: 'conflict', conflicts: [] } }, 1],
    ['a part', { delivery: { status: 'partial', files: ['a'], left: [], leftCount: 1 } }, 6],
    [
      'a part that is not green',
      {
        status: 'failed_after_repair',
        delivery: { status: 'partial', files: ['a'], left: [], leftCount: 1 },
      },
      1,
    ],
    ['a dry run', { delivery: { status: 'planned', would: 'conflict', files: [], conflicts: [] } }, 0],
    ['a rejection', { delivery: { status: 'rejected', reason: '' } }, 1],
    ['an expired question', { delivery: { status: 'expired' } }, 1],
    ['a failed repair', { status: 'failed_after_repair', delivery: { status: 'nothing-to-publish' } }, 1],
    ['a published change that is not green', { status: 'failed_after_repair' }, 1],
    ['a failure', { status: 'failed', delivery: { status: 'nothing-to-publish' } }, 1],
    ['bad input', { status: 'failed', badInput: 'x', delivery: { status: 'nothing-to-publish' } }, 2],
    ['a project that nothing can judge', { status: 'failed', badInput: 'x', unjudged: true }, 7],
  ] as const)('of %s', (_, given, code) => {
    expect(exitCodeOf(result(given as Partial<HealResult>))).toBe(code);
  });
});
