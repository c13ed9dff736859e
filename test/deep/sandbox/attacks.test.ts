import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readAttacks } from '../../../bench/attack/attacks';
import type { Attack } from '../../../bench/attack/attacks';
import { ATTACK_LIMITS, Lane, runOnLanes } from '../../../bench/attack/lane';
import type { AttackOutcome } from '../../../bench/attack/lane';
import { isOutOfTime } from '../../../bench/attack/report';
import { isBomb } from '../../../bench/attack/verdict';
import { createSandbox } from '../../../src/sandbox';
import { program } from '../../journeys/sandbox/kit';

const folder = path.resolve(__dirname, '..', '..', 'attacks');
const FILES = ['escapes.json', 'own.json', 'shared-state.json'];

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
  it.each(FILES)(
    'of %s are held, the worker lives and stays small',
    async (file) => {
      const attacks = readAttacks(path.join(folder, file));
      const lanes = Array.from({ length: Math.min(4, availableParallelism()) }, () => new Lane());
      const outcomes: AttackOutcome[] = [];
      const idle = process.memoryUsage.rss();
      let peak = 0;
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() - idle)), 50);
      try {
        await runOnLanes(lanes, attacks, (outcome) => outcomes.push(outcome));
        await againAlone(lanes.slice(0, 1), attacks, outcomes);
        for (const lane of lanes) expect(lane.childPids().length).toBeLessThanOrEqual(2);
      } finally {
        clearInterval(sampling);
        await Promise.all(lanes.map((lane) => lane.close()));
      }
      expect(outcomes).toHaveLength(attacks.length);
      expect(outcomes.filter((outcome) => !outcome.held)).toEqual([]);
      expect(peak).toBeLessThan(MAX_GROWTH);
    },
    300_000,
  );

  it('leave nothing for the variants of a program that are tried after them', async () => {
    const sandbox = createSandbox({ children: 1 });
    const attacks = FILES.flatMap((file) => readAttacks(path.join(folder, file))).filter(
      (attack) => endsItself(attack) && !attack.files,
    );
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
  }, 120_000);
});

/** Runs those again that only a clock on the wall speaks against, one at a time, and puts their outcomes in place of the first. */
async function againAlone(
  lanes: readonly Lane[],
  attacks: readonly Attack[],
  outcomes: AttackOutcome[],
): Promise<void> {
  const late = new Set(outcomes.filter(isOutOfTime).map(({ name }) => name));
  const attacksAgain = attacks.filter(({ name }) => late.has(name));
  await runOnLanes(lanes, attacksAgain, (outcome) => {
    outcomes[outcomes.findIndex(({ name }) => name === outcome.name)] = outcome;
  });
}

/** Bombs cost a trial its whole patience each, and end with the child. */
function endsItself(attack: Attack): boolean {
  return (attack.expect === 'contained' || attack.expect === 'error') && !isBomb(attack);
}
