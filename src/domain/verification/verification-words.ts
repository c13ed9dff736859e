import type { Language } from '../run/input';
import { plural } from '../text';

/** Sentences on a verification: tests by chance, generated tests, checks that did not run, and judges that are not seen. */
const english = {
  byChance: (green: number, runs: number, where: string) =>
    `passes by chance: ${green} of ${runs} runs; ${where}`,
  usesChance: (where: string, runs: number) =>
    `The change uses chance or time at ${where}: ${runs} more runs with other random numbers and clocks were green too.`,
  /** `tests`: each as `passedSome` has it; `more`: those that are not named. */
  flaky: (count: number, tests: readonly string[], more: number) =>
    `${plural(count, 'check')} ${count === 1 ? 'is' : 'are'} flaky: ${tests.join('; ')}${more > 0 ? ` and ${more} more` : ''}`,
  passedSome: (id: string, passed: number, runs: number, where: string) =>
    `${id} passed ${passed} of ${runs} runs${where}`,
  onlyFlaky: (flaky: string) =>
    `No check fails each time, so nothing was repaired, but ${flaky}. Make them give the same result each time.`,
  /** `worth`: end of a sentence, one of the three below. */
  trusted: (worth: string) => `Generated tests are trusted: ${worth}.`,
  untrusted: (worth: string) => `Generated tests are not trusted: ${worth}.`,
  /** `alone`: no other check verifies the change. */
  weak: (worth: string, alone: boolean) =>
    `Generated tests are not trusted, and ${alone ? 'no other check verifies the change' : 'chose nothing'}: ${worth}, less than half.`,
  nonePasses: 'none of them passes on the change',
  nothingVaried: 'the change holds nothing that could be varied to try them',
  notices: (killed: number, sampled: number) =>
    `they notice ${killed} of ${plural(sampled, 'deliberate mistake')} in the changed code`,
  uncalled: (functions: string) => `No generated test calls ${functions}.`,
  disagrees: (files: string) =>
    `The change passes the project's own tests and fails generated ones that are trusted (${files}): look which of them is wrong before you rely on it.`,
  leftOut: (files: string) =>
    `Generated tests that fail on the change, or prove too little, were left out (${files}).`,
  /** `why`: the sign by which the check was found. */
  unrun: (command: string, why: string, reason: string) => `"${command}" (${why}) did not run: ${reason}.`,
  missing: (what: string, get: string) => `${what} is missing (${get})`,
  byHand: (runner: string, command: string) =>
    `Kintsugi does not run ${runner} by itself (--check ${JSON.stringify(command)} counts its exit code)`,
  notInSandbox: (files: number, reason: string) =>
    `${plural(files, 'test file')} did not run in the sandbox, only by the checks: ${reason}`,
  /** A check that opened `first`, and `more` files, before. */
  unopened: (check: string, first: string, more: number) =>
    `"${check}" opened ${first}${more > 0 ? ` and ${plural(more, 'file')} more` : ''} before and does not now: what is not opened judges nothing.`,
  /** A test file that did not load before: `count` of its tests did not run now. */
  untold: (file: string, tests: readonly string[], count: number) =>
    `"${file}" did not load before${count > 0 ? `, and now ${plural(count, 'test')} of it did not run` : ''}${tests.length > 0 ? ` (${tests.join(', ')})` : ', and none of its tests runs now'}: a test that does not run repairs nothing.`,
  /** A command that is green, or not, and showed fewer tests passing than needed. */
  uncounted: (command: string, passed: number, needed: number, green: boolean) => {
    const which = `of the ${plural(needed, 'test')} that "${command}" ${green ? 'ran' : 'passed'} before`;
    return passed === 0
      ? `None ${which} was seen passing again.`
      : `Only ${passed} ${which} were seen passing again.`;
  },
  /** `more`: names of built-ins that are left out. */
  builtIns: (names: readonly string[], more: number) =>
    `changes built-ins: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  onlyLoaded: (path: string) => `${path}, which only tests loaded`,
};

/** Sentences on a verification in one language. */
export type VerificationWords = typeof english;

const korean: VerificationWords = {
  byChance: (green, runs, where) => `우연히 통과함: ${runs}회 중 ${green}회; ${where}`,
  usesChance: (where, runs) =>
    `변경한 코드가 난수나 시간을 사용합니다 (${where}). 다른 난수와 시각으로 ${runs}회 더 실행해도 모두 통과했습니다.`,
  flaky: (count, tests, more) =>
    `결과가 일정하지 않은 검사 ${count}개: ${tests.join('; ')}${more > 0 ? ` 외 ${more}개` : ''}`,
  passedSome: (id, passed, runs, where) => `${id} ${runs}회 중 ${passed}회 통과${where}`,
  onlyFlaky: (flaky) =>
    `항상 실패하는 검사가 없어 복구하지 않았습니다. ${flaky}. 매번 같은 결과가 나오도록 고치세요.`,
  trusted: (worth) => `생성된 테스트를 신뢰할 수 있습니다: ${worth}.`,
  untrusted: (worth) => `생성된 테스트를 신뢰할 수 없습니다: ${worth}.`,
  weak: (worth, alone) =>
    `생성된 테스트를 신뢰할 수 없${alone ? '고, 변경을 검증하는 다른 검사가 없습니다' : '어 선택에 쓰지 않았습니다'}: ${worth}. 절반에 미치지 못합니다.`,
  nonePasses: '변경한 코드에서 통과하는 테스트가 없음',
  nothingVaried: '변경한 코드에 일부러 바꾸어 볼 것이 없음',
  notices: (killed, sampled) => `변경한 코드의 의도적인 오류 ${sampled}개 중 ${killed}개를 찾아냄`,
  uncalled: (functions) => `생성된 테스트가 호출하지 않는 함수: ${functions}.`,
  disagrees: (files) =>
    `변경한 코드가 프로젝트의 테스트는 통과하지만 신뢰할 수 있는 생성된 테스트는 통과하지 못합니다 (${files}). 믿고 쓰기 전에 어느 쪽이 잘못되었는지 확인하세요.`,
  leftOut: (files) =>
    `변경한 코드에서 실패하거나 증명하는 것이 너무 적은 생성된 테스트를 제외했습니다 (${files}).`,
  unrun: (command, why, reason) => `"${command}" (${why})을(를) 실행하지 않았습니다: ${reason}.`,
  missing: (what, get) => `${what} 없음 (${get})`,
  byHand: (runner, command) =>
    `Kintsugi는 ${runner}을(를) 스스로 실행하지 않음 (--check ${JSON.stringify(command)}: 종료 코드로 판단)`,
  notInSandbox: (files, reason) =>
    `테스트 파일 ${files}개는 샌드박스에서 실행되지 않고 검사 명령으로만 실행되었습니다: ${reason}`,
  unopened: (check, first, more) =>
    `"${check}"이(가) 이전에 열었던 ${first}${more > 0 ? ` 외 ${more}개 파일` : ''}을(를) 이번에는 열지 않았습니다. 열지 않은 것은 아무것도 판정하지 않습니다.`,
  untold: (file, tests, count) =>
    `이전에 불러오지 못한 "${file}"에서 ${count > 0 ? `테스트 ${count}개가` : '아무 테스트도'} 실행되지 않았습니다${tests.length > 0 ? ` (${tests.join(', ')})` : ''}. 실행되지 않은 테스트는 아무것도 고치지 않습니다.`,
  uncounted: (command, passed, needed, green) =>
    `이전에 "${command}"에서 ${green ? '실행된' : '통과한'} 테스트 ${needed}개 중 ${passed}개만 다시 통과했습니다.`,
  builtIns: (names, more) => `내장 객체를 바꿈: ${names.join(', ')}${more > 0 ? ` 외 ${more}개` : ''}`,
  onlyLoaded: (path) => `${path} (테스트만 불러옴)`,
};

const chinese: VerificationWords = {
  byChance: (green, runs, where) => `偶然通过: ${runs} 次中 ${green} 次; ${where}`,
  usesChance: (where, runs) =>
    `更改在 ${where} 使用了随机数或时间；换用其他随机数和时钟再运行 ${runs} 次，也全部通过。`,
  flaky: (count, tests, more) =>
    `${count} 个检查结果不稳定: ${tests.join('; ')}${more > 0 ? `，另有 ${more} 个` : ''}`,
  passedSome: (id, passed, runs, where) => `${id} ${runs} 次中通过 ${passed} 次${where}`,
  onlyFlaky: (flaky) => `没有每次都失败的检查，因此未作修复。${flaky}。请让它们每次结果一致。`,
  trusted: (worth) => `生成的测试可信: ${worth}。`,
  untrusted: (worth) => `生成的测试不可信: ${worth}。`,
  weak: (worth, alone) =>
    `生成的测试不可信，${alone ? '也没有其他检查验证该更改' : '未用于选择'}: ${worth}，不到一半。`,
  nonePasses: '没有一个在更改后的代码上通过',
  nothingVaried: '更改的代码中没有可以故意改动来检验它们的内容',
  notices: (killed, sampled) => `在更改的代码中发现了 ${sampled} 个故意错误中的 ${killed} 个`,
  uncalled: (functions) => `没有生成的测试调用 ${functions}。`,
  disagrees: (files) =>
    `更改通过了项目自己的测试，但未通过可信的生成测试 (${files})：使用前请确认是哪一方有错。`,
  leftOut: (files) => `在更改上失败或证明过少的生成测试已被排除 (${files})。`,
  unrun: (command, why, reason) => `"${command}" (${why}) 未运行: ${reason}。`,
  missing: (what, get) => `缺少 ${what} (${get})`,
  byHand: (runner, command) =>
    `Kintsugi 不会自行运行 ${runner} (--check ${JSON.stringify(command)}: 以其退出码为准)`,
  notInSandbox: (files, reason) => `${files} 个测试文件未在沙箱中运行，仅由检查命令运行: ${reason}`,
  unopened: (check, first, more) =>
    `"${check}" 之前打开了 ${first}${more > 0 ? ` 等另外 ${more} 个文件` : ''}，现在没有打开：没有打开的内容不作任何判定。`,
  untold: (file, tests, count) =>
    `"${file}" 之前未能加载，现在${count > 0 ? `有 ${count} 个测试` : '没有任何测试'}${count > 0 ? '没有运行' : '运行'}${tests.length > 0 ? ` (${tests.join(', ')})` : ''}：没有运行的测试不算修复。`,
  uncounted: (command, passed, needed, green) =>
    `之前 "${command}" ${green ? '运行' : '通过'}的 ${needed} 个测试中，只有 ${passed} 个再次通过。`,
  builtIns: (names, more) => `改动了内置对象: ${names.join(', ')}${more > 0 ? ` 等另外 ${more} 个` : ''}`,
  onlyLoaded: (path) => `${path} (只有测试加载)`,
};

/** Sentences on verifications by language. */
export const VERIFICATION_WORDS: Record<Language, VerificationWords> = {
  en: english,
  ko: korean,
  zh: chinese,
};
