import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readAttacks, type Attack } from '../../bench/attack/attacks';
import { Lane, runOnLanes, type AttackOutcome } from '../../bench/attack/lane';
import { isOutOfTime } from '../../bench/attack/report';
import { PROJECT_ROOT } from '../../src/machine/paths';

export const ATTACK_FILES = ['escapes.json', 'own.json', 'shared-state.json'];

export const attacksOf = (file: string): Attack[] =>
  readAttacks(path.join(PROJECT_ROOT, 'test', 'attacks', file));

/** Runs attacks side by side, and those again alone that only a clock on the wall speaks against. `peak`: growth of this process, bytes. */
export async function runAttacks(
  attacks: readonly Attack[],
): Promise<{ outcomes: AttackOutcome[]; peak: number; mostChildren: number }> {
  const lanes = Array.from({ length: Math.min(4, availableParallelism()) }, () => new Lane());
  const outcomes: AttackOutcome[] = [];
  const idle = process.memoryUsage.rss();
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() - idle)), 50);
  try {
    await runOnLanes(lanes, attacks, (outcome) => outcomes.push(outcome));
    await againAlone(lanes.slice(0, 1), attacks, outcomes);
    return { outcomes, peak, mostChildren: Math.max(...lanes.map((lane) => lane.childPids().length)) };
  } finally {
    clearInterval(sampling);
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

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

/**
 * One attack of each class (its file and how it is meant to end), and `more` others: drawn by the hash of the commit's tree, so that they are
 * the commit's own.
 */
export function drawnAttacks(more: number): Attack[] {
  const rank = ({ name }: Attack): string =>
    createHash('sha256').update(`${treeOfCommit()} ${name}`).digest('hex');
  const ranked = ATTACK_FILES.flatMap((file) =>
    attacksOf(file).map((attack) => ({ attack, kind: `${file} ${attack.expect}`, rank: rank(attack) })),
  ).sort((one, other) => one.rank.localeCompare(other.rank));
  const one = new Set(new Map(ranked.map(({ attack, kind }) => [kind, attack])).values());
  const others = ranked.map(({ attack }) => attack).filter((attack) => !one.has(attack));
  return [...one, ...others.slice(0, more)];
}

let tree: string | undefined;

/** Outside of a checkout always the same. */
function treeOfCommit(): string {
  if (tree === undefined) {
    try {
      tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
        cwd: PROJECT_ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      tree = '';
    }
  }
  return tree;
}
