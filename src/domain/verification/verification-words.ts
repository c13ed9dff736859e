import { inEachLanguage, inOwnWords } from '../run/said';
import type { Language } from '../run/input';
import { plural } from '../text';

/** Sentences on verifications by language. */
export const VERIFICATION_WORDS = inEachLanguage((say) => ({
  byChance: (green: number, runs: number, where: string) =>
    say`passes by chance: ${green} of ${runs} runs; ${where}`,
  usesChance: (where: string, runs: number) =>
    say`The change uses chance or time at ${where}: ${runs} more runs with other random numbers and clocks were green too.`,
  /** `tests`: each as `passedSome` has it; `more`: those that are not named. */
  flaky: inOwnWords(say, {
    en: (count: number, tests: readonly string[], more: number) =>
      `${plural(count, 'check')} ${count === 1 ? 'is' : 'are'} flaky: ${tests.join('; ')}${more > 0 ? ` and ${more} more` : ''}`,
    ko: (count, tests, more) =>
      `결과가 일정하지 않은 검사 ${count}개: ${tests.join('; ')}${more > 0 ? ` 외 ${more}개` : ''}`,
    zh: (count, tests, more) =>
      `${count} 个检查结果不稳定: ${tests.join('; ')}${more > 0 ? `，另有 ${more} 个` : ''}`,
  }),
  passedSome: (id: string, passed: number, runs: number, where: string) =>
    say`${id} passed ${passed} of ${runs} runs${where}`,
  onlyFlaky: (flaky: string) =>
    say`No check fails each time, so nothing was repaired, but ${flaky}. Make them give the same result each time.`,
  /** `worth`: end of a sentence, one of the three below. */
  trusted: (worth: string) => say`Generated tests are trusted: ${worth}.`,
  untrusted: (worth: string) => say`Generated tests are not trusted: ${worth}.`,
  /** `alone`: no other check verifies the change. */
  weak: inOwnWords(say, {
    en: (worth: string, alone: boolean) =>
      `Generated tests are not trusted, and ${alone ? 'no other check verifies the change' : 'chose nothing'}: ${worth}, less than half.`,
    ko: (worth, alone) =>
      `생성된 테스트를 신뢰할 수 없${alone ? '고, 변경을 검증하는 다른 검사가 없습니다' : '어 선택에 쓰지 않았습니다'}: ${worth}. 절반에 미치지 못합니다.`,
    zh: (worth, alone) =>
      `生成的测试不可信，${alone ? '也没有其他检查验证该更改' : '未用于选择'}: ${worth}，不到一半。`,
  }),
  nonePasses: say`none of them passes on the change`,
  nothingVaried: say`the change holds nothing that could be varied to try them`,
  notices: (killed: number, sampled: number) =>
    say`they notice ${killed} of ${sampled} deliberate mistake(s) in the changed code`,
  uncalled: (functions: string) => say`No generated test calls ${functions}.`,
  disagrees: (files: string) =>
    say`The change passes the project's own tests and fails generated ones that are trusted (${files}): look which of them is wrong before you rely on it.`,
  leftOut: (files: string) =>
    say`Generated tests that fail on the change, or prove too little, were left out (${files}).`,
  /** `why`: the sign by which the check was found. */
  unrun: (command: string, why: string, reason: string) => say`"${command}" (${why}) did not run: ${reason}.`,
  missing: (what: string, get: string) => say`${what} is missing (${get})`,
  byHand: inOwnWords(say, {
    en: (runner: string, command: string) =>
      `Kintsugi does not run ${runner} by itself (--check ${JSON.stringify(command)} counts its exit code)`,
    ko: (runner, command) =>
      `Kintsugi는 ${runner}을(를) 스스로 실행하지 않음 (--check ${JSON.stringify(command)}: 종료 코드로 판단)`,
    zh: (runner, command) =>
      `Kintsugi 不会自行运行 ${runner} (--check ${JSON.stringify(command)}: 以其退出码为准)`,
  }),
  notInSandbox: (files: number, reason: string) =>
    say`${files} test file(s) did not run in the sandbox, only by the checks: ${reason}`,
  /** A check that opened `first`, and `more` files, before. */
  unopened: inOwnWords(say, {
    en: (check: string, first: string, more: number) =>
      `"${check}" opened ${first}${more > 0 ? ` and ${plural(more, 'file')} more` : ''} before and does not now: what is not opened judges nothing.`,
    ko: (check, first, more) =>
      `"${check}"이(가) 이전에 열었던 ${first}${more > 0 ? ` 외 ${more}개 파일` : ''}을(를) 이번에는 열지 않았습니다. 열지 않은 것은 아무것도 판정하지 않습니다.`,
    zh: (check, first, more) =>
      `"${check}" 之前打开了 ${first}${more > 0 ? ` 等另外 ${more} 个文件` : ''}，现在没有打开：没有打开的内容不作任何判定。`,
  }),
  /** A test file that did not load before: `count` of its tests did not run now. */
  untold: inOwnWords(say, {
    en: (file: string, tests: readonly string[], count: number) =>
      `"${file}" did not load before${count > 0 ? `, and now ${plural(count, 'test')} of it did not run` : ''}${tests.length > 0 ? ` (${tests.join(', ')})` : ', and none of its tests runs now'}: a test that does not run repairs nothing.`,
    ko: (file, tests, count) =>
      `이전에 불러오지 못한 "${file}"에서 ${count > 0 ? `테스트 ${count}개가` : '아무 테스트도'} 실행되지 않았습니다${tests.length > 0 ? ` (${tests.join(', ')})` : ''}. 실행되지 않은 테스트는 아무것도 고치지 않습니다.`,
    zh: (file, tests, count) =>
      `"${file}" 之前未能加载，现在${count > 0 ? `有 ${count} 个测试` : '没有任何测试'}${count > 0 ? '没有运行' : '运行'}${tests.length > 0 ? ` (${tests.join(', ')})` : ''}：没有运行的测试不算修复。`,
  }),
  /** A command that is green, or not, and showed fewer tests passing than needed. */
  uncounted: inOwnWords(say, {
    en: (command: string, passed: number, needed: number, green: boolean) => {
      const which = `of the ${plural(needed, 'test')} that "${command}" ${green ? 'ran' : 'passed'} before`;
      return passed === 0
        ? `None ${which} was seen passing again.`
        : `Only ${passed} ${which} were seen passing again.`;
    },
    ko: (command, passed, needed, green) =>
      `이전에 "${command}"에서 ${green ? '실행된' : '통과한'} 테스트 ${needed}개 중 ${passed}개만 다시 통과했습니다.`,
    zh: (command, passed, needed, green) =>
      `之前 "${command}" ${green ? '运行' : '通过'}的 ${needed} 个测试中，只有 ${passed} 个再次通过。`,
  }),
  /** `more`: names of built-ins that are left out. */
  builtIns: inOwnWords(say, {
    en: (names: readonly string[], more: number) =>
      `changes built-ins: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    ko: (names, more) => `내장 객체를 바꿈: ${names.join(', ')}${more > 0 ? ` 외 ${more}개` : ''}`,
    zh: (names, more) => `改动了内置对象: ${names.join(', ')}${more > 0 ? ` 等另外 ${more} 个` : ''}`,
  }),
  onlyLoaded: (path: string) => say`${path}, which only tests loaded`,
}));
export type VerificationWords = (typeof VERIFICATION_WORDS)[Language];
