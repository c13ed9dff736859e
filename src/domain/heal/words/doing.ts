import { inEachLanguage, inOwnWords } from '../../run/said';
import { plural } from '../../text';

/** Words on the work of runs by language. */
export const DOING_WORDS = inEachLanguage((say) => ({
  importing: (directory: string) => say`importing ${directory}`,
  answering: say`answering`,
  carryingOut: say`carrying out the request`,
  writingTests: inOwnWords(say, {
    en: (files: number, better: boolean) =>
      `writing ${better ? 'better tests' : 'tests'} for ${plural(files, 'file')}`,
    ko: (files, better) => `파일 ${files}개의 ${better ? '더 나은 ' : ''}테스트를 작성하는 중`,
    zh: (files, better) => `正在为 ${files} 个文件编写${better ? '更好的' : ''}测试`,
  }),
  scoringTests: say`trying deliberate mistakes on the generated tests`,
  confirming: say`running the tests by the project’s own test runner`,
  breaking: say`breaking the change on purpose: a check has to fail`,
  proposing: (what: string) => say`looking for a repair of ${what}`,
  /** Name of a failing test, and the number of further ones. */
  failing: inOwnWords(say, {
    en: (id: string, more: number) => (more > 0 ? `${id} and ${more} more` : id),
    ko: (id, more) => (more > 0 ? `${id} 외 ${more}개` : id),
    zh: (id, more) => (more > 0 ? `${id} 等另外 ${more} 个` : id),
  }),
  theFailure: say`the failure`,
  verifying: inOwnWords(say, {
    en: (candidates: number, more: boolean) =>
      `verifying ${plural(candidates, 'candidate')}${more ? ' more' : ''}`,
    ko: (candidates, more) => `${more ? '나머지 ' : ''}후보 ${candidates}개를 검증하는 중`,
    zh: (candidates, more) => `正在验证${more ? '其余 ' : ' '}${candidates} 个候选`,
  }),
  comparing: (candidates: number) => say`comparing what ${candidates} candidate(s) do`,
  suggested: say`running the checks that the repair names`,
  comparingChange: say`comparing the change with the files before the run`,
  verifyingEdits: say`verifying the edits made while approving`,
  leavingOut: say`leaving out generated tests that fail`,
  planning: say`looking at what publishing would do`,
  publishing: say`writing the change to the directory`,
  checkingChange: say`running the checks on the change`,
  /** `origin`: as `forkedFrom` has it; absent: unchanged files. */
  checkingBase: inOwnWords(say, {
    en: (origin: string | undefined) =>
      `running the checks on the ${origin === undefined ? 'unchanged files' : `files ${origin}`}`,
    ko: (origin) => `${origin === undefined ? '변경 전 파일' : `파일(${origin})`}을 검사하는 중`,
    zh: (origin) => `正在检查${origin === undefined ? '未更改的文件' : `文件 (${origin})`}`,
  }),
  tests: (passed: number, failed: number) => say`${passed} passed, ${failed} failed`,
  verdict: (passed: number, failed: number) => say`${passed} test(s) passed, ${failed} failed`,
  allChecks: say`all checks`,
  /** Acts that the policy is asked about. */
  execute: (request: string) => say`carry out the request: ${request}`,
  repair: (round: number, failure: string) => say`look for repair ${round}: ${failure}`,
  /** States that people can go back to. */
  checkpoint: (run: string, checkpoint: number) => say`checkpoint ${checkpoint} of ${run}`,
  before: inOwnWords(say, {
    en: (origin: string | undefined) =>
      origin === undefined ? 'before the run' : `before the run, ${origin}`,
    ko: (origin) => (origin === undefined ? '실행 전' : `실행 전, ${origin}`),
    zh: (origin) => (origin === undefined ? '运行前' : `运行前，${origin}`),
  }),
  turn: (number: number) => say`turn ${number} of the agent`,
  tried: say`turned down, and tried again`,
  testsForChange: say`tests for the change`,
  personsEdits: say`edits made while approving`,
  choice: inOwnWords(say, {
    en: (text: string, tested: boolean) => `choice ${text}${tested ? ', with its answer as a test' : ''}`,
    ko: (text, tested) => `선택지 ${text}${tested ? ' (답을 테스트로 추가)' : ''}`,
    zh: (text, tested) => `选项 ${text}${tested ? '，并将其答案作为测试' : ''}`,
  }),
  published: say`what was published of it`,
  result: say`result of the run`,
}));
