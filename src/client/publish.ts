import { chosenBy, type RepairChoice } from '../domain/heal/ambiguity';
import type { HealResult } from '../domain/heal/result';
import { badInput } from '../domain/kintsugi-error';
import type { ForkRequest } from './fork';

/** Change of an ended run to publish after all. */
export interface PublishRequest {
  /** Letter of one of the repairs that the run suggests. */
  choice?: string;
  /** False: without the answer as a test. */
  test?: boolean;
  /** True: publishes without another question. Absent: asks, unless a choice is the answer. */
  unasked?: boolean;
}

/** The run that publishes it: it begins at the change, verifies it on the present files and asks about them. Throws a sentence where there is none. */
export function publishFork(
  result: HealResult,
  { choice, test = true, unasked = choice !== undefined }: PublishRequest,
): ForkRequest {
  const { taskId, delivery, status, baseTree, tree } = result;
  if (delivery.status === 'published')
    throw badInput(`The change of ${taskId} is published already. Undo it with: kintsugi rollback ${taskId}`);
  const isWhole = status === 'completed' || status === 'recovered';
  const suggested = delivery.status === 'suggested' ? delivery : undefined;
  if (!isWhole && !suggested)
    throw badInput(`The run ${taskId} has no change that passes all checks, so there is nothing to publish.`);
  const chosen = choiceOf(result, choice);
  const target = (test ? chosen?.test?.tree : undefined) ?? chosen?.tree ?? tree;
  if (target === baseTree)
    throw badInput(`The run ${taskId} changed nothing, so there is nothing to publish.`);
  return {
    checkpoint: target,
    approval: { level: unasked ? 'LOW' : 'MEDIUM' },
    acceptAmbiguous: true,
    stillFailing: suggested?.stillFailing,
    dryRun: false,
    // The request is carried out already.
    request: null,
    generateTests: false,
    budget: null,
  };
}

function choiceOf({ taskId, confidence, delivery }: HealResult, named?: string): RepairChoice | undefined {
  const choices = delivery.status === 'suggested' ? delivery.choices : (confidence?.choices ?? []);
  const letters = choices.map(({ letter }) => letter);
  if (named === undefined) {
    if (delivery.status !== 'suggested' || choices.length < 2) return undefined;
    throw badInput(
      `The run ${taskId} suggests ${choices.length} repairs: name one with --choice ${letters.join(', --choice ')}.`,
    );
  }
  if (choices.length === 0)
    throw badInput(`The run ${taskId} has no repairs to choose from: leave --choice out.`);
  const choice = chosenBy(choices, named);
  if (!choice) throw badInput(`The run ${taskId} has no choice ${named}: name one of ${letters.join(', ')}.`);
  return choice;
}
