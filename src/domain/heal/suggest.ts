import type { Answered } from '../run/questions';
import { choiceText, chosenBy, questionOf, type RepairConfidence } from './ambiguity';
import { deliver, deliveryOf, end, proceed, toLookAt } from './delivery-transitions';
import { DOING_WORDS } from './doing-words';
import { END_WORDS } from './end-words';
import type { HealState, HealTransition } from './state';
import { verifyOf } from './transitions';

/** An ambiguous repair is for people to choose; a run that asks nobody leaves it at the suggestion. */
export function suggest(state: HealState, confidence: RepairConfidence, number: number): HealTransition {
  const { choices = [] } = confidence;
  const { diff } = deliveryOf(state);
  const words = DOING_WORDS[state.input.language];
  const kept = choices.flatMap(({ test, ...choice }, index) => {
    const reason = (tested: boolean) => words.choice(choiceText(choice), tested);
    const tested = test ? [{ snapshot: { tree: test.tree }, reason: reason(true) }] : [];
    return index === 0 ? tested : [...tested, { snapshot: { tree: choice.tree }, reason: reason(false) }];
  });
  const transition =
    state.input.approval.level === 'LOW'
      ? end(state, { status: 'suggested', question: questionOf(confidence, state.input.language), choices })
      : proceed(
          deliver(state, { question: number }),
          { stage: 'choosing' },
          {
            type: 'ask',
            question: {
              kind: 'publish',
              form: 'choice',
              hash: diff?.hash,
              summary: questionOf(confidence, state.input.language),
              choices: choices.map(choiceText),
              files: diff?.files,
              diffExcerpt: diff?.excerpt,
              ...toLookAt(state),
            },
          },
        );
  return { ...transition, checkpoints: [...kept, ...(transition.checkpoints ?? [])] };
}

/** The chosen repair is verified once more and published if the policy allows its files. */
export function onChosen(state: HealState, answer: Extract<Answered, { status: 'told' }>): HealTransition {
  const { question, healed } = deliveryOf(state);
  const choice = chosenBy(healed?.confidence?.choices ?? [], answer.text);
  if (!choice) throw new Error('a repair is chosen that nobody offered');
  const confidence = {
    level: 'high' as const,
    reason: END_WORDS[state.input.language].chosen(choice.letter),
  };
  const repairs = state.repairs.with(-1, {
    ...lastOf(state),
    summary: choice.summary,
    rootCause: choice.summary,
  });
  const tree = choice.test?.tree ?? choice.tree;
  const chosen = { ...state, tree, confidence, repairs };
  const known = deliver(chosen, { by: answer.by, edits: [], untested: choice.test && choice.tree });
  return proceed(known, { stage: 'verifying-edits' }, verifyOf(known, tree, `verify/choice-${question}`));
}

function lastOf({ repairs }: HealState): HealState['repairs'][number] {
  const last = repairs.at(-1);
  if (!last) throw new Error('a choice among repairs without a repair');
  return last;
}
