import { withoutWays } from '../../../../src/domain/heal/failure-report';
import { MOST_ATTEMPTS } from '../../../../src/domain/heal/input';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import type { ForkOutcome } from '../../../../src/domain/run/fork';
import { asTree } from '../../../support/hashes';
import {
  begin,
  better,
  play,
  baseline,
  resultOf,
  round,
  start,
  won,
  withFacts,
} from '../../../support/healing-machine';
import { verification } from '../../../support/verifications';

const adviceOf = (input: object, rounds: number, given = {}): string => {
  const moves = Array.from({ length: rounds }, () => round(given));
  return resultOf(play(start(input, true), [baseline(), ...moves])).failureReport ?? '';
};

describe('the advice of a failure report', () => {
  it('is more attempts where all of them were used', () => {
    expect(adviceOf({ maxAttempts: 1 }, 1)).toContain('--max-attempts 3');
  });

  it('is another mode only where no model was asked in this one', () => {
    const asked = adviceOf({ maxAttempts: 1 }, 1);
    const part = play(start({ maxAttempts: 1 }, true), [baseline(), won('d', better())]);
    expect(asked).not.toContain('--mode precision');
    expect(resultOf(part).failureReport).toContain('--mode precision');
  });

  it('is no more than the most attempts that there may be', () => {
    const played = play(start({ maxAttempts: 1 }, true), [baseline(), round()]);
    const after = (rounds: number): string => {
      const input = { ...played.state.facts.input, maxAttempts: rounds };
      return resultOf(withFacts(played, { rounds, input })).failureReport ?? '';
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

  it('is no other try of a search that found nothing and would find the same again', () => {
    const after = (rounds: number): string | undefined => {
      const moves = Array.from({ length: rounds }, () => round());
      return resultOf(play(start({ maxAttempts: rounds }), [baseline(), ...moves])).failureReport;
    };
    expect(after(1)).toContain('--max-attempts 3');
    expect(after(3)).toContain('KINTSUGI_MODEL');
    expect(after(3)).not.toContain('--max-attempts');
  });

  it('is neither a mode of repair nor more attempts where no repair was tried', () => {
    const undone = (event: object, input = {}, before = baseline()): string => {
      const failed = { type: 'execution-failed', error: 'No edits.', usage: NO_USAGE, ...event } as const;
      return (
        resultOf(play(start({ request: 'add a page', ...input }, true), [before, failed])).failureReport ?? ''
      );
    };
    const refused = undone({ modelFailure: 'The endpoint refuses the key.' });
    expect(refused).toContain('mend what kept the model from answering: The endpoint refuses the key.');
    const none = verification({ success: false, trust: 'none', passed: 0, testFiles: 0 });
    const untested = undone({ modelFailure: 'The endpoint refuses the key.' }, {}, baseline(none));
    expect(untested).toContain('mend what kept the model from answering');
    expect(untested).not.toMatch(/--check|kintsugi diff/);
    for (const report of [refused, untested, undone({})])
      expect(report).not.toMatch(/--mode|--max-attempts|kintsugi heal/);
    expect(undone({})).toContain('kintsugi agent DIR');
    expect(refused).not.toContain('kintsugi agent');
  });

  it.each([
    ['a request', { request: 'add a page' }, { tool: 'execute', summary: 'carry out the request' }],
    ['a repair', {}, { tool: 'repair', summary: 'look for repair 1' }],
  ])('is to look at the policy, and nothing else to try, where it denies %s', (_, input, act) => {
    const denied = { type: 'denied', act, reason: 'Ann does it.' } as const;
    const { failureReport: report = '', message } = resultOf(play(start(input, true), [baseline(), denied]));
    expect(report.slice(report.indexOf('How to go on:')).split('\n')).toEqual([
      'How to go on:',
      '  - see what the policy denies or asks about: kintsugi policy list',
      '  - your files are unchanged',
    ]);
    expect(message).toContain('Ann does it.');
  });

  it('is none where a fork with a request conflicts with the directory: its sentence says what does', () => {
    const fork = {
      of: 'heal-old',
      checkpoint: 2,
      start: asTree('d'.repeat(64)),
      left: [asTree('a'.repeat(64))],
    };
    const conflicts = [{ path: 'a.ts', reason: 'both sides changed it' }];
    const outcome = { status: 'conflict', conflicts } as ForkOutcome;
    const ended = begin({ fork, request: 'add a page' }, { modelConfigured: true }, outcome);
    expect(resultOf(ended).failureReport).toBeUndefined();
    expect(resultOf(ended).message).toContain('do not go together: a.ts');
  });

  it('names no kind of error by the name that programs have for it', () => {
    const report = adviceOf({ maxAttempts: 1 }, 1);
    expect(report).toMatch(/\[Attempt 1\] \w+ error: /);
  });

  it('is left out where a session tells of a part of it, which has none of its commands', () => {
    const report = adviceOf({ maxAttempts: 1 }, 1);
    expect(withoutWays(report)).not.toContain('--max-attempts');
    expect(report.startsWith(withoutWays(report))).toBe(true);
    expect(withoutWays(report)).toContain('Attempt history:');
  });
});
