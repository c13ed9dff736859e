import { MOST_ATTEMPTS } from '../../../../src/domain/heal/input';
import { play, baseline, resultOf, round, start } from '../../../support/healing-machine';

const adviceOf = (input: object, rounds: number, given = {}): string => {
  const moves = Array.from({ length: rounds }, () => round(given));
  return resultOf(play(start(input, true), [baseline(), ...moves])).failureReport ?? '';
};

describe('the advice of a failure report', () => {
  it('is more attempts where all of them were used', () => {
    expect(adviceOf({ maxAttempts: 1 }, 1)).toContain('--max-attempts 3');
    expect(adviceOf({ maxAttempts: 1 }, 1)).toContain('--mode precision');
  });

  it('is no more than the most attempts that there may be', () => {
    const played = play(start({ maxAttempts: 1 }, true), [baseline(), round()]);
    const after = (rounds: number): string => {
      const input = { ...played.state.input, maxAttempts: rounds };
      return resultOf({ ...played, state: { ...played.state, rounds, input } }).failureReport ?? '';
    };
    expect(after(MOST_ATTEMPTS - 1)).toContain(`--max-attempts ${MOST_ATTEMPTS}`);
    expect(after(MOST_ATTEMPTS)).not.toContain('--max-attempts');
  });

  it('is to mend what kept the model from answering, and not to ask it again', () => {
    const report = adviceOf({ maxAttempts: 1 }, 1, { modelFailure: 'The endpoint refuses the key.' });
    expect(report).toContain('The endpoint refuses the key.');
    expect(report).not.toContain('--max-attempts');
    expect(report).not.toContain('--mode precision');
  });
});
