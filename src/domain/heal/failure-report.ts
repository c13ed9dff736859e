import { extendCommand, standText, type BudgetReport } from '../run/budget-report';
import { excerpt, firstLine, plural } from '../text';
import { proposersOf, type HealState } from './state';
import { choiceLines } from './choice';
import { attemptOf } from './attempts';
import { restsOnWeakTests } from './earned';
import { MOST_ATTEMPTS } from './input';
import { goOnCommand } from './out-of-time';

/** Seed 000's report of a failure, which a person can act on: what fails, what was tried, how to go on. */
export function failureReport(
  state: HealState,
  runId: string,
  published: boolean,
  budget?: BudgetReport,
): string {
  const attempts = attemptOf(state);
  const lines = [
    isUndone(state)
      ? '❌ The request was not carried out'
      : `❌ Automatic repair failed (${attempts} attempt${attempts === 1 ? '' : 's'} made)`,
    '',
    'Last error:',
    indent(excerpt(lastError(state), 1_500)),
  ];
  const place = state.analysis?.location;
  if (place)
    lines.push('', `Where: ${[place.file, place.line].filter((part) => part !== undefined).join(':')}`);
  lines.push('', 'Attempt history:', ...initialGeneration(state));
  if (state.repairHistory.length === 0) lines.push('  no repair was attempted');
  const earlier = (state.repairHistory[0]?.attemptNumber ?? 1) - 1;
  if (earlier > 0) lines.push(`  … ${plural(earlier, 'earlier attempt')}`);
  for (const attempt of state.repairHistory) {
    const cause = attempt.repairApplied
      ? `applied: ${attempt.debuggerResponse?.rootCause ?? ''}`
      : 'no acceptable repair was found';
    lines.push(`  [Attempt ${attempt.attemptNumber}] ${attempt.errorContext.errorType}: ${cause}`);
    lines.push(...choiceLines(state.choices, attempt.attemptNumber));
  }
  const stillFailing = state.verification?.failures.map((failed) => failed.id) ?? [];
  if (stillFailing.length > 0) lines.push('', 'Still failing:', ...stillFailing.map((id) => `  ${id}`));
  const { contradictions = [] } = state.baseline ?? {};
  if (contradictions.length > 0)
    lines.push('', 'Tests that can not both pass:', ...contradictions.map((one) => `  ${one}`));
  lines.push('', 'How to go on:', ...waysOut(state, runId, published, budget).map((way) => `  - ${way}`));
  return lines.join('\n');
}

/** Line on the code that the request made first, before any repair. */
function initialGeneration({ codeHistory, generatedCode }: HealState): string[] {
  const first = codeHistory.find(({ attempt, code }) => attempt === 0 && code === generatedCode);
  return first ? [`  [Initial generation] ${firstLine(first.fixReason ?? '')}`.trimEnd()] : [];
}

/** True where nothing of the request was carried out: what fails then failed before. */
function isUndone({ input, generatedCode, finalError, rounds }: HealState): boolean {
  return (
    input.request !== undefined && generatedCode === undefined && finalError !== undefined && rounds === 0
  );
}

function lastError(state: HealState): string {
  if (isUndone(state)) return state.finalError ?? '';
  const failed = state.verification?.failures[0]?.failure;
  if (!failed) return state.finalError ?? 'unknown';
  return failed.errorName && !failed.message.startsWith(failed.errorName)
    ? `${failed.errorName}: ${failed.message}`
    : failed.message;
}

function waysOut(
  state: HealState,
  runId: string,
  published: boolean,
  budget: BudgetReport | undefined,
): string[] {
  const ways: string[] = [];
  const unasked = budget?.skipped.at(-1);
  if (budget && unasked && !unasked.unpricedModels)
    ways.push(
      `the budget ended (${standText(budget)}): go on from here with a larger one: ${extendCommand(runId, budget, unasked.missing)}`,
    );
  if (state.outOfTime) ways.push(`go on from here with a larger limit: ${goOnCommand(state)}`);
  if (isUnverified(state)) {
    ways.push('add tests of your own, or a check: --check "npm test"');
    ways.push(`see the change that nothing verified: kintsugi diff ${runId}`);
  } else if (state.analysis && !state.analysis.repairable) {
    ways.push(`repair the environment (${state.analysis.cause}): no edit of the code can`);
  } else {
    const proposers = proposersOf(state);
    if (!state.modelConfigured)
      ways.push('configure a model (KINTSUGI_MODEL): without one, small edits are all that is tried');
    if (state.modelFailure !== undefined)
      ways.push(`mend what kept the model from answering: ${state.modelFailure}`);
    else if (
      state.verification &&
      state.input.mode === 'SPEED' &&
      proposers.includes('llm') &&
      proposers.length > 1
    )
      ways.push('try again with --mode precision');
    const more = Math.min(state.input.maxAttempts + 2, MOST_ATTEMPTS);
    if (wouldTryMore(state) && more > state.input.maxAttempts)
      ways.push(`allow more attempts: --max-attempts ${more}`);
  }
  if (state.repairs.length > 0 && !isUnverified(state))
    ways.push(`see what the partial repairs changed: kintsugi diff ${runId}`);
  ways.push(published ? `undo what was published: kintsugi rollback ${runId}` : 'your files are unchanged');
  return ways;
}

/** False where the run ended before its attempts did, or where a model that can't answer would be asked again. */
function wouldTryMore(state: HealState): boolean {
  const { rounds, input, modelFailure } = state;
  return rounds >= input.maxAttempts && modelFailure === undefined && proposersOf(state).length > 0;
}

/** More attempts are of no use where nothing says what is wrong. */
function isUnverified(state: HealState): boolean {
  const { verification, outOfTime = false } = state;
  if (!verification || outOfTime || verification.failures.length > 0) return false;
  return verification.trust === 'none' || restsOnWeakTests(state, verification);
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
