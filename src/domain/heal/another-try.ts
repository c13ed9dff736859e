/** A change that somebody turned down, and asked for another one: the next try is told the reason. */
import { excerpt } from '../text';
import { END_WORDS } from './end-words';
import { rolledBackState, startTree } from './roll-back';
import type { HealState } from './state';
import { worksWithTools } from './work';

const REASON_CHARS = 2_000;

/** A rejection that asks for another try. */
export interface Rejection {
  reason: string;
  by?: string;
}

/**
 * State that the next try begins from: the files as they were, with what was turned down among what was tried. Undefined: there
 * may be no other one, because its tries are used up, or because an agent with a conversation of its own did the work.
 */
export function anotherTry(state: HealState, { reason, by }: Rejection): HealState | undefined {
  const { input, rounds, rejections = [], baseline } = state;
  const carriesOut = input.request !== undefined;
  const used = carriesOut ? rejections.length + 1 : rounds;
  if (!baseline || used >= input.maxAttempts || (carriesOut && worksWithTools(state))) return undefined;
  const tree = startTree(state);
  const why = excerpt(reason, REASON_CHARS);
  const words = END_WORDS[input.language];
  const outcome = words.turnedDown(by, why);
  const turnedDown = { tree: state.tree, proposer: 'the run', summary: words.wholeChange, outcome };
  return {
    ...rolledBackState(state, { type: 'rolled-back', tree, reason: outcome }),
    rejections: [...rejections, why],
    tried: [...state.tried, turnedDown],
  };
}
