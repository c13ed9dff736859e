import type { Language } from '../run/input';

/** Sentences of a failure report in one language. */
export interface FailureWords {
  /** A test contradicts the request. */
  atOdds: string;
  undone: string;
  failed(attempts: number): string;
  lastError: string;
  unknown: string;
  where: string;
  history: string;
  initial(summary: string): string;
  noRepair: string;
  earlier(count: number): string;
  applied(cause: string): string;
  nothingApplied: string;
  /** A person rolled it back or turned it down: `turned down by Ada: not like this`. */
  takenBack(reason: string): string;
  /** `note`: why, in English. */
  nothingLeft(note: string): string;
  attempt(number: number, errorType: string, cause: string): string;
  stillFailing: string;
  contradictions: string;
  goOn: string;
  budget(stand: string, command: string): string;
  time(command: string): string;
  addTests: string;
  seeUnverified(command: string): string;
  environment(cause: string): string;
  /** A command makes namespaces of users. */
  userns: string;
  model: string;
  mendModel(failure: string): string;
  precision: string;
  agent: string;
  rephrase: string;
  policy(command: string): string;
  attempts(flag: string): string;
  seePartial(command: string): string;
  contradicted(at: string, command: string): string;
  publishPartial(command: string): string;
  undo(command: string): string;
  unchanged: string;
}

const english: FailureWords = {
  atOdds: '❌ Not done: a test contradicts the request',
  undone: '❌ The request was not carried out',
  failed: (attempts) => `❌ Automatic repair failed (${attempts} attempt${attempts === 1 ? '' : 's'} made)`,
  lastError: 'Last error:',
  unknown: 'unknown',
  where: 'Where',
  history: 'Attempt history:',
  initial: (summary) => `[Initial generation] ${summary}`,
  noRepair: 'no repair was attempted',
  earlier: (count) => `… ${count} earlier attempt${count === 1 ? '' : 's'}`,
  applied: (cause) => `applied: ${cause}`,
  nothingApplied: 'no acceptable repair was found',
  takenBack: (reason) => `taken back: ${reason}`,
  nothingLeft: (note) => `nothing was left to try: ${note}`,
  attempt: (number, errorType, cause) => `[Attempt ${number}] ${errorType}: ${cause}`,
  stillFailing: 'Still failing:',
  contradictions: 'Tests that can not both pass:',
  goOn: 'How to go on:',
  budget: (stand, command) => `the budget ended (${stand}): go on from here with a larger one: ${command}`,
  time: (command) => `go on from here with a larger limit: ${command}`,
  addTests: 'add tests of your own, or a check: --check "npm test"',
  seeUnverified: (command) => `see the change that nothing verified: ${command}`,
  environment: (cause) => `repair the environment (${cause}): no edit of the code can`,
  userns: 'start the run with --allow-userns: a command isolates programs of its own',
  model: 'configure a model (KINTSUGI_MODEL): without one, small edits are all that is tried',
  mendModel: (failure) => `mend what kept the model from answering: ${failure}`,
  precision: 'try again with --mode precision',
  agent: 'let an agent carry the request out, which looks around first: kintsugi agent DIR "…"',
  rephrase: 'say in the request which files it is about, and what they should do',
  policy: (command) => `see what the policy denies or asks about: ${command}`,
  attempts: (flag) => `allow more attempts: ${flag}`,
  seePartial: (command) => `see what the partial repairs changed: ${command}`,
  contradicted: (at, command) =>
    `if the test at ${at} is right, ask for something else; if the request is, publish its change with ${command} and mend the test`,
  publishPartial: (command) => `publish what is mended so far: ${command}`,
  undo: (command) => `undo what was published: ${command}`,
  unchanged: 'your files are unchanged',
};

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

/** Sentences of a failure report by language. */
export const FAILURE_WORDS: Record<Language, FailureWords> = { en: english, ko: korean, zh: chinese };
