import { speaker } from '../run/said';
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
import { Language } from '../run/language';

/** Seed 000's report of a failure, which a person can act on: what fails, what was tried, how to go on. */
export function failureReport(
  facts: HealFacts,
  end: WorkEnd,
  published: boolean,
  budget?: BudgetReport,
): string {
  const say = speaker(facts.input.language);
  const lines = [headline(facts, end), '', say`Last error:`, indent(excerpt(lastError(facts, end), 1_500))];
  const place = facts.analysis?.location;
  if (place)
    lines.push(
      '',
      `${say`Where`}: ${[place.file, place.line].filter((part) => part !== undefined).join(':')}`,
    );
  lines.push('', say`Attempt history:`, ...attemptLines(facts));
  const stillFailing = facts.verification?.failures.map((failed) => failed.id) ?? [];
  if (stillFailing.length > 0) lines.push('', say`Still failing:`, ...stillFailing.map((id) => `  ${id}`));
  const { contradictions = [] } = facts.baseline ?? {};
  if (contradictions.length > 0)
    lines.push('', say`Tests that can not both pass:`, ...contradictions.map((one) => `  ${one}`));
  lines.push('', say`How to go on:`, ...waysOut(facts, end, published, budget).map((way) => `  - ${way}`));
  return lines.join('\n');
}

function headline(facts: HealFacts, end: WorkEnd): string {
  const say = speaker(facts.input.language);
  if (typeof end.because === 'object') return say`❌ Not done: a test contradicts the request`;
  return isUndone(facts, end)
    ? say`❌ The request was not carried out`
    : say`❌ Automatic repair failed (${repairsTried(facts)} attempt(s) made)`;
}

/** Each attempt with its diagnosis, what was tried and refused, and what people said of it. */
function attemptLines(facts: HealFacts): string[] {
  const { idle, input } = facts;
  const { repairHistory, codeHistory, choices } = facts.record;
  const say = speaker(facts.input.language);
  const earlier = (repairHistory[0]?.attemptNumber ?? 1) - 1;
  const undone = (number: number) =>
    codeHistory
      .filter(({ attempt, rolledBack }) => rolledBack !== undefined && attempt === number)
      .map(({ fixReason }) => `  ${say`taken back: ${fixReason}`}`);
  return [
    ...initialGeneration(facts),
    ...undone(0),
    ...(repairHistory.length === 0 ? [`  ${say`no repair was attempted`}`] : []),
    ...(earlier > 0 ? [`  ${say`… ${earlier} earlier attempt(s)`}`] : []),
    ...repairHistory.flatMap(({ attemptNumber, repairApplied, debuggerResponse, errorContext }) => [
      `  ${say`[Attempt ${attemptNumber}] ${errorTypeText(input.language, errorContext.errorType)}: ${repairApplied ? say`tried: ${debuggerResponse?.rootCause ?? ''}` : say`no acceptable repair was found`}`}`,
      ...choiceLines(choices, attemptNumber, input.language),
      ...undone(attemptNumber),
    ]),
    ...(idle && idle.note !== '' ? [`  ${say`nothing was left to try: ${idle.note}`}`] : []),
  ];
}

/** The report without its ways to go on: their commands and flags fit a run of its own, and no child of a session. */
export function withoutWays(report: string): string {
  const heads = Language.options.map((one) => report.lastIndexOf(`\n\n${speaker(one)`How to go on:`}`));
  const end = Math.max(...heads);
  return end < 0 ? report : report.slice(0, end);
}

/** Line on the code that the request made first, before any repair. */
function initialGeneration(facts: HealFacts): string[] {
  const { record, carriedOut } = facts;
  const first = record.codeHistory.find(({ attempt, tree }) => attempt === 0 && tree === carriedOut?.tree);
  return first
    ? [`  ${speaker(facts.input.language)`[Initial generation] ${firstLine(first.fixReason)}`}`.trimEnd()]
    : [];
}

/** True if the request was not carried out: what fails now failed before. */
export function isUndone({ input, carriedOut, rounds }: HealFacts, { error }: WorkEnd): boolean {
  return input.request !== undefined && !carriedOut && error !== undefined && rounds === 0;
}

function lastError(facts: HealFacts, end: WorkEnd): string {
  if (typeof end.because === 'object' || isUndone(facts, end)) return end.error ?? '';
  const failed = facts.verification?.failures[0]?.failure;
  if (!failed) return end.error ?? speaker(facts.input.language)`unknown`;
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
  const say = speaker(facts.input.language);
  const { taskId, input } = facts;
  const unasked = budget?.skipped.at(-1);
  const byBudget = budget && unasked && !unasked.unpricedModels;
  const isPart = !published && partialRepair(facts) !== undefined;
  return [
    ...(byBudget
      ? [
          say`the budget ended (${standText(budget, input.language)}): go on from here with a larger one: ${extendCommand(taskId, budget, unasked.missing)}`,
        ]
      : []),
    ...(end.because === 'out-of-time'
      ? [say`go on from here with a larger limit: ${goOnCommand(facts)}`]
      : []),
    ...againstCause(facts, end, unasked !== undefined),
    ...(facts.repairs.length > 0 && !isUnverified(facts, end)
      ? [say`see what the partial repairs changed: ${`kintsugi diff ${taskId}`}`]
      : []),
    ...(isPart ? [say`publish what is mended so far: ${`kintsugi publish ${taskId} --choice A`}`] : []),
    published
      ? say`undo what was published: ${`kintsugi rollback ${taskId}`}`
      : say`your files are unchanged`,
  ];
}

/** How a run goes on that has reached its limit, as an option of the command line takes a time. */
function goOnCommand({ input, taskId }: HealFacts): string {
  return `kintsugi fork ${taskId} --time-limit ${timeText(2 * (input.timeLimitMs ?? 0))}`;
}

/** Ways out by the cause that kept the run from success. */
function againstCause(facts: HealFacts, end: WorkEnd, overBudget: boolean): string[] {
  const say = speaker(facts.input.language);
  const { taskId, input, analysis, modelFailure } = facts;
  const { because } = end;
  if (typeof because === 'object')
    return [
      say`if the test at ${because.at} is right, ask for something else; if the request is, publish its change with ${`kintsugi publish ${taskId} --choice A`} and mend the test`,
    ];
  if (because === 'denied') return [say`see what the policy denies or asks about: ${'kintsugi policy list'}`];
  if (isUnverified(facts, end))
    return [
      say`add tests of your own, or a check: --check "npm test"`,
      say`see the change that nothing verified: ${`kintsugi diff ${taskId}`}`,
    ];
  if (analysis && !analysis.repairable) {
    const { cause } = analysis;
    return [
      cause === USERNS_CAUSE
        ? say`start the run with --allow-userns: a command isolates programs of its own`
        : say`repair the environment (${causeText(input.language, cause)}): no edit of the code can`,
    ];
  }
  const unconfigured = facts.modelConfigured
    ? []
    : [say`configure a model (KINTSUGI_MODEL): without one, small edits are all that is tried`];
  if (modelFailure !== undefined)
    return [...unconfigured, say`mend what kept the model from answering: ${modelFailure}`];
  const mayTry = !overBudget && because !== 'out-of-time';
  return [...unconfigured, ...(mayTry ? otherTries(facts, end) : [])];
}

/** Ways to try again, if only the number or the kind of tries kept the run from success. */
function otherTries(facts: HealFacts, end: WorkEnd): string[] {
  const say = speaker(facts.input.language);
  const { input, rounds, record } = facts;
  const asks = hasModel(facts);
  if (isUndone(facts, end))
    return asks
      ? [
          worksWithTools(facts)
            ? say`say in the request which files it is about, and what they should do`
            : say`let an agent carry the request out, which looks around first: kintsugi agent DIR "…"`,
        ]
      : [];
  const proposers = proposersOf(facts);
  const isAsked = record.choices.some(({ stages }) => stages.flat().some(asksModel));
  const isQuick = rounds > 0 && input.mode === 'SPEED' && !isAsked && asks && proposers.length > 1;
  const more = Math.min(input.maxAttempts + 2, MOST_ATTEMPTS);
  // A search that goes no further, from the same files, finds the same again; a model may say something else.
  const goesOn = rounds < WIDENING_ROUNDS || record.repairHistory.at(-1)?.repairApplied === true;
  const used = rounds >= input.maxAttempts && more > input.maxAttempts && proposers.length > 0;
  return [
    ...(isQuick ? [say`try again with --mode precision`] : []),
    ...(used && (asks || goesOn) ? [say`allow more attempts: ${`--max-attempts ${more}`}`] : []),
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
