import type { TreeHash } from '../ids';
import type { CodeHistoryEntry } from './result';
import type { KitEvent } from '../run/machine';
import { addUsage } from '../run/usage';
import { repairsTried } from './attempts';
import { END_WORDS } from './end-words';
import { boughtBy } from './rounds';
import type { HealState } from './state';

/** The state that a run goes on from after a rollback: rounds done and candidates tried stay what they are. */
export function rolledBackState(
  state: HealState,
  event: Extract<KitEvent, { type: 'rolled-back' }>,
): HealState {
  const { tree, reason, undone } = event;
  const entry: CodeHistoryEntry = {
    attempt: repairsTried(state),
    tree,
    fixReason: reason,
    rolledBack: undone === undefined ? 'to' : 'change',
    undone,
  };
  const atStart = tree === startTree(state);
  return {
    ...state,
    tree,
    status: undefined,
    finalError: undefined,
    analysis: undefined,
    confirmation: undefined,
    confidence: undefined,
    deciding: undefined,
    open: undefined,
    work: undefined,
    delivery: undefined,
    usage: addUsage(state.usage, boughtBy(state)),
    requestTree: atStart ? undefined : state.requestTree,
    takenBack: undefined,
    unfinished: atStart
      ? undefined
      : isPart(state, tree)
        ? END_WORDS[state.input.language].middle
        : state.unfinished,
    requestedFiles: atStart ? undefined : state.requestedFiles,
    generatedTests: atStart ? [] : state.generatedTests,
    testsAsked: atStart ? undefined : state.testsAsked,
    betterTestsAsked: atStart ? undefined : state.betterTestsAsked,
    testsScored: atStart ? undefined : state.testsScored,
    greenWithoutTests: undefined,
    changedFiles: atStart ? [] : state.changedFiles,
    codeHistory: [...state.codeHistory, entry],
  };
}

/** True for files in the middle of an agent's work; those that it ended with may have been a checkpoint before. */
function isPart({ parts = [], requestTree }: HealState, tree: TreeHash): boolean {
  return parts.includes(tree) && tree !== requestTree;
}

/** The tree that a run began with: its baseline is of that one. */
export function startTree({ baseTree, fork }: Pick<HealState, 'baseTree' | 'fork'>): TreeHash {
  return fork?.status === 'ready' ? fork.tree : baseTree;
}

/** True for a repair that was applied; others are the request's change, rollbacks, and attempts that changed nothing. */
export function isRepair({ attempt, diff, rolledBack }: CodeHistoryEntry): boolean {
  return attempt > 0 && diff !== undefined && rolledBack === undefined;
}

/** The repairs that the present tree has in it: a rollback takes some of them away, or brings them back. */
export function repairsInEffect(
  state: Pick<HealState, 'baseTree' | 'codeHistory' | 'repairs'>,
): HealState['repairs'] {
  const known = new Map<TreeHash, HealState['repairs']>([[state.baseTree, []]]);
  const made = new Map<TreeHash, HealState['repairs'][number]>();
  const repairs = state.repairs.values();
  let present: HealState['repairs'] = [];
  for (const entry of state.codeHistory) {
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
