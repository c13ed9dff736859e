import { z } from 'zod';
import { BlobHash, type TreeHash } from '../ids';
import type { Usage } from '../run/budget';
import { StepStatus, isFromStep } from './plan';
import { GoalTool } from './tool-args';
import { itemsFor, type ToolOutcome } from './outcome';
import type { Language } from '../run/input';
import { wordsOf } from './words';

/** Arguments with the items of earlier steps, why they can't be had, or what the user has to choose from. */
type ResolvedArguments =
  | { args: Record<string, unknown> }
  | { problem: string }
  | { ambiguous: { question: string; choices: string[] } };

/** Most things that a user is asked to choose from. */
const MOST_CHOICES = 20;

export const StepResult = z.object({
  number: z.number().int(),
  tool: GoalTool,
  status: StepStatus,
  /** From 1. */
  attempt: z.number().int(),
  /** Why it failed. */
  errorReason: z.string().optional(),
  /** Items that went well, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  durationMs: z.number().int(),
  /** Blob of the arguments in place of the plan's. */
  args: BlobHash.optional(),
  outcome: BlobHash.optional(),
});
export type StepResult = z.infer<typeof StepResult>;

/** Result of a step as its run gets it: facts, and references to what is large. */
export interface StepDone {
  readonly outcome: BlobHash;
  /** Tree after the step; absent: it is as before. */
  readonly tree?: TreeHash;
  readonly done: number;
  readonly total: number;
  /** Paths that it changed, at most 50, and how many more there are. */
  readonly paths?: readonly string[];
  readonly morePaths?: number;
  /** First items that failed, each with its reason. */
  readonly failed: readonly string[];
  /** One line of what it found or did. */
  readonly text: string;
  /** Why the call as a whole failed. */
  readonly problem?: string;
  /** Several things fit: the user says which. */
  readonly ambiguous?: { readonly question: string; readonly choices: readonly string[] };
  /** Spent by a run of another kind, for this step. */
  readonly usage?: Usage;
  /** Arguments as they were called, an excerpt. */
  readonly called: string;
  readonly durationMs: number;
}

/** A failed try, as short-term memory: what was called with which arguments, and why it failed. */
export interface FailedTry {
  readonly step: number;
  readonly attempt: number;
  readonly tool: GoalTool;
  readonly args: string;
  readonly error: string;
}

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
