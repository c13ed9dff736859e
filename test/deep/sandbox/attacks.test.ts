import type { Attack } from '../../../bench/attack/attacks';
import { ATTACK_LIMITS } from '../../../bench/attack/lane';
import { isBomb } from '../../../bench/attack/verdict';
import { createSandbox } from '../../../src/sandbox';
import { program } from '../../support/sandbox-kit';
import { ATTACK_FILES, attacksOf, runAttacks } from '../../support/attack-runs';

/** Most that the worker may grow above its idle memory, bytes. */
const MAX_GROWTH = 150 * 1024 * 1024;

/** A program whose variants must bring nothing into each other. */
const ADDING = {
  'solution.ts': `export const attack = (): string => 'no'; export const add = (a: number, b: number): number => a - b;`,
  'solution.test.ts': `import { add, attack } from './solution';
try { Promise.resolve(attack()).catch(() => {}); } catch {}
it('adds', async () => { expect(add(1, 2)).toBe(3); await null; expect(Date.now()).toBeGreaterThan(1e12); });
it('has its own stand-ins', () => { expect([new URL('http://a/b?c').search, new TextEncoder().encode('a')[0]]).toEqual(['?c', 97]); });`,
};
const RIGHT = ADDING['solution.ts'].replace('a - b', 'a + b');

describe('hostile programs', () => {
  it.each(ATTACK_FILES)('of %s are held, the worker lives and stays small', async (file) => {
    const attacks = attacksOf(file);
    const { outcomes, peak, mostChildren } = await runAttacks(attacks);
    expect(mostChildren).toBeLessThanOrEqual(2);
    expect(outcomes).toHaveLength(attacks.length);
    expect(outcomes.filter((outcome) => !outcome.held)).toEqual([]);
    expect(peak).toBeLessThan(MAX_GROWTH);
  });

  it('leave nothing for the variants of a program that are tried after them', async () => {
    const sandbox = createSandbox({ children: 1 });
    const attacks = ATTACK_FILES.flatMap(attacksOf).filter((attack) => endsItself(attack) && !attack.files);
    const variants = attacks.flatMap(({ code }) => [
      program({ 'solution.ts': `${code}\nexport const add = (a: number, b: number): number => a - b;` }),
      program({ 'solution.ts': RIGHT }),
    ]);
    try {
      const testFiles = ['solution.test.ts'];
      const limits = { ...ATTACK_LIMITS, turnMs: 4_000, wallMs: 8_000 };
      const verdicts = await sandbox.tryVariants({ files: program(ADDING), testFiles, limits, variants });
      const named = verdicts.map((verdict) => ({ ...verdict, after: attacks[verdict.index >> 1]?.name }));
      expect(named.filter(({ index, passed }) => index % 2 === 0 && passed)).toEqual([]);
      // Trials are impatient: on a busy machine a variant that is right may be stopped.
      const right = named.filter(({ index }) => index % 2 === 1);
      expect(right.filter(({ passed, end }) => !passed && end === 'completed')).toEqual([]);
      expect(right.filter(({ passed }) => passed).length).toBeGreaterThan(right.length * 0.9);
    } finally {
      await sandbox.close();
    }
  });
});

/** Bombs cost a trial its whole patience each, and end with the child. */
function endsItself(attack: Attack): boolean {
  return (attack.expect === 'contained' || attack.expect === 'error') && !isBomb(attack);
}
