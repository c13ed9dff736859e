import { inEachLanguage, inOwnWords } from '../../run/said';

/** Sentences on questions by language. */
export const QUESTION_WORDS = inEachLanguage((say) => ({
  /** A test that expects one value, and the request another. */
  contradicts: (at: string, expected: string, received: string) =>
    say`the test at ${at} expects ${expected}, and the request makes it ${received}`,
  failsWithRequest: (at: string, test: string) =>
    say`the test at ${at} ("${test}") fails with what the request asks for`,
  whichIsRight: (contradiction: string) =>
    say`${contradiction}. Which is right? If the test is, ask for something else.`,
  requestIsRight: (at: string) => say`the request is: publish its change, and mend the test at ${at}`,
  /** `parts`: each answer with the letters that give it. */
  deciding: inOwnWords(say, {
    en: (call: string, parts: readonly { answer: string | undefined; letters: readonly string[] }[]) => {
      const said = parts.map(({ answer = 'unknown', letters }) => `${answer} with ${joined(letters)}`);
      return `\`${call}\` would be ${said.join(', ')}. Which is right?`;
    },
    ko: (call, parts) => {
      const said = parts.map(({ answer = '알 수 없음', letters }) => `${letters.join('·')}: ${answer}`);
      return `\`${call}\`의 결과: ${said.join(', ')}. 어느 것이 맞습니까?`;
    },
    zh: (call, parts) => {
      const said = parts.map(({ answer = '未知', letters }) => `${letters.join('、')} 为 ${answer}`);
      return `\`${call}\` 的结果: ${said.join(', ')}。哪个正确？`;
    },
  }),
  noneTells: say`No call tells them apart here; A is the likeliest.`,
  asItIs: say`Publish it as it is?`,
  becomesTest: (path: string) => say`The answer becomes a test in ${path}.`,
  signed: inOwnWords(say, {
    en: (isRepair: boolean, signs: readonly string[]) =>
      `the ${isRepair ? 'repair' : 'change'} has ${signs.join(' and ')}`,
    ko: (isRepair, signs) => `이 ${isRepair ? '복구' : '변경'}의 의심스러운 점: ${signs.join(', ')}`,
    zh: (isRepair, signs) => `该${isRepair ? '修复' : '更改'}的可疑之处: ${signs.join(', ')}`,
  }),
  publish: (files: number, directory: string, verdict: string) =>
    say`publish ${files} changed file(s) to ${directory} (${verdict})`,
  allPass: (byGenerated: boolean) =>
    say`all checks pass${byGenerated ? say`, which are tests that were written for the change` : ''}`,
  failing: (checks: number) => (checks === 1 ? say`1 check fails` : say`${checks} checks fail`),
  broken: (tests: number) =>
    tests === 1 ? say`1 test that passed before does not` : say`${tests} tests that passed before do not`,
  byChance: (green: number, runs: number, where: string) =>
    say`passes by chance: ${green} of ${runs} runs; ${where}`,
  allSkipped: (tests: number) => say`all ${tests} test(s) are skipped`,
  noTest: say`no test passes`,
  unverified: say`nothing verified it`,
}));

function joined(letters: readonly string[]): string {
  return letters.length < 2
    ? letters.join('')
    : `${letters.slice(0, -1).join(', ')} and ${letters.at(-1) ?? ''}`;
}
