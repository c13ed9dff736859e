import type { Language } from '../../run/language';
import { plural } from '../../text';

/** Notes on a change in one language: what to look at in it, and what its verdict lacks. */
const english = {
  signed: (sign: string) => `The change has ${sign}: look whether it solves the problem or only the tests.`,
  doubtful: (why: string) => `The change may be wrong: ${why}.`,
  unexecuted: (path: string) => `No test executes the changed lines of ${path}.`,
  /** `why` is a sentence. */
  unfinished: (why: string) =>
    `The agent was not done, so the change may be a part of what was asked. ${why}`,
  wentOn: 'The run went on without the model.',
  noTests: (why: string) => `No tests were written for the change: ${why}.`,
  checkNotRun: (command: string, why: string) => `The suggested check "${command}" was not run: ${why}`,
  checkFails: (command: string, how: string) =>
    `The suggested check "${command}" fails on the repair (${how}); it decides nothing.`,
  checkDenied: (reason: string) => `the policy denies it: ${reason}`,
  checkAsked: (reason: string) => `the policy asks before it: ${reason}`,
  inVerification: (passes: boolean): string =>
    passes ? 'passes in the verification' : 'fails in the verification',
  instructions: (names: string) => `The model was given the project's instructions in ${names}.`,
  leftOut: (paths: number) => `${plural(paths, 'path')} left out`,
  unlisted: (files: number, unlisted: number) =>
    `${files} files are changed; ${unlisted} of them are not listed by name.`,
  /** Things that a green verdict lacks, each the end of a message. */
  unnoticed: (what: string) => `no check fails when ${what} is broken on purpose`,
  unexecutedLines: (path: string) => `no test executes the changed lines of ${path}`,
  notAsked: 'it was not asked',
  onlySandbox: (reason: string) => `the verdict is the sandbox's alone: ${reason}`,
  onlyCommand: (reason: string) => `the project's own command did not confirm it: ${reason}`,
};
type NoteWords = typeof english;

const korean: NoteWords = {
  signed: (sign) => `변경의 의심스러운 점: ${sign}. 문제를 해결하는지, 테스트만 통과하는지 확인하세요.`,
  doubtful: (why) => `변경이 틀렸을 수 있습니다: ${why}.`,
  unexecuted: (path) => `${path}의 변경한 줄을 실행하는 테스트가 없습니다.`,
  unfinished: (why) => `에이전트가 작업을 끝내지 못해 변경이 요청의 일부일 수 있습니다. ${why}`,
  wentOn: '모델 없이 실행을 계속했습니다.',
  noTests: (why) => `변경에 대한 테스트를 작성하지 않았습니다: ${why}.`,
  checkNotRun: (command, why) => `제안된 검사 "${command}"을(를) 실행하지 않았습니다: ${why}`,
  checkFails: (command, how) =>
    `제안된 검사 "${command}"이(가) 복구한 코드에서 실패하지만 (${how}) 판단에는 쓰지 않습니다.`,
  checkDenied: (reason) => `정책에서 허용하지 않음: ${reason}`,
  checkAsked: (reason) => `정책에 따라 먼저 물어야 함: ${reason}`,
  inVerification: (passes) => (passes ? '검증에서 통과함' : '검증에서 실패함'),
  instructions: (names) => `모델에 프로젝트의 지침을 전달했습니다: ${names}.`,
  leftOut: (paths) => `경로 ${paths}개는 제외함`,
  unlisted: (files, unlisted) =>
    `파일 ${files}개를 변경했으며, 그중 ${unlisted}개는 이름을 나열하지 않았습니다.`,
  unnoticed: (what) => `${what}을(를) 일부러 망가뜨려도 실패하는 검사가 없음`,
  unexecutedLines: (path) => `${path}의 변경한 줄을 실행하는 테스트가 없음`,
  notAsked: '확인을 요청하지 않음',
  onlySandbox: (reason) => `샌드박스만의 판단임: ${reason}`,
  onlyCommand: (reason) => `프로젝트의 명령으로 확인하지 못함: ${reason}`,
};

const chinese: NoteWords = {
  signed: (sign) => `更改的可疑之处: ${sign}。请确认它解决的是问题，还是只让测试通过。`,
  doubtful: (why) => `更改可能不正确: ${why}。`,
  unexecuted: (path) => `没有测试执行 ${path} 中更改的行。`,
  unfinished: (why) => `智能体没有完成工作，更改可能只是所请求内容的一部分。${why}`,
  wentOn: '运行在没有模型的情况下继续。',
  noTests: (why) => `没有为更改编写测试: ${why}。`,
  checkNotRun: (command, why) => `建议的检查 "${command}" 未运行: ${why}`,
  checkFails: (command, how) => `建议的检查 "${command}" 在修复后的代码上失败 (${how})，但不作为判断依据。`,
  checkDenied: (reason) => `策略不允许: ${reason}`,
  checkAsked: (reason) => `按策略须先询问: ${reason}`,
  inVerification: (passes) => (passes ? '在验证中通过' : '在验证中失败'),
  instructions: (names) => `已向模型提供项目的说明: ${names}。`,
  leftOut: (paths) => `${paths} 个路径未包含在内`,
  unlisted: (files, unlisted) => `更改了 ${files} 个文件，其中 ${unlisted} 个未列出名称。`,
  unnoticed: (what) => `故意破坏 ${what} 时，没有检查失败`,
  unexecutedLines: (path) => `没有测试执行 ${path} 中更改的行`,
  notAsked: '未请求确认',
  onlySandbox: (reason) => `仅由沙箱判断: ${reason}`,
  onlyCommand: (reason) => `项目自己的命令未确认: ${reason}`,
};

export const NOTE_WORDS: Record<Language, NoteWords> = { en: english, ko: korean, zh: chinese };
