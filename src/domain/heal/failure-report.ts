import { extendCommand, standText, type BudgetReport } from '../run/budget-report';
import { excerpt, firstLine } from '../text';
import { USERNS_CAUSE } from '../verification/analysis';
import { hasModel, proposersOf, type HealState } from './state';
import { worksWithTools } from './work';
import { FAILURE_WORDS, type FailureWords } from './failure-words';
import { choiceLines } from './choice';
import { asksModel, WIDENING_ROUNDS } from './proposal';
import { repairsTried } from './attempts';
import { restsOnWeakTests } from './earned';
import { MOST_ATTEMPTS } from './input';
import { partialRepair } from './partial-repair';
import { goOnCommand } from './out-of-time';
import { causeText, errorTypeText } from './error-words';

/** Seed 000's report of a failure, which a person can act on: what fails, what was tried, how to go on. */
export function failureReport(
  state: HealState,
  runId: string,
  published: boolean,
  budget?: BudgetReport,
): string {
  const words = wordsOf(state);
  const lines = [headline(state), '', words.lastError, indent(excerpt(lastError(state), 1_500))];
  const place = state.analysis?.location;
  if (place)
    lines.push(
      '',
      `${words.where}: ${[place.file, place.line].filter((part) => part !== undefined).join(':')}`,
    );
  lines.push('', words.history, ...attemptLines(state));
  const stillFailing = state.verification?.failures.map((failed) => failed.id) ?? [];
  if (stillFailing.length > 0) lines.push('', words.stillFailing, ...stillFailing.map((id) => `  ${id}`));
  const { contradictions = [] } = state.baseline ?? {};
  if (contradictions.length > 0)
    lines.push('', words.contradictions, ...contradictions.map((one) => `  ${one}`));
  lines.push('', words.goOn, ...waysOut(state, runId, published, budget).map((way) => `  - ${way}`));
  return lines.join('\n');
}

function headline(state: HealState): string {
  const words = wordsOf(state);
  if (state.contradiction) return words.atOdds;
  return isUndone(state) ? words.undone : words.failed(repairsTried(state));
}

/** Each attempt with its diagnosis, what was tried and refused, and what people said of it. */
function attemptLines(state: HealState): string[] {
  const { repairHistory, codeHistory, choices, idle, input } = state;
  const words = wordsOf(state);
  const earlier = (repairHistory[0]?.attemptNumber ?? 1) - 1;
  const undone = (number: number) =>
    codeHistory
      .filter(({ attempt, rolledBack }) => rolledBack !== undefined && attempt === number)
      .map(({ fixReason }) => `  ${words.takenBack(fixReason)}`);
  return [
    ...initialGeneration(state),
    ...undone(0),
    ...(repairHistory.length === 0 ? [`  ${words.noRepair}`] : []),
    ...(earlier > 0 ? [`  ${words.earlier(earlier)}`] : []),
    ...repairHistory.flatMap(({ attemptNumber, repairApplied, debuggerResponse, errorContext }) => [
      `  ${words.attempt(
        attemptNumber,
        errorTypeText(input.language, errorContext.errorType),
        repairApplied ? words.applied(debuggerResponse?.rootCause ?? '') : words.nothingApplied,
      )}`,
      ...choiceLines(choices, attemptNumber, input.language),
      ...undone(attemptNumber),
    ]),
    ...(idle && idle.note !== '' ? [`  ${words.nothingLeft(idle.note)}`] : []),
  ];
}

/** The report without its last part, whose commands and flags are those of a run of its own. */
export function withoutWays(report: string): string {
  const heads = Object.values(FAILURE_WORDS).map(({ goOn }) => report.lastIndexOf(`\n\n${goOn}`));
  const end = Math.max(...heads);
  return end < 0 ? report : report.slice(0, end);
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
export function isUndone({ input, requestTree, finalError, rounds }: HealState): boolean {
  return input.request !== undefined && requestTree === undefined && finalError !== undefined && rounds === 0;
}

function lastError(state: HealState): string {
  if (state.contradiction || isUndone(state)) return state.finalError ?? '';
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
    ways.push(
      words.budget(standText(budget, state.input.language), extendCommand(runId, budget, unasked.missing)),
    );
  if (state.outOfTime) ways.push(words.time(goOnCommand(state)));
  if (state.contradiction) {
    ways.push(words.contradicted(state.contradiction.at, `kintsugi publish ${runId} --choice A`));
  } else if (state.denied) {
    ways.push(words.policy('kintsugi policy list'));
  } else if (isUnverified(state)) {
    ways.push(words.addTests);
    ways.push(words.seeUnverified(`kintsugi diff ${runId}`));
  } else if (state.analysis && !state.analysis.repairable) {
    const { cause } = state.analysis;
    ways.push(
      cause === USERNS_CAUSE ? words.userns : words.environment(causeText(state.input.language, cause)),
    );
  } else {
    if (!state.modelConfigured) ways.push(words.model);
    if (state.modelFailure !== undefined) ways.push(words.mendModel(state.modelFailure));
    else if (!unasked && !state.outOfTime) ways.push(...otherTries(state));
  }
  if (state.repairs.length > 0 && !isUnverified(state)) ways.push(words.seePartial(`kintsugi diff ${runId}`));
  if (!published && partialRepair(state))
    ways.push(words.publishPartial(`kintsugi publish ${runId} --choice A`));
  ways.push(published ? words.undo(`kintsugi rollback ${runId}`) : words.unchanged);
  return ways;
}

/** Ways to try again with more, where nothing but the tries kept the run from its end. */
function otherTries(state: HealState): string[] {
  const words = wordsOf(state);
  const { input, rounds, repairHistory, choices } = state;
  if (isUndone(state)) return hasModel(state) ? [worksWithTools(state) ? words.rephrase : words.agent] : [];
  const proposers = proposersOf(state);
  const isAsked = choices.some(({ stages }) => stages.flat().some(asksModel));
  const isQuick = rounds > 0 && input.mode === 'SPEED' && !isAsked && hasModel(state) && proposers.length > 1;
  const more = Math.min(input.maxAttempts + 2, MOST_ATTEMPTS);
  // A search that goes no further, from the same files, finds the same again; a model may say something else.
  const goesOn = rounds < WIDENING_ROUNDS || repairHistory.at(-1)?.repairApplied === true;
  const mayDiffer = hasModel(state) || goesOn;
  const used = rounds >= input.maxAttempts && more > input.maxAttempts && proposers.length > 0;
  return [
    ...(isQuick ? [words.precision] : []),
    ...(used && mayDiffer ? [words.attempts(`--max-attempts ${more}`)] : []),
  ];
}

/** More attempts are of no use where nothing says what is wrong. */
function isUnverified(state: HealState): boolean {
  const { verification, outOfTime = false } = state;
  // A request that was not carried out left nothing to be verified.
  if (isUndone(state) || !verification || outOfTime || verification.failures.length > 0) return false;
  return verification.trust === 'none' || restsOnWeakTests(state, verification);
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
