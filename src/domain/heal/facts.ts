/** Answers to questions about a run that its facts hold. */
import type { TreeHash } from '../ids';
import { NO_USAGE, type Usage } from '../run/budget';
import { isGreen } from './choose';
import { asksModel, type ProposerName } from './proposal';
import type { CodeHistoryEntry } from './result';
import type { AppliedRepair, Beginning, HealFacts, HealState } from './state';
import type { Verification } from '../verification/verification';

/** True if a model can be asked. */
export function hasModel({ modelConfigured, modelFailure }: HealFacts): boolean {
  return modelConfigured && modelFailure === undefined;
}

export function proposersOf(facts: HealFacts): ProposerName[] {
  return facts.proposers.filter((name) => !asksModel(name) || hasModel(facts));
}

/** True if an agent carries the request out with tools, as the input says or its mode implies. */
export function worksWithTools({ input }: Pick<HealFacts, 'input'>): boolean {
  const { executor = input.mode === 'PRECISION' ? 'tools' : 'answer' } = input;
  return executor === 'tools';
}

/** Rounds that tried something: one in which nothing was left to try is no attempt. */
export function repairsTried({ rounds, idle }: Pick<HealFacts, 'rounds' | 'idle'>): number {
  return rounds - (idle?.rounds ?? 0);
}

/** Attempt that people see: the first run is 1, each repair adds one, never above the limit. */
export function attemptOf(facts: Pick<HealFacts, 'rounds' | 'idle' | 'input'>): number {
  return Math.min(repairsTried(facts) + 1, facts.input.maxAttempts);
}

/** The tree that a run began with: its baseline is of that one. */
export function startTree({ baseTree, fork }: Pick<HealFacts, 'baseTree' | 'fork'>): TreeHash {
  return fork?.status === 'ready' ? fork.tree : baseTree;
}

/** True for a repair that was applied; other entries are the request's change, rollbacks, and attempts that changed nothing. */
export function isRepair({ attempt, diff, rolledBack }: CodeHistoryEntry): boolean {
  return attempt > 0 && diff !== undefined && rolledBack === undefined;
}

/** The repairs that the present tree has in it: a rollback takes some of them away, or brings them back. */
export function repairsInEffect(
  facts: Pick<HealFacts, 'baseTree' | 'repairs'> & {
    record: { codeHistory: HealFacts['record']['codeHistory'] };
  },
): readonly AppliedRepair[] {
  const known = new Map<TreeHash, readonly AppliedRepair[]>([[facts.baseTree, []]]);
  const made = new Map<TreeHash, AppliedRepair>();
  const repairs = facts.repairs.values();
  let present: readonly AppliedRepair[] = [];
  for (const entry of facts.record.codeHistory) {
    const { tree, rolledBack, undone } = entry;
    if (rolledBack === 'to') present = known.get(tree) ?? present;
    else if (rolledBack === 'change') {
      const gone = undone === undefined ? undefined : made.get(undone);
      present = present.filter((repair) => repair !== gone);
    } else if (isRepair(entry)) {
      const { value } = repairs.next();
      if (value) {
        present = [...present, value];
        made.set(tree, value);
      }
    }
    known.set(tree, present);
  }
  return present;
}

/** True if generated tests have a say in which candidate wins. */
export function isTrusted({ tests }: Pick<HealFacts, 'tests'>): boolean {
  return tests.scored?.score.trusted ?? false;
}

/** True if all that verifies the change are generated tests, and these notice too few deliberate mistakes to be trusted. */
export function restsOnWeakTests(
  facts: Pick<HealFacts, 'tests'>,
  { onlyGenerated }: Pick<Verification, 'onlyGenerated'>,
): boolean {
  return onlyGenerated && !isTrusted(facts);
}

/** True for a green change that not only untrusted tests call green. */
export function isSuccess(facts: Pick<HealFacts, 'tests'>, verification: Verification): boolean {
  return isGreen(verification) && !restsOnWeakTests(facts, verification);
}

/** Bought by a round or an agent that has not ended: it is paid for, also where that is given up. */
export function boughtBy({ phase }: HealState | Beginning): Usage {
  if (phase.name === 'request') return phase.work?.usage ?? NO_USAGE;
  return 'round' in phase ? phase.round.usage : NO_USAGE;
}

const MOST_INSTRUCTIONS = 8;

/** The instructions of the project that models were given, with those of one more effect. */
export function withInstructions(
  { instructions = [] }: Pick<HealFacts, 'instructions'>,
  given: readonly string[] = [],
): Pick<HealFacts, 'instructions'> {
  if (given.length === 0) return {};
  return { instructions: [...new Set([...instructions, ...given])].slice(0, MOST_INSTRUCTIONS) };
}

/** The facts with an entry at the end of their record. */
export function recording<Facts extends HealFacts>(facts: Facts, more: Partial<HealFacts['record']>): Facts {
  return { ...facts, record: { ...facts.record, ...more } };
}
