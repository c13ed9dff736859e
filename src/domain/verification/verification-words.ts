import { inEachLanguage, inOwnWords } from '../run/said';
import { plural } from '../text';

/** Sentences on verifications by language. */
export const VERIFICATION_WORDS = inEachLanguage((say) => ({
  byChance: (green: number, runs: number, where: string) =>
    say`passes by chance: ${green} of ${runs} runs; ${where}`,
  usesChance: (where: string, runs: number) =>
    say`The change uses chance or time at ${where}: ${runs} more runs with other random numbers and clocks were green too.`,
  /** `tests`: each as `passedSome` has it; `more`: those that are not named. */
  flaky: (count: number, tests: readonly string[], more: number) => {
    const named = `${tests.join('; ')}${more > 0 ? say` and ${more} more` : ''}`;
    return count === 1 ? say`1 check is flaky: ${named}` : say`${count} checks are flaky: ${named}`;
  },
  passedSome: (id: string, passed: number, runs: number, where: string) =>
    say`${id} passed ${passed} of ${runs} runs${where}`,
  onlyFlaky: (flaky: string) =>
    say`No check fails each time, so nothing was repaired, but ${flaky}. Make them give the same result each time.`,
  /** `worth`: end of a sentence, one of the three below. */
  trusted: (worth: string) => say`Generated tests are trusted: ${worth}.`,
  untrusted: (worth: string) => say`Generated tests are not trusted: ${worth}.`,
  /** `alone`: no other check verifies the change. */
  weak: (worth: string, alone: boolean) =>
    alone
      ? say`Generated tests are not trusted, and no other check verifies the change: ${worth}, less than half.`
      : say`Generated tests are not trusted, and chose nothing: ${worth}, less than half.`,
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
  byHand: (runner: string, command: string) =>
    say`Kintsugi does not run ${runner} by itself (--check ${JSON.stringify(command)} counts its exit code)`,
  notInSandbox: (files: number, reason: string) =>
    say`${files} test file(s) did not run in the sandbox, only by the checks: ${reason}`,
  /** A check that opened `first`, and `more` files, before. */
  unopened: (check: string, first: string, more: number) =>
    say`"${check}" opened ${first}${more > 0 ? say` and ${more} file(s) more` : ''} before and does not now: what is not opened judges nothing.`,
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
  builtIns: (names: readonly string[], more: number) =>
    say`changes built-ins: ${names.join(', ')}${more > 0 ? say` and ${more} more` : ''}`,
  onlyLoaded: (path: string) => say`${path}, which only tests loaded`,
}));
