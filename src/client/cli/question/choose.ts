import { choiceText, chosenBy } from '../../../domain/heal/ambiguity';
import type { HealResult } from '../../../domain/heal/result';
import type { Output } from '../output';
import { askLine } from './prompt';

/** Asks which of the repairs that an ended run suggests is right. Undefined: none, or not now. */
export async function chooseRepair(
  { delivery }: Pick<HealResult, 'delivery'>,
  output: Output,
): Promise<string | undefined> {
  if (delivery.status !== 'suggested' || !output.interactive) return undefined;
  const { choices } = delivery;
  const letters = choices.map(({ letter }) => letter).join(',');
  for (;;) {
    const typed = await askLine(`Publish one of them? [${letters},n] `, new AbortController().signal);
    if (typed === undefined || /^(?:n|no)?$/i.test(typed.trim())) return undefined;
    const choice = chosenBy(choices, typed);
    if (choice) return choice.letter;
    for (const one of choices) output.print(`  ${choiceText(one)}`);
  }
}
