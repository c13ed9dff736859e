import { healMachine } from '../../../../src/domain/heal/machine';
import { HealInput } from '../../../../src/domain/heal/input';
import { asTree } from '../../../support/hashes';
import {
  base,
  baseline,
  diffTo,
  directory,
  noUsage,
  play,
  round,
  start,
  won,
  type Move,
} from '../../../support/healing-machine';
import { candidate, failing, verification } from '../../../support/verifications';

const CHANGED = asTree('e'.repeat(64));
const executed: Move = {
  type: 'executed',
  tree: CHANGED,
  changedFiles: ['src/sum.ts'],
  summary: 'added sum',
  usage: noUsage,
};
const red: Move = { type: 'verified', verification: failing(undefined, { tree: CHANGED }) };

/** Phase of a run after each number of moves, from none to all. */
function phasesOf(input: object, moves: readonly Move[]): string[] {
  const first = start(input, true);
  return moves.map((_, count) => play(first, moves.slice(0, count))).map(({ state }) => state.phase.name);
}

describe('a run says by its phase what it is at', () => {
  it('a request is carried out, confirmed, repaired and delivered', () => {
    const moves = [baseline(verification()), executed, red, won('d'), baseline()];
    expect(phasesOf({ request: 'add a sum', generateTests: false }, moves)).toEqual([
      'baseline',
      'request',
      'confirming',
      'round',
      'delivering',
    ]);
  });

  it('a round without a winner leads to the next one, and the last one to the end', () => {
    const moves = [baseline(), round(), round(), baseline()];
    expect(phasesOf({ maxAttempts: 2 }, moves)).toEqual(['baseline', 'round', 'round', 'delivering']);
  });

  it('a winner that only the sandbox calls green is confirmed as the one of its round', () => {
    const known = baseline(failing(undefined, { ownRunner: {} }));
    const { state, effect } = play(start(), [
      known,
      won('d', verification({ tree: asTree('d'.repeat(64)) })),
    ]);
    expect(effect.type).toBe('confirm');
    expect(state).toMatchObject({
      phase: { name: 'confirming', round: { winner: { candidate: { tree: candidate('d').tree } } } },
    });
  });

  it('a rollback leads back to the phase that its files belong to', () => {
    const back: Move = { type: 'rolled-back', tree: base, reason: 'rolled back' };
    const asked = play(start(), [
      baseline(),
      won('d'),
      { type: 'compared', diff: diffTo(candidate('d').tree) },
    ]);
    expect([asked.state.phase.name, play(asked, [back]).state.phase.name]).toEqual(['delivering', 'round']);
    expect(play(start(), [back]).state.phase.name).toBe('baseline');
  });
});

it('a phase refuses an event that none of its effects comes to', () => {
  const { state } = play(start(), [baseline()]);
  const event = { type: 'compared', diff: diffTo(base) } as const;
  expect(() => healMachine.decide(state, event)).toThrow('a round has no use for what was compared');
  const first = healMachine.start(HealInput.parse({ directory }), { id: 'heal-1' });
  expect(() => healMachine.decide(first.state, event)).toThrow('a run that begins has no use');
});
