import { addUsage } from '../run/usage';
import { isUnitTest } from '../verification/protected-paths';
import { onVerified } from './after-verification';
import { isGreen } from './choose';
import { DOING_WORDS } from './doing-words';
import { isSuccess } from './earned';
import { withInstructions } from './instructions';
import { triesOf, wantsTests } from './generated-tests';
import { hasModel, type HealEvent, type HealState, type HealTransition } from './state';
import { after, keeping, next, tellOf, verifyOf } from './transitions';

/** The request is carried out: tests for it are written, or it is verified. */
export function onExecuted(
  state: HealState,
  event: Extract<HealEvent, { type: 'executed' }>,
): HealTransition {
  const executed: HealState = {
    ...state,
    tree: event.tree,
    confirmation: undefined,
    requestTree: event.tree,
    requestSigns: event.signs,
    work: undefined,
    unfinished: state.work?.unfinished,
    ...withInstructions(state, event.instructions),
    changedFiles: event.changedFiles,
    requestedFiles: event.changedFiles,
    usage: addUsage(state.usage, event.usage),
    messages: [...state.messages, { role: 'assistant', content: event.summary }],
    codeHistory: [...state.codeHistory, { attempt: 0, tree: event.tree, fixReason: event.summary }],
  };
  const hasCommands = state.input.verification.commands.length > 0;
  // A command may run generated tests too, so what it says without them has to be known first.
  const { tree, changedFiles } = event;
  const told = [tellOf(state).executed(tree, event.summary, changedFiles)];
  const hasNoTests = !hasCommands && state.baseline?.testFiles === 0;
  const own = hasNoTests ? changedFiles.filter(isUnitTest) : [];
  if (own.length > 0) {
    // Where no other check verifies the change, tests that came with the change have to show that they notice mistakes.
    const known = { ...executed, generatedTests: own, testsAsked: true };
    const effect = { type: 'score-tests' as const, base: state.baseTree, tree, files: own };
    return keeping(event.summary, next(known, effect, told));
  }
  const generate = !hasCommands && hasModel(state) && wantsTests(state, changedFiles);
  const effect = generate
    ? { type: 'generate-tests' as const, tree, changedFiles, ...triesOf(state) }
    : verifyOf(executed, tree);
  return keeping(event.summary, next(executed, effect, told));
}

/** Tests for the change are tried on deliberate mistakes before they count. */
export function onTestsGenerated(
  state: HealState,
  event: Extract<HealEvent, { type: 'tests-generated' }>,
): HealTransition {
  const { tree, files } = event;
  const known = state.verification?.tree === state.tree ? state.verification : undefined;
  const green = known && isSuccess(state, known);
  const generated: HealState = {
    ...state,
    tree,
    generatedTests: [...new Set([...state.generatedTests, ...files])],
    testsAsked: true,
    ...withInstructions(state, event.instructions),
    testsNote: files.length === 0 && event.note !== '' ? event.note : state.testsNote,
    modelFailure: event.modelFailure ?? state.modelFailure,
    betterTestsAsked: state.testsAsked,
    greenWithoutTests: green ? known : undefined,
    usage: addUsage(state.usage, event.usage),
  };
  if (files.length > 0)
    return keeping(
      DOING_WORDS[state.input.language].testsForChange,
      next(generated, { type: 'score-tests', base: state.baseTree, tree, files: generated.generatedTests }, [
        tellOf(state).testsGenerated(tree, files),
      ]),
    );
  return known && isGreen(known) ? onVerified(generated, known) : next(generated, verifyOf(generated, tree));
}

/** With tests that are scored the change is verified, unless it is known to be green. */
export function onTestsScored(
  state: HealState,
  event: Extract<HealEvent, { type: 'tests-scored' }>,
): HealTransition {
  const { tree, score } = event;
  const scored = { ...state, testsScored: { tree, score } };
  const known = state.verification?.tree === tree ? state.verification : undefined;
  const transition =
    known && isGreen(known) ? onVerified(scored, known) : next(scored, verifyOf(scored, tree));
  return after([tellOf(state).testsScored(score)], transition);
}
