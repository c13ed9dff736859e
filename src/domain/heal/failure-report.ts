import { inEachLanguage } from '../run/said';
import { extendCommand, standText, type BudgetReport } from '../run/budget-report';
import { excerpt, firstLine, timeText } from '../text';
import { USERNS_CAUSE } from '../verification/analysis';
import { hasModel, proposersOf, repairsTried, restsOnWeakTests, worksWithTools } from './facts';
import type { HealFacts, WorkEnd } from './state';
import { choiceLines } from './choice-record';
import { asksModel, WIDENING_ROUNDS } from './proposal';
import { MOST_ATTEMPTS } from './input';
import { partialRepair } from './partial-repair';
import { causeText, errorTypeText } from './errors';
import type { Language } from '../run/language';

/** Seed 000's report of a failure, which a person can act on: what fails, what was tried, how to go on. */
export function failureReport(
  facts: HealFacts,
  end: WorkEnd,
  published: boolean,
  budget?: BudgetReport,
): string {
  const words = wordsOf(facts);
  const lines = [headline(facts, end), '', words.lastError, indent(excerpt(lastError(facts, end), 1_500))];
  const place = facts.analysis?.location;
  if (place)
    lines.push(
      '',
      `${words.where}: ${[place.file, place.line].filter((part) => part !== undefined).join(':')}`,
    );
  lines.push('', words.history, ...attemptLines(facts));
  const stillFailing = facts.verification?.failures.map((failed) => failed.id) ?? [];
  if (stillFailing.length > 0) lines.push('', words.stillFailing, ...stillFailing.map((id) => `  ${id}`));
  const { contradictions = [] } = facts.baseline ?? {};
  if (contradictions.length > 0)
    lines.push('', words.contradictions, ...contradictions.map((one) => `  ${one}`));
  lines.push('', words.goOn, ...waysOut(facts, end, published, budget).map((way) => `  - ${way}`));
  return lines.join('\n');
}

function headline(facts: HealFacts, end: WorkEnd): string {
  const words = wordsOf(facts);
  if (typeof end.because === 'object') return words.atOdds;
  return isUndone(facts, end) ? words.undone : words.failed(repairsTried(facts));
}

/** Each attempt with its diagnosis, what was tried and refused, and what people said of it. */
function attemptLines(facts: HealFacts): string[] {
  const { idle, input } = facts;
  const { repairHistory, codeHistory, choices } = facts.record;
  const words = wordsOf(facts);
  const earlier = (repairHistory[0]?.attemptNumber ?? 1) - 1;
  const undone = (number: number) =>
    codeHistory
      .filter(({ attempt, rolledBack }) => rolledBack !== undefined && attempt === number)
      .map(({ fixReason }) => `  ${words.takenBack(fixReason)}`);
  return [
    ...initialGeneration(facts),
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

/** The report without its ways to go on: their commands and flags fit a run of its own, and no child of a session. */
export function withoutWays(report: string): string {
  const heads = Object.values(FAILURE_WORDS).map(({ goOn }) => report.lastIndexOf(`\n\n${goOn}`));
  const end = Math.max(...heads);
  return end < 0 ? report : report.slice(0, end);
}

function wordsOf({ input }: Pick<HealFacts, 'input'>): (typeof FAILURE_WORDS)[Language] {
  return FAILURE_WORDS[input.language];
}

/** Line on the code that the request made first, before any repair. */
function initialGeneration(facts: HealFacts): string[] {
  const { record, carriedOut } = facts;
  const first = record.codeHistory.find(({ attempt, tree }) => attempt === 0 && tree === carriedOut?.tree);
  return first ? [`  ${wordsOf(facts).initial(firstLine(first.fixReason))}`.trimEnd()] : [];
}

/** True if the request was not carried out: what fails now failed before. */
export function isUndone({ input, carriedOut, rounds }: HealFacts, { error }: WorkEnd): boolean {
  return input.request !== undefined && !carriedOut && error !== undefined && rounds === 0;
}

function lastError(facts: HealFacts, end: WorkEnd): string {
  if (typeof end.because === 'object' || isUndone(facts, end)) return end.error ?? '';
  const failed = facts.verification?.failures[0]?.failure;
  if (!failed) return end.error ?? wordsOf(facts).unknown;
  return failed.errorName && !failed.message.startsWith(failed.errorName)
    ? `${failed.errorName}: ${failed.message}`
    : failed.message;
}

function waysOut(
  facts: HealFacts,
  end: WorkEnd,
  published: boolean,
  budget: BudgetReport | undefined,
): string[] {
  const words = wordsOf(facts);
  const { taskId, input } = facts;
  const unasked = budget?.skipped.at(-1);
  const byBudget = budget && unasked && !unasked.unpricedModels;
  const isPart = !published && partialRepair(facts) !== undefined;
  return [
    ...(byBudget
      ? [words.budget(standText(budget, input.language), extendCommand(taskId, budget, unasked.missing))]
      : []),
    ...(end.because === 'out-of-time' ? [words.time(goOnCommand(facts))] : []),
    ...againstCause(facts, end, unasked !== undefined),
    ...(facts.repairs.length > 0 && !isUnverified(facts, end)
      ? [words.seePartial(`kintsugi diff ${taskId}`)]
      : []),
    ...(isPart ? [words.publishPartial(`kintsugi publish ${taskId} --choice A`)] : []),
    published ? words.undo(`kintsugi rollback ${taskId}`) : words.unchanged,
  ];
}

/** How a run goes on that has reached its limit, as an option of the command line takes a time. */
function goOnCommand({ input, taskId }: HealFacts): string {
  return `kintsugi fork ${taskId} --time-limit ${timeText(2 * (input.timeLimitMs ?? 0))}`;
}

/** Ways out by the cause that kept the run from success. */
function againstCause(facts: HealFacts, end: WorkEnd, overBudget: boolean): string[] {
  const words = wordsOf(facts);
  const { taskId, input, analysis, modelFailure } = facts;
  const { because } = end;
  if (typeof because === 'object')
    return [words.contradicted(because.at, `kintsugi publish ${taskId} --choice A`)];
  if (because === 'denied') return [words.policy('kintsugi policy list')];
  if (isUnverified(facts, end)) return [words.addTests, words.seeUnverified(`kintsugi diff ${taskId}`)];
  if (analysis && !analysis.repairable) {
    const { cause } = analysis;
    return [cause === USERNS_CAUSE ? words.userns : words.environment(causeText(input.language, cause))];
  }
  const unconfigured = facts.modelConfigured ? [] : [words.model];
  if (modelFailure !== undefined) return [...unconfigured, words.mendModel(modelFailure)];
  const mayTry = !overBudget && because !== 'out-of-time';
  return [...unconfigured, ...(mayTry ? otherTries(facts, end) : [])];
}

/** Ways to try again, if only the number or the kind of tries kept the run from success. */
function otherTries(facts: HealFacts, end: WorkEnd): string[] {
  const words = wordsOf(facts);
  const { input, rounds, record } = facts;
  const asks = hasModel(facts);
  if (isUndone(facts, end)) return asks ? [worksWithTools(facts) ? words.rephrase : words.agent] : [];
  const proposers = proposersOf(facts);
  const isAsked = record.choices.some(({ stages }) => stages.flat().some(asksModel));
  const isQuick = rounds > 0 && input.mode === 'SPEED' && !isAsked && asks && proposers.length > 1;
  const more = Math.min(input.maxAttempts + 2, MOST_ATTEMPTS);
  // A search that goes no further, from the same files, finds the same again; a model may say something else.
  const goesOn = rounds < WIDENING_ROUNDS || record.repairHistory.at(-1)?.repairApplied === true;
  const used = rounds >= input.maxAttempts && more > input.maxAttempts && proposers.length > 0;
  return [
    ...(isQuick ? [words.precision] : []),
    ...(used && (asks || goesOn) ? [words.attempts(`--max-attempts ${more}`)] : []),
  ];
}

/** True if no check says what is wrong with the change: more attempts are of no use. */
function isUnverified(facts: HealFacts, end: WorkEnd): boolean {
  const { verification } = facts;
  // A request that was not carried out left nothing to be verified.
  if (isUndone(facts, end) || !verification || end.because === 'out-of-time') return false;
  if (verification.failures.length > 0) return false;
  return verification.trust === 'none' || restsOnWeakTests(facts, verification);
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
/** Sentences of a failure report in one language. */
export const FAILURE_WORDS = inEachLanguage((say) => ({
  atOdds: say`❌ Not done: a test contradicts the request`,
  undone: say`❌ The request was not carried out`,
  failed: (attempts: number) => say`❌ Automatic repair failed (${attempts} attempt(s) made)`,
  lastError: say`Last error:`,
  unknown: say`unknown`,
  where: say`Where`,
  history: say`Attempt history:`,
  initial: (summary: string) => say`[Initial generation] ${summary}`,
  noRepair: say`no repair was attempted`,
  earlier: (count: number) => say`… ${count} earlier attempt(s)`,
  applied: (cause: string) => say`applied: ${cause}`,
  nothingApplied: say`no acceptable repair was found`,
  /** A person rolled it back or turned it down: `turned down by Ada: not like this`. */
  takenBack: (reason: string) => say`taken back: ${reason}`,
  /** `note`: why, in English. */
  nothingLeft: (note: string) => say`nothing was left to try: ${note}`,
  attempt: (number: number, errorType: string, cause: string) =>
    say`[Attempt ${number}] ${errorType}: ${cause}`,
  stillFailing: say`Still failing:`,
  contradictions: say`Tests that can not both pass:`,
  goOn: say`How to go on:`,
  budget: (stand: string, command: string) =>
    say`the budget ended (${stand}): go on from here with a larger one: ${command}`,
  time: (command: string) => say`go on from here with a larger limit: ${command}`,
  addTests: say`add tests of your own, or a check: --check "npm test"`,
  seeUnverified: (command: string) => say`see the change that nothing verified: ${command}`,
  environment: (cause: string) => say`repair the environment (${cause}): no edit of the code can`,
  /** A command makes namespaces of users. */
  userns: say`start the run with --allow-userns: a command isolates programs of its own`,
  model: say`configure a model (KINTSUGI_MODEL): without one, small edits are all that is tried`,
  mendModel: (failure: string) => say`mend what kept the model from answering: ${failure}`,
  precision: say`try again with --mode precision`,
  agent: say`let an agent carry the request out, which looks around first: kintsugi agent DIR "…"`,
  rephrase: say`say in the request which files it is about, and what they should do`,
  policy: (command: string) => say`see what the policy denies or asks about: ${command}`,
  attempts: (flag: string) => say`allow more attempts: ${flag}`,
  seePartial: (command: string) => say`see what the partial repairs changed: ${command}`,
  contradicted: (at: string, command: string) =>
    say`if the test at ${at} is right, ask for something else; if the request is, publish its change with ${command} and mend the test`,
  publishPartial: (command: string) => say`publish what is mended so far: ${command}`,
  undo: (command: string) => say`undo what was published: ${command}`,
  unchanged: say`your files are unchanged`,
}));
