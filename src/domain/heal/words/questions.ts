import type { Language } from '../../run/language';
import { plural } from '../../text';

/** Sentences of questions about a change, and of what speaks against it, in one language. */
const english = {
  /** A test that expects one value, and the request another. */
  contradicts: (at: string, expected: string, received: string) =>
    `the test at ${at} expects ${expected}, and the request makes it ${received}`,
  failsWithRequest: (at: string, test: string) =>
    `the test at ${at} ("${test}") fails with what the request asks for`,
  whichIsRight: (contradiction: string) =>
    `${contradiction}. Which is right? If the test is, ask for something else.`,
  requestIsRight: (at: string) => `the request is: publish its change, and mend the test at ${at}`,
  /** `parts`: each answer with the letters that give it. */
  deciding: (call: string, parts: readonly { answer: string | undefined; letters: readonly string[] }[]) => {
    const said = parts.map(({ answer = 'unknown', letters }) => `${answer} with ${joined(letters)}`);
    return `\`${call}\` would be ${said.join(', ')}. Which is right?`;
  },
  noneTells: 'No call tells them apart here; A is the likeliest.',
  asItIs: 'Publish it as it is?',
  becomesTest: (path: string) => `The answer becomes a test in ${path}.`,
  signed: (isRepair: boolean, signs: readonly string[]) =>
    `the ${isRepair ? 'repair' : 'change'} has ${signs.join(' and ')}`,
  publish: (files: number, directory: string, verdict: string) =>
    `publish ${plural(files, 'changed file')} to ${directory} (${verdict})`,
  allPass: (byGenerated: boolean) =>
    `all checks pass${byGenerated ? ', which are tests that were written for the change' : ''}`,
  failing: (checks: number) => `${plural(checks, 'check')} ${checks === 1 ? 'fails' : 'fail'}`,
  broken: (tests: number) => `${plural(tests, 'test')} that passed before ${tests === 1 ? 'does' : 'do'} not`,
  byChance: (green: number, runs: number, where: string) =>
    `passes by chance: ${green} of ${runs} runs; ${where}`,
  allSkipped: (tests: number) => `all ${plural(tests, 'test')} are skipped`,
  noTest: 'no test passes',
  unverified: 'nothing verified it',
};
type QuestionWords = typeof english;

const korean: QuestionWords = {
  contradicts: (at, expected, received) =>
    `${at}의 테스트는 ${expected} 값을 기대하지만, 요청대로 하면 ${received} 값이 됩니다`,
  failsWithRequest: (at, test) => `${at}의 테스트("${test}")는 요청대로 하면 실패합니다`,
  whichIsRight: (contradiction) =>
    `${contradiction}. 어느 쪽이 맞습니까? 테스트가 맞다면 다른 요청을 하십시오.`,
  requestIsRight: (at) => `요청이 맞음: 그 변경을 게시하고, ${at}의 테스트를 고침`,
  deciding: (call, parts) => {
    const said = parts.map(({ answer = '알 수 없음', letters }) => `${letters.join('·')}: ${answer}`);
    return `\`${call}\`의 결과: ${said.join(', ')}. 어느 것이 맞습니까?`;
  },
  noneTells: '여기서는 어떤 호출로도 구별되지 않으며, A가 가장 그럴듯합니다.',
  asItIs: '그대로 게시할까요?',
  becomesTest: (path) => `답은 ${path}의 테스트가 됩니다.`,
  signed: (isRepair, signs) => `이 ${isRepair ? '복구' : '변경'}의 의심스러운 점: ${signs.join(', ')}`,
  publish: (files, directory, verdict) => `변경된 파일 ${files}개를 ${directory}에 게시 (${verdict})`,
  allPass: (byGenerated) => `모든 검사 통과${byGenerated ? ' (이 변경을 위해 작성된 테스트)' : ''}`,
  failing: (checks) => `실패한 검사 ${checks}개`,
  broken: (tests) => `이전에는 통과했으나 이제 실패하는 테스트 ${tests}개`,
  byChance: (green, runs, where) => `우연히 통과함: ${runs}회 중 ${green}회; ${where}`,
  allSkipped: (tests) => `테스트 ${tests}개를 모두 건너뜀`,
  noTest: '통과하는 테스트가 없음',
  unverified: '아무것도 검증하지 않음',
};

const chinese: QuestionWords = {
  contradicts: (at, expected, received) => `${at} 处的测试期望 ${expected}，而按请求结果为 ${received}`,
  failsWithRequest: (at, test) => `按请求更改后，${at} 处的测试 ("${test}") 失败`,
  whichIsRight: (contradiction) => `${contradiction}。哪个正确？如果测试正确，请提出其他请求。`,
  requestIsRight: (at) => `请求正确: 发布其更改，并修正 ${at} 处的测试`,
  deciding: (call, parts) => {
    const said = parts.map(({ answer = '未知', letters }) => `${letters.join('、')} 为 ${answer}`);
    return `\`${call}\` 的结果: ${said.join(', ')}。哪个正确？`;
  },
  noneTells: '这里没有调用能区分它们；A 最有可能。',
  asItIs: '要照此发布吗？',
  becomesTest: (path) => `答案将成为 ${path} 中的测试。`,
  signed: (isRepair, signs) => `该${isRepair ? '修复' : '更改'}的可疑之处: ${signs.join(', ')}`,
  publish: (files, directory, verdict) => `将 ${files} 个更改的文件发布到 ${directory} (${verdict})`,
  allPass: (byGenerated) => `所有检查通过${byGenerated ? ' (均为针对该更改编写的测试)' : ''}`,
  failing: (checks) => `${checks} 个检查失败`,
  broken: (tests) => `${tests} 个之前通过的测试现在失败`,
  byChance: (green, runs, where) => `偶然通过: ${runs} 次中 ${green} 次; ${where}`,
  allSkipped: (tests) => `${tests} 个测试全部被跳过`,
  noTest: '没有测试通过',
  unverified: '未经任何验证',
};

function joined(letters: readonly string[]): string {
  return letters.length < 2
    ? letters.join('')
    : `${letters.slice(0, -1).join(', ')} and ${letters.at(-1) ?? ''}`;
}

/** Sentences on questions by language. */
export const QUESTION_WORDS: Record<Language, QuestionWords> = { en: english, ko: korean, zh: chinese };
