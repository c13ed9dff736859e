import { extendCommand, standText, type BudgetReport } from '../run/budget-report';
import { excerpt, firstLine } from '../text';
import { proposersOf, type HealState } from './state';
import { FAILURE_WORDS, type FailureWords } from './failure-words';
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
  const words = wordsOf(state);
  const lines = [
    isUndone(state) ? words.undone : words.failed(attempts),
    '',
    words.lastError,
    indent(excerpt(lastError(state), 1_500)),
  ];
  const place = state.analysis?.location;
  if (place)
    lines.push(
      '',
      `${words.where}: ${[place.file, place.line].filter((part) => part !== undefined).join(':')}`,
    );
  lines.push('', words.history, ...initialGeneration(state));
  if (state.repairHistory.length === 0) lines.push(`  ${words.noRepair}`);
  const earlier = (state.repairHistory[0]?.attemptNumber ?? 1) - 1;
  if (earlier > 0) lines.push(`  ${words.earlier(earlier)}`);
  for (const attempt of state.repairHistory) {
    const cause = attempt.repairApplied
      ? words.applied(attempt.debuggerResponse?.rootCause ?? '')
      : words.nothingApplied;
    lines.push(`  ${words.attempt(attempt.attemptNumber, attempt.errorContext.errorType, cause)}`);
    lines.push(...choiceLines(state.choices, attempt.attemptNumber));
  }
  const stillFailing = state.verification?.failures.map((failed) => failed.id) ?? [];
  if (stillFailing.length > 0) lines.push('', words.stillFailing, ...stillFailing.map((id) => `  ${id}`));
  const { contradictions = [] } = state.baseline ?? {};
  if (contradictions.length > 0)
    lines.push('', words.contradictions, ...contradictions.map((one) => `  ${one}`));
  lines.push('', words.goOn, ...waysOut(state, runId, published, budget).map((way) => `  - ${way}`));
  return lines.join('\n');
}

function wordsOf({ input }: Pick<HealState, 'input'>): FailureWords {
  return FAILURE_WORDS[input.language];
}

/** Line on the code that the request made first, before any repair. */
function initialGeneration(state: HealState): string[] {
  const { codeHistory, requestTree } = state;
  const first = codeHistory.find(({ attempt, tree }) => attempt === 0 && tree === requestTree);
  return first ? [`  ${wordsOf(state).initial(firstLine(first.fixReason ?? ''))}`.trimEnd()] : [];
}

/** True where nothing of the request was carried out: what fails then failed before. */
function isUndone({ input, requestTree, finalError, rounds }: HealState): boolean {
  return input.request !== undefined && requestTree === undefined && finalError !== undefined && rounds === 0;
}

function lastError(state: HealState): string {
  if (isUndone(state)) return state.finalError ?? '';
  const failed = state.verification?.failures[0]?.failure;
  if (!failed) return state.finalError ?? wordsOf(state).unknown;
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
  const words = wordsOf(state);
  const unasked = budget?.skipped.at(-1);
  if (budget && unasked && !unasked.unpricedModels)
    ways.push(words.budget(standText(budget), extendCommand(runId, budget, unasked.missing)));
  if (state.outOfTime) ways.push(words.time(goOnCommand(state)));
  if (isUnverified(state)) {
    ways.push(words.addTests);
    ways.push(words.seeUnverified(`kintsugi diff ${runId}`));
  } else if (state.analysis && !state.analysis.repairable) {
    ways.push(words.environment(state.analysis.cause));
  } else {
    const proposers = proposersOf(state);
    if (!state.modelConfigured) ways.push(words.model);
    if (state.modelFailure !== undefined) ways.push(words.mendModel(state.modelFailure));
    else if (
      state.verification &&
      state.input.mode === 'SPEED' &&
      proposers.includes('llm') &&
      proposers.length > 1
    )
      ways.push(words.precision);
    const more = Math.min(state.input.maxAttempts + 2, MOST_ATTEMPTS);
    if (wouldTryMore(state) && more > state.input.maxAttempts)
      ways.push(words.attempts(`--max-attempts ${more}`));
  }
  if (state.repairs.length > 0 && !isUnverified(state)) ways.push(words.seePartial(`kintsugi diff ${runId}`));
  ways.push(published ? words.undo(`kintsugi rollback ${runId}`) : words.unchanged);
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
