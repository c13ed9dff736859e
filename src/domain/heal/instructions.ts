import type { Proposal } from './proposal';
import type { Language } from '../run/input';
import { NOTE_WORDS } from './note-words';
import type { HealState } from './state';

/** Most names that the result tells. */
const MOST_TOLD = 8;
const NAME_CHARS = 200;

/** The instructions of the project that models were given, with those of one more effect. */
export function withInstructions(
  { instructions = [] }: Pick<HealState, 'instructions'>,
  given: readonly string[] = [],
): Pick<HealState, 'instructions'> {
  if (given.length === 0) return {};
  return { instructions: [...new Set([...instructions, ...given])].slice(0, MOST_TOLD) };
}

/** The state that knows which instructions the proposers were given. */
export function withProposed(state: HealState, proposals: readonly Proposal[]): HealState {
  const given = proposals.flatMap(({ instructions = [] }) => instructions);
  return { ...state, ...withInstructions(state, given) };
}

/** The note that names them, for the result. */
export function instructionNotes(
  { instructions = [] }: Pick<HealState, 'instructions'>,
  language: Language,
): string[] {
  if (instructions.length === 0) return [];
  const names = instructions.map((name) =>
    name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name,
  );
  return [NOTE_WORDS[language].instructions(names.join(', '))];
}
