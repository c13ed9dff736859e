import { createOutput } from '../../../src/client/cli/output';
import { renderResult } from '../../../src/client/cli/render';
import { apiResponse } from '../../../src/domain/heal/api-response';
import type { HealResult } from '../../../src/domain/heal/result';
import { baseline, play, resultOf, start, won } from '../../support/healing-machine';
import { verification } from '../../support/verifications';

const output = createOutput({ json: false, color: false });

function repaired(trust: HealResult['trust']): HealResult {
  const comparison = { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] };
  const noticed = trust === 'command' ? [{ type: 'tried-broken' as const, unnoticed: [] }] : [];
  return resultOf(play(start(), [baseline(), won('d', verification({ trust, comparison })), ...noticed]));
}

describe('whose verdict a result is', () => {
  it.each([
    ['sandbox', '5 passed, 0 failed'],
    [
      'command',
      '5 passed, 0 failed; the checks ran as ordinary commands, so the code under test could fake their result',
    ],
    [
      'mixed',
      '5 passed, 0 failed; some checks ran as ordinary commands, so the code under test could fake their result',
    ],
  ] as const)('%s is told with the verdict', (trust, line) => {
    const result = repaired(trust);
    expect(result.trust).toBe(trust);
    expect(renderResult(result, { seconds: 1 }, output).split('\n')).toContain(`  ${line}`);
    expect(apiResponse(result).selfRepairResult.repairHistory[0]?.verificationResult?.output).toBe(
      `${line.replace('5 passed', '5 tests passed')}\n$ npx jest test/sum.test.ts\npasses in the verification`,
    );
  });

  it('is not told where nothing was verified', () => {
    const { trust, ...unverified } = repaired('command');
    expect(trust).toBe('command');
    expect(renderResult(unverified, { seconds: 1 }, output)).not.toContain('verified by');
  });
});
