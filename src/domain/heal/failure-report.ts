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

function wordsOf({ input }: Pick<HealFacts, 'input'>): FailureWords {
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
const english = {
  atOdds: '❌ Not done: a test contradicts the request',
  undone: '❌ The request was not carried out',
  failed: (attempts: number) =>
    `❌ Automatic repair failed (${attempts} attempt${attempts === 1 ? '' : 's'} made)`,
  lastError: 'Last error:',
  unknown: 'unknown',
  where: 'Where',
  history: 'Attempt history:',
  initial: (summary: string) => `[Initial generation] ${summary}`,
  noRepair: 'no repair was attempted',
  earlier: (count: number) => `… ${count} earlier attempt${count === 1 ? '' : 's'}`,
  applied: (cause: string) => `applied: ${cause}`,
  nothingApplied: 'no acceptable repair was found',
  /** A person rolled it back or turned it down: `turned down by Ada: not like this`. */
  takenBack: (reason: string) => `taken back: ${reason}`,
  /** `note`: why, in English. */
  nothingLeft: (note: string) => `nothing was left to try: ${note}`,
  attempt: (number: number, errorType: string, cause: string) => `[Attempt ${number}] ${errorType}: ${cause}`,
  stillFailing: 'Still failing:',
  contradictions: 'Tests that can not both pass:',
  goOn: 'How to go on:',
  budget: (stand: string, command: string) =>
    `the budget ended (${stand}): go on from here with a larger one: ${command}`,
  time: (command: string) => `go on from here with a larger limit: ${command}`,
  addTests: 'add tests of your own, or a check: --check "npm test"',
  seeUnverified: (command: string) => `see the change that nothing verified: ${command}`,
  environment: (cause: string) => `repair the environment (${cause}): no edit of the code can`,
  /** A command makes namespaces of users. */
  userns: 'start the run with --allow-userns: a command isolates programs of its own',
  model: 'configure a model (KINTSUGI_MODEL): without one, small edits are all that is tried',
  mendModel: (failure: string) => `mend what kept the model from answering: ${failure}`,
  precision: 'try again with --mode precision',
  agent: 'let an agent carry the request out, which looks around first: kintsugi agent DIR "…"',
  rephrase: 'say in the request which files it is about, and what they should do',
  policy: (command: string) => `see what the policy denies or asks about: ${command}`,
  attempts: (flag: string) => `allow more attempts: ${flag}`,
  seePartial: (command: string) => `see what the partial repairs changed: ${command}`,
  contradicted: (at: string, command: string) =>
    `if the test at ${at} is right, ask for something else; if the request is, publish its change with ${command} and mend the test`,
  publishPartial: (command: string) => `publish what is mended so far: ${command}`,
  undo: (command: string) => `undo what was published: ${command}`,
  unchanged: 'your files are unchanged',
};
type FailureWords = typeof english;

const korean: FailureWords = {
  atOdds: '❌ 수행하지 않음: 테스트가 요청과 모순됩니다',
  undone: '❌ 요청을 수행하지 못했습니다',
  failed: (attempts) => `❌ 자동 수정 실패 (${attempts}회 시도 완료)`,
  lastError: '마지막 에러:',
  unknown: '알 수 없음',
  where: '위치',
  history: '시도 히스토리:',
  initial: (summary) => `[최초 생성] ${summary}`,
  noRepair: '복구를 시도하지 않았습니다',
  earlier: (count) => `… 이전 시도 ${count}회`,
  applied: (cause) => `적용함: ${cause}`,
  nothingApplied: '받아들일 수 있는 복구를 찾지 못했습니다',
  takenBack: (reason) => `되돌림: ${reason}`,
  nothingLeft: () => '더 시도할 것이 없었습니다',
  attempt: (number, errorType, cause) => `[시도 ${number}] ${errorType}: ${cause}`,
  stillFailing: '아직 실패하는 검사:',
  contradictions: '함께 통과할 수 없는 테스트:',
  goOn: '계속하는 방법:',
  budget: (stand, command) => `예산이 끝났습니다 (${stand}): 더 큰 예산으로 여기서 계속: ${command}`,
  time: (command) => `더 긴 시간 제한으로 여기서 계속: ${command}`,
  addTests: '직접 테스트를 추가하거나 검사를 지정: --check "npm test"',
  seeUnverified: (command) => `아무것도 검증하지 못한 변경 보기: ${command}`,
  environment: (cause) => `환경을 복구하세요 (${cause}): 코드 수정으로는 해결되지 않습니다`,
  userns: '--allow-userns로 실행을 시작하세요: 명령이 자체 프로그램을 격리합니다',
  model: '모델을 설정하세요 (KINTSUGI_MODEL): 모델이 없으면 작은 수정만 시도합니다',
  mendModel: (failure) => `모델이 답하지 못한 원인을 해결하세요: ${failure}`,
  precision: '--mode precision 으로 다시 시도',
  agent: '먼저 코드를 살펴보는 에이전트에게 요청을 맡기기: kintsugi agent DIR "…"',
  rephrase: '어떤 파일에 관한 요청이고 무엇을 해야 하는지 요청에 적기',
  policy: (command) => `정책이 거부하거나 묻는 것 보기: ${command}`,
  attempts: (flag) => `시도 횟수 늘리기: ${flag}`,
  seePartial: (command) => `부분 복구가 바꾼 내용 보기: ${command}`,
  contradicted: (at, command) =>
    `${at} 테스트가 맞다면 요청을 바꾸고, 요청이 맞다면 ${command}(으)로 변경 사항을 게시한 뒤 테스트를 고치세요`,
  publishPartial: (command) => `지금까지 복구된 내용 게시하기: ${command}`,
  undo: (command) => `게시한 내용 되돌리기: ${command}`,
  unchanged: '파일은 변경되지 않았습니다',
};

const chinese: FailureWords = {
  atOdds: '❌ 未完成: 一个测试与请求相矛盾',
  undone: '❌ 请求未能执行',
  failed: (attempts) => `❌ 自动修复失败 (已完成 ${attempts} 次尝试)`,
  lastError: '最后的错误:',
  unknown: '未知',
  where: '位置',
  history: '尝试历史:',
  initial: (summary) => `[初始生成] ${summary}`,
  noRepair: '没有尝试修复',
  earlier: (count) => `… 更早的 ${count} 次尝试`,
  applied: (cause) => `已应用: ${cause}`,
  nothingApplied: '没有找到可接受的修复',
  takenBack: (reason) => `已撤回: ${reason}`,
  nothingLeft: () => '没有可再尝试的内容',
  attempt: (number, errorType, cause) => `[尝试 ${number}] ${errorType}: ${cause}`,
  stillFailing: '仍然失败:',
  contradictions: '不能同时通过的测试:',
  goOn: '如何继续:',
  budget: (stand, command) => `预算已用完 (${stand}): 用更大的预算从这里继续: ${command}`,
  time: (command) => `用更长的时限从这里继续: ${command}`,
  addTests: '添加自己的测试或检查: --check "npm test"',
  seeUnverified: (command) => `查看没有得到验证的更改: ${command}`,
  environment: (cause) => `修复环境 (${cause}): 修改代码无法解决`,
  userns: '用 --allow-userns 启动运行：命令要隔离自己的程序',
  model: '配置模型 (KINTSUGI_MODEL): 没有模型时只尝试小的修改',
  mendModel: (failure) => `解决模型无法回答的原因: ${failure}`,
  precision: '用 --mode precision 重试',
  agent: '让先查看代码的智能体执行请求: kintsugi agent DIR "…"',
  rephrase: '在请求中说明涉及哪些文件，以及它们应当做什么',
  policy: (command) => `查看策略拒绝或询问的内容: ${command}`,
  attempts: (flag) => `允许更多尝试: ${flag}`,
  seePartial: (command) => `查看部分修复的更改: ${command}`,
  contradicted: (at, command) =>
    `如果 ${at} 的测试正确，请修改请求；如果请求正确，请用 ${command} 发布更改，然后修改测试`,
  publishPartial: (command) => `发布目前已修复的内容: ${command}`,
  undo: (command) => `撤销已发布的内容: ${command}`,
  unchanged: '您的文件没有改变',
};

export const FAILURE_WORDS: Record<Language, FailureWords> = { en: english, ko: korean, zh: chinese };
