import type { Language } from '../../run/language';
import { plural } from '../../text';

/** Sentences on why a run ends without success, or can't begin, in one language; each says the way out. */
const english = {
  changes: (what: string) =>
    `The change ${what}. Tests rely on them: write it without, or check it with a command (--check "npm test" --no-sandbox-tests).`,
  byChance: (byChance: string) => `The change ${byChance}: make it give the same result each time.`,
  breaks: (tests: number) => `The change breaks ${plural(tests, 'test')} that passed before.`,
  untested:
    'Nothing could verify the change: it has no tests and no checks. Add tests, --check or --generate-tests yes.',
  allSkipped: (tests: number) =>
    `Nothing could verify the change: its ${plural(tests, 'test')} are all skipped. Unskip some, or give a check with --check.`,
  noTest:
    'Nothing could verify the change: its checks hold no test. Unskip some, or give a check with --check.',
  /** `worth`: empty, or the end of a sentence. */
  unearned: (worth: string) =>
    `Nothing but generated tests could verify the change, and they are not trusted${worth === '' ? '' : `: ${worth}`}. Add tests of your own or --check.`,
  outOfTime: (limit: string) =>
    `The run has worked for its time limit of ${limit} and ends with what it has.`,
  changedNothing: (why: string) => `The agent changed nothing: ${why}`,
  saidNoMore: 'it said no more',
  otherThanPromised: (failed: number, directory: string) =>
    `With the repair ${plural(failed, 'check')} of your files as they are now ${failed === 1 ? 'fails' : 'fail'}, and not the same as when it was suggested: start again with kintsugi heal ${directory}.`,
  partial: (mended: number, failed: number) =>
    `The repair mends ${plural(mended, 'test')} and breaks none, but ${plural(failed, 'check')} still ${failed === 1 ? 'fails' : 'fail'}. Publish it as it is?`,
  withEdits: (verdict: string) => `With the edits ${verdict}: answer again.`,
  notAllowed: (what: string, reason: string) => `Not allowed to ${what}: ${reason}`,
  chosen: (letter: string) => `a person chose ${letter}`,
  middle: 'The run went back to files in the middle of the work',
  turnedDown: (by: string = 'a person', reason: string) => `turned down by ${by}: ${reason}`,
  wholeChange: 'the whole change',
  vanished: 'The test passed before the change and is missing or skipped now.',
  /** Of a candidate or a change that the project's own runner refutes. */
  commandFails: (by: string, said: string) => `the tests pass, but ${by} fails: ${said}`,
  runnerFails: (by: string, tests: number, first: string, said: string) =>
    `green in the sandbox, but ${by} does not pass ${plural(tests, 'test')} ("${first}": ${said})`,
  passesInSandbox: (by: string, said: string) => `It passes in the sandbox and not in ${by}: ${said}`,
  modelNeeded:
    'A request needs a model: set KINTSUGI_MODEL (and OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for another endpoint), or leave the request out to repair failing tests without one.',
  modelUnreachable:
    'The worker has no endpoint to ask for --model: set KINTSUGI_MODEL (and OPENAI_API_KEY or KINTSUGI_MODEL_BASE_URL), or leave --model out.',
  chatNeedsRequest: 'A chat_reply task needs a request: write it after the directory.',
  unpriced: (models: string) =>
    `The run can't keep to its budget: a budget in USD needs a price for ${models}: add it to KINTSUGI_MODEL_PRICES, or give the budget in tokens (--budget-tokens).`,
  checkDenied: (command: string, reason: string) =>
    `The policy denies the check "${command}" (${reason}): leave it out, or change the rule (kintsugi policy list).`,
  patchMisfit: (at: string, why: string, more: number, nearest: string | undefined) =>
    `The patch does not fit ${at}, so nothing was done: ${why}${more > 0 ? ` (and ${more} more)` : ''}. Make it against the files of that checkpoint.${nearest === undefined ? '' : ` What stands there (≠ marks lines it does not have):\n${nearest}`}`,
  forkConflict: (at: string, paths: string) =>
    `${at} and the directory as it is now do not go together: ${paths}`,
  forkMissing: (at: string) =>
    `The files of ${at} are no longer in the store, or on another machine: fork a newer run, or start anew with kintsugi heal DIR.`,
  noTestsFound: (directory: string) =>
    `No tests were found in ${directory}, and no check was given. ` +
    'Name a command that fails where the program is wrong (--check "npm test"), test files of JavaScript (--test GLOB), or say what to do in a request.',
  partRan: (unrun: string) =>
    `What ran passes, but not all tests of the project ran: ${unrun} See kintsugi explain, or name the checks that count with --check.`,
  noneRan: (directory: string, unrun: string) =>
    `The tests of ${directory} can't run: ${unrun} See kintsugi explain, or name the checks that count with --check.`,
  unverifiable: (files: number, directory: string, reason: string, leaveOut: string) =>
    `${plural(files, 'test file')} of ${directory} can not be verified: ${reason} Or leave out what can not be run: ${leaveOut}.`,
  noMatch: (directory: string, globs: string) =>
    `No test file of ${directory} matches --test ${globs}: correct the glob, or leave it out for the usual Jest names.`,
  allTestsSkipped: (tests: number, directory: string) =>
    `All ${tests} tests of ${directory} are skipped, so nothing can be verified: unskip some, or give a check with --check.`,
  unparsed: (file: string, line: number | undefined, error: string) =>
    `The test file ${file} does not parse${line === undefined ? '' : ` (line ${line})`}: ${error}. Mend it, or choose the other test files with --test.`,
};
type EndWords = typeof english;

const korean: EndWords = {
  changes: (what) =>
    `변경한 코드가 테스트도 사용하는 것을 바꿉니다 (${what}). 바꾸지 않고 작성하거나, 명령으로 검사하세요 (--check "npm test" --no-sandbox-tests).`,
  byChance: (byChance) => `변경한 코드가 ${byChance}. 매번 같은 결과가 나오도록 고치세요.`,
  breaks: (tests) => `이전에 통과하던 테스트 ${tests}개가 변경 때문에 실패합니다.`,
  untested:
    '변경을 검증할 수 없습니다. 테스트도 검사도 없습니다. 테스트, --check 또는 --generate-tests yes를 추가하세요.',
  allSkipped: (tests) =>
    `변경을 검증할 수 없습니다. 테스트 ${tests}개를 모두 건너뛰었습니다. 일부를 다시 켜거나 --check로 검사를 지정하세요.`,
  noTest:
    '변경을 검증할 수 없습니다. 검사에 테스트가 없습니다. 건너뛴 테스트를 다시 켜거나 --check로 검사를 지정하세요.',
  unearned: (worth) =>
    `생성된 테스트 말고는 변경을 검증할 것이 없는데, 그 테스트를 신뢰할 수 없습니다${worth === '' ? '' : ` (${worth})`}. 직접 테스트를 추가하거나 --check를 지정하세요.`,
  outOfTime: (limit) => `실행 시간 제한(${limit})에 이르러 지금까지의 결과로 끝냅니다.`,
  changedNothing: (why) => `에이전트가 아무것도 바꾸지 않았습니다: ${why}`,
  saidNoMore: '더 말한 것이 없음',
  otherThanPromised: (failed, directory) =>
    `복구한 코드로 지금의 파일을 검사하면 ${failed}개가 실패하며, 제안할 때와 다릅니다. kintsugi heal ${directory}로 다시 시작하세요.`,
  partial: (mended, failed) =>
    `이 복구는 테스트 ${mended}개를 고치고 아무것도 망가뜨리지 않지만, 검사 ${failed}개가 아직 실패합니다. 그대로 게시할까요?`,
  withEdits: (verdict) => `수정하신 결과: ${verdict}. 다시 답해 주세요.`,
  notAllowed: (what, reason) => `허용되지 않음: ${what}: ${reason}`,
  chosen: (letter) => `사람이 ${letter}를 선택함`,
  middle: '작업 도중의 파일로 되돌렸습니다',
  turnedDown: (by = '사람', reason) => `${by} 님이 거부함: ${reason}`,
  wholeChange: '변경 전체',
  vanished: '변경 전에는 통과하던 테스트가 지금은 없거나 건너뛰었습니다.',
  commandFails: (by, said) => `테스트는 통과하지만 ${by} 실패: ${said}`,
  runnerFails: (by, tests, first, said) =>
    `샌드박스에서는 통과하지만 ${by}에서 테스트 ${tests}개가 통과하지 못함 ("${first}": ${said})`,
  passesInSandbox: (by, said) => `샌드박스에서는 통과하지만 ${by}에서는 통과하지 못합니다: ${said}`,
  modelNeeded:
    '요청에는 모델이 필요합니다. KINTSUGI_MODEL(과 OPENAI_API_KEY, 다른 서버라면 KINTSUGI_MODEL_BASE_URL)을 설정하거나, 요청 없이 실패하는 테스트만 복구하세요.',
  modelUnreachable:
    '워커에 --model을 요청할 서버가 없습니다. KINTSUGI_MODEL(과 OPENAI_API_KEY 또는 KINTSUGI_MODEL_BASE_URL)을 설정하거나 --model을 빼세요.',
  chatNeedsRequest: 'chat_reply 작업에는 요청이 필요합니다. 디렉터리 뒤에 적으세요.',
  unpriced: (models) =>
    `예산을 지킬 수 없습니다. USD 예산에는 ${models}의 가격이 필요합니다. KINTSUGI_MODEL_PRICES에 추가하거나, 토큰으로 예산을 지정하세요 (--budget-tokens).`,
  checkDenied: (command, reason) =>
    `정책이 검사 "${command}"을(를) 허용하지 않습니다 (${reason}). 빼거나 규칙을 바꾸세요 (kintsugi policy list).`,
  patchMisfit: (at, why, more, nearest) =>
    `패치가 ${at}에 맞지 않아 아무것도 하지 않았습니다: ${why}${more > 0 ? ` (외 ${more}개)` : ''}. 그 체크포인트의 파일에 맞추어 만드세요.${nearest === undefined ? '' : ` 실제 내용 (≠는 없는 줄):\n${nearest}`}`,
  forkConflict: (at, paths) => `${at}와(과) 지금의 디렉터리가 서로 맞지 않습니다: ${paths}`,
  forkMissing: (at) =>
    `${at}의 파일이 더 이상 저장소에 없거나 다른 컴퓨터에 있습니다. 더 새로운 실행에서 갈라내거나, kintsugi heal DIR로 새로 시작하세요.`,
  noTestsFound: (directory) =>
    `${directory}에 테스트가 없고 검사도 지정하지 않았습니다. ` +
    '프로그램이 잘못되면 실패하는 명령(--check "npm test")이나 JavaScript 테스트 파일(--test GLOB)을 지정하거나, 할 일을 요청으로 적으세요.',
  partRan: (unrun) =>
    `실행한 것은 통과하지만 프로젝트의 모든 테스트를 실행하지는 못했습니다: ${unrun} kintsugi explain을 보거나, --check로 판단할 검사를 지정하세요.`,
  noneRan: (directory, unrun) =>
    `${directory}의 테스트를 실행할 수 없습니다: ${unrun} kintsugi explain을 보거나, --check로 판단할 검사를 지정하세요.`,
  unverifiable: (files, directory, reason, leaveOut) =>
    `${directory}의 테스트 파일 ${files}개를 검증할 수 없습니다: ${reason} 실행할 수 없는 것은 빼도 됩니다: ${leaveOut}.`,
  noMatch: (directory, globs) =>
    `${directory}에 --test ${globs}와(과) 일치하는 테스트 파일이 없습니다. 패턴을 고치거나, 빼고 일반적인 Jest 이름을 사용하세요.`,
  allTestsSkipped: (tests, directory) =>
    `${directory}의 테스트 ${tests}개를 모두 건너뛰어 아무것도 검증할 수 없습니다. 일부를 다시 켜거나 --check로 검사를 지정하세요.`,
  unparsed: (file, line, error) =>
    `테스트 파일 ${file}의 구문을 읽을 수 없습니다${line === undefined ? '' : ` (${line}번째 줄)`}: ${error}. 고치거나, --test로 다른 테스트 파일을 지정하세요.`,
};

const chinese: EndWords = {
  changes: (what) =>
    `更改改动了测试也要用到的内容 (${what})。请不要改动它们，或用命令检查 (--check "npm test" --no-sandbox-tests)。`,
  byChance: (byChance) => `更改${byChance}。请让它每次结果一致。`,
  breaks: (tests) => `更改使 ${tests} 个之前通过的测试失败。`,
  untested: '无法验证更改: 没有测试，也没有检查。请添加测试、--check 或 --generate-tests yes。',
  allSkipped: (tests) =>
    `无法验证更改: ${tests} 个测试全部被跳过。请取消跳过其中一些，或用 --check 指定检查。`,
  noTest: '无法验证更改: 检查中没有测试。请取消跳过一些测试，或用 --check 指定检查。',
  unearned: (worth) =>
    `只有生成的测试可以验证更改，而它们不可信${worth === '' ? '' : ` (${worth})`}。请添加自己的测试或 --check。`,
  outOfTime: (limit) => `运行已达到时间限制 ${limit}，以现有结果结束。`,
  changedNothing: (why) => `智能体没有更改任何内容: ${why}`,
  saidNoMore: '没有更多说明',
  otherThanPromised: (failed, directory) =>
    `用该修复检查您现在的文件时有 ${failed} 个检查失败，与建议时不同：请用 kintsugi heal ${directory} 重新开始。`,
  partial: (mended, failed) =>
    `该修复修好了 ${mended} 个测试且未破坏任何测试，但仍有 ${failed} 个检查失败。要照此发布吗？`,
  withEdits: (verdict) => `按您的编辑: ${verdict}。请重新回答。`,
  notAllowed: (what, reason) => `不允许: ${what}: ${reason}`,
  chosen: (letter) => `由人选择了 ${letter}`,
  middle: '运行已回到工作中途的文件',
  turnedDown: (by = '用户', reason) => `${by} 拒绝: ${reason}`,
  wholeChange: '全部更改',
  vanished: '该测试在更改前通过，现在缺失或被跳过。',
  commandFails: (by, said) => `测试通过，但 ${by} 失败: ${said}`,
  runnerFails: (by, tests, first, said) =>
    `在沙箱中全部通过，但 ${by} 有 ${tests} 个测试未通过 ("${first}": ${said})`,
  passesInSandbox: (by, said) => `在沙箱中通过，在 ${by} 中未通过: ${said}`,
  modelNeeded:
    '请求需要模型：请设置 KINTSUGI_MODEL (以及 OPENAI_API_KEY，或用于其他端点的 KINTSUGI_MODEL_BASE_URL)，或去掉请求，仅修复失败的测试。',
  modelUnreachable:
    '工作进程没有可供 --model 使用的端点：请设置 KINTSUGI_MODEL (以及 OPENAI_API_KEY 或 KINTSUGI_MODEL_BASE_URL)，或去掉 --model。',
  chatNeedsRequest: 'chat_reply 任务需要请求：请写在目录之后。',
  unpriced: (models) =>
    `运行无法遵守预算：以 USD 计的预算需要 ${models} 的价格，请添加到 KINTSUGI_MODEL_PRICES，或以 token 指定预算 (--budget-tokens)。`,
  checkDenied: (command, reason) =>
    `策略不允许检查 "${command}" (${reason})：请去掉它，或更改规则 (kintsugi policy list)。`,
  patchMisfit: (at, why, more, nearest) =>
    `补丁不适用于 ${at}，未做任何更改: ${why}${more > 0 ? ` (另有 ${more} 个)` : ''}。请按该检查点的文件制作。${nearest === undefined ? '' : ` 实际内容 (≠ 表示没有的行):\n${nearest}`}`,
  forkConflict: (at, paths) => `${at} 与目录的现状不相容: ${paths}`,
  forkMissing: (at) =>
    `${at} 的文件已不在存储中，或在另一台机器上：请从较新的运行派生，或用 kintsugi heal DIR 重新开始。`,
  noTestsFound: (directory) =>
    `在 ${directory} 中没有找到测试，也没有指定检查。` +
    '请指定程序有误时会失败的命令 (--check "npm test") 或 JavaScript 测试文件 (--test GLOB)，或在请求中说明要做什么。',
  partRan: (unrun) =>
    `已运行的都通过，但项目的测试没有全部运行: ${unrun} 请查看 kintsugi explain，或用 --check 指定作为依据的检查。`,
  noneRan: (directory, unrun) =>
    `无法运行 ${directory} 的测试: ${unrun} 请查看 kintsugi explain，或用 --check 指定作为依据的检查。`,
  unverifiable: (files, directory, reason, leaveOut) =>
    `${directory} 的 ${files} 个测试文件无法验证: ${reason} 也可以去掉无法运行的部分: ${leaveOut}。`,
  noMatch: (directory, globs) =>
    `${directory} 中没有与 --test ${globs} 匹配的测试文件：请更正模式，或去掉它以使用常见的 Jest 文件名。`,
  allTestsSkipped: (tests, directory) =>
    `${directory} 的 ${tests} 个测试全部被跳过，无法验证：请取消跳过其中一些，或用 --check 指定检查。`,
  unparsed: (file, line, error) =>
    `测试文件 ${file} 无法解析${line === undefined ? '' : ` (第 ${line} 行)`}: ${error}。请修正它，或用 --test 选择其他测试文件。`,
};

export const END_WORDS: Record<Language, EndWords> = { en: english, ko: korean, zh: chinese };
