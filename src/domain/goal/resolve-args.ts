import { itemsFor, type ToolOutcome } from './outcome';
import type { Language } from '../run/input';
import { isFromStep } from './plan';
import { wordsOf } from './words';

/** Arguments with the items of earlier steps, why they can't be had, or what the user has to choose from. */
export type ResolvedArguments =
  | { args: Record<string, unknown> }
  | { problem: string }
  | { ambiguous: { question: string; choices: string[] } };

/** Most things that a user is asked to choose from. */
const MOST_CHOICES = 20;

/**
 * Puts the items of earlier steps in the place of `fromStep`. An argument that is one path takes one item: of several the user
 * chooses, and `choice` is what they chose.
 */
export function resolveArgs(
  args: Readonly<Record<string, unknown>>,
  outcomeOf: (step: number) => ToolOutcome | undefined,
  { choice, language = 'en' }: { choice?: string; language?: Language } = {},
): ResolvedArguments {
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      resolved[name] = items.flatMap((one) => (isFromStep(one) ? itemsOf(one.fromStep, outcomeOf) : [one]));
      continue;
    }
    if (!isFromStep(value)) {
      resolved[name] = value;
      continue;
    }
    const items = itemsOf(value.fromStep, outcomeOf);
    if (name === 'items') {
      if (items.length === 0) return { problem: wordsOf(language).reasons.noItems(value.fromStep) };
      resolved[name] = items;
      continue;
    }
    const one = oneOf(items, value.fromStep, choice, language);
    if (typeof one !== 'string') return one;
    resolved[name] = one;
  }
  return { args: resolved };
}

function itemsOf(step: number, outcomeOf: (step: number) => ToolOutcome | undefined): string[] {
  return itemsFor(outcomeOf(step)?.items ?? []);
}

function oneOf(
  items: readonly string[],
  step: number,
  choice: string | undefined,
  language: Language,
): string | Exclude<ResolvedArguments, { args: object }> {
  const [first, ...others] = items;
  const { questions, reasons } = wordsOf(language);
  if (first === undefined) return { problem: reasons.noPath(step) };
  if (others.length === 0) return first;
  if (choice !== undefined && items.includes(choice)) return choice;
  if (items.length > MOST_CHOICES) return { problem: reasons.manyItems(step, items.length) };
  return { ambiguous: { question: questions.whichOf(step), choices: [...items] } };
}
