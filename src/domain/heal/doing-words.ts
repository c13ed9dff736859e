import type { Language } from '../run/input';
import { plural } from '../text';

/** Work of a run in one language: what it does now, what it asks to do, and the states of the files that it keeps. */
export interface DoingWords {
  importing(directory: string): string;
  answering: string;
  carryingOut: string;
  writingTests(files: number, better: boolean): string;
  scoringTests: string;
  confirming: string;
  breaking: string;
  proposing(what: string): string;
  /** Name of a failing test, and the number of further ones. */
  failing(id: string, more: number): string;
  theFailure: string;
  verifying(candidates: number, more: boolean): string;
  comparing(candidates: number): string;
  suggested: string;
  comparingChange: string;
  verifyingEdits: string;
  leavingOut: string;
  planning: string;
  publishing: string;
  checkingChange: string;
  /** `origin`: as `forkedFrom` has it; absent: unchanged files. */
  checkingBase(origin: string | undefined): string;
  tests(passed: number, failed: number): string;
  verdict(passed: number, failed: number): string;
  allChecks: string;
  /** Acts that the policy is asked about. */
  execute(request: string): string;
  repair(round: number, failure: string): string;
  /** States that people can go back to. */
  checkpoint(run: string, checkpoint: number): string;
  before(origin: string | undefined): string;
  turn(number: number): string;
  tried: string;
  testsForChange: string;
  personsEdits: string;
  choice(text: string, tested: boolean): string;
  published: string;
  result: string;
}

const english: DoingWords = {
  importing: (directory) => `importing ${directory}`,
  answering: 'answering',
  carryingOut: 'carrying out the request',
  writingTests: (files, better) =>
    `writing ${better ? 'better tests' : 'tests'} for ${plural(files, 'file')}`,
  scoringTests: 'trying deliberate mistakes on the generated tests',
  confirming: 'running the tests by the project’s own test runner',
  breaking: 'breaking the change on purpose: a check has to fail',
  proposing: (what) => `looking for a repair of ${what}`,
  failing: (id, more) => (more > 0 ? `${id} and ${more} more` : id),
  theFailure: 'the failure',
  verifying: (candidates, more) => `verifying ${plural(candidates, 'candidate')}${more ? ' more' : ''}`,
  comparing: (candidates) => `comparing what ${plural(candidates, 'candidate')} do`,
  suggested: 'running the checks that the repair names',
  comparingChange: 'comparing the change with the files before the run',
  verifyingEdits: 'verifying the edits made while approving',
  leavingOut: 'leaving out generated tests that fail',
  planning: 'looking at what publishing would do',
  publishing: 'writing the change to the directory',
  checkingChange: 'running the checks on the change',
  checkingBase: (origin) =>
    `running the checks on the ${origin === undefined ? 'unchanged files' : `files ${origin}`}`,
  tests: (passed, failed) => `${passed} passed, ${failed} failed`,
  verdict: (passed, failed) => `${plural(passed, 'test')} passed, ${failed} failed`,
  allChecks: 'all checks',
  execute: (request) => `carry out the request: ${request}`,
  repair: (round, failure) => `look for repair ${round}: ${failure}`,
  checkpoint: (run, checkpoint) => `checkpoint ${checkpoint} of ${run}`,
  before: (origin) => (origin === undefined ? 'before the run' : `before the run, ${origin}`),
  turn: (number) => `turn ${number} of the agent`,
  tried: 'turned down, and tried again',
  testsForChange: 'tests for the change',
  personsEdits: 'edits made while approving',
  choice: (text, tested) => `choice ${text}${tested ? ', with its answer as a test' : ''}`,
  published: 'what was published of it',
  result: 'result of the run',
};

const korean: DoingWords = {
  importing: (directory) => `${directory} 가져오는 중`,
  answering: '답하는 중',
  carryingOut: '요청을 수행하는 중',
  writingTests: (files, better) => `파일 ${files}개의 ${better ? '더 나은 ' : ''}테스트를 작성하는 중`,
  scoringTests: '생성된 테스트를 의도적인 오류로 시험하는 중',
  confirming: '프로젝트의 테스트 실행기로 테스트하는 중',
  breaking: '변경을 일부러 망가뜨려 실패하는 검사가 있는지 보는 중',
  proposing: (what) => `복구를 찾는 중: ${what}`,
  failing: (id, more) => (more > 0 ? `${id} 외 ${more}개` : id),
  theFailure: '실패',
  verifying: (candidates, more) => `${more ? '나머지 ' : ''}후보 ${candidates}개를 검증하는 중`,
  comparing: (candidates) => `후보 ${candidates}개의 동작을 비교하는 중`,
  suggested: '복구가 제안한 검사를 실행하는 중',
  comparingChange: '변경 내용을 실행 전의 파일과 비교하는 중',
  verifyingEdits: '승인하면서 수정한 내용을 검증하는 중',
  leavingOut: '실패하는 생성된 테스트를 제외하는 중',
  planning: '게시하면 어떻게 되는지 살펴보는 중',
  publishing: '변경 내용을 디렉터리에 쓰는 중',
  checkingChange: '변경한 코드를 검사하는 중',
  checkingBase: (origin) => `${origin === undefined ? '변경 전 파일' : `파일(${origin})`}을 검사하는 중`,
  tests: (passed, failed) => `통과 ${passed}, 실패 ${failed}`,
  verdict: (passed, failed) => `테스트 통과 ${passed}, 실패 ${failed}`,
  allChecks: '모든 검사',
  execute: (request) => `요청 수행: ${request}`,
  repair: (round, failure) => `복구 ${round}차 찾기: ${failure}`,
  checkpoint: (run, checkpoint) => `${run}의 체크포인트 ${checkpoint}`,
  before: (origin) => (origin === undefined ? '실행 전' : `실행 전, ${origin}`),
  turn: (number) => `에이전트의 ${number}번째 차례`,
  tried: '거부되어 다시 시도함',
  testsForChange: '변경에 대한 테스트',
  personsEdits: '승인하면서 수정한 내용',
  choice: (text, tested) => `선택지 ${text}${tested ? ' (답을 테스트로 추가)' : ''}`,
  published: '게시된 부분',
  result: '실행 결과',
};

const chinese: DoingWords = {
  importing: (directory) => `正在导入 ${directory}`,
  answering: '正在回答',
  carryingOut: '正在执行请求',
  writingTests: (files, better) => `正在为 ${files} 个文件编写${better ? '更好的' : ''}测试`,
  scoringTests: '正在用故意错误检验生成的测试',
  confirming: '正在用项目自己的测试运行器运行测试',
  breaking: '正在故意破坏更改：应有检查失败',
  proposing: (what) => `正在寻找修复: ${what}`,
  failing: (id, more) => (more > 0 ? `${id} 等另外 ${more} 个` : id),
  theFailure: '失败',
  verifying: (candidates, more) => `正在验证${more ? '其余 ' : ' '}${candidates} 个候选`,
  comparing: (candidates) => `正在比较 ${candidates} 个候选的行为`,
  suggested: '正在运行修复所建议的检查',
  comparingChange: '正在将更改与运行前的文件比较',
  verifyingEdits: '正在验证批准时所作的编辑',
  leavingOut: '正在排除失败的生成测试',
  planning: '正在查看发布会有什么结果',
  publishing: '正在将更改写入目录',
  checkingChange: '正在检查更改',
  checkingBase: (origin) => `正在检查${origin === undefined ? '未更改的文件' : `文件 (${origin})`}`,
  tests: (passed, failed) => `通过 ${passed}, 失败 ${failed}`,
  verdict: (passed, failed) => `测试通过 ${passed}, 失败 ${failed}`,
  allChecks: '所有检查',
  execute: (request) => `执行请求: ${request}`,
  repair: (round, failure) => `寻找第 ${round} 次修复: ${failure}`,
  checkpoint: (run, checkpoint) => `${run} 的检查点 ${checkpoint}`,
  before: (origin) => (origin === undefined ? '运行前' : `运行前，${origin}`),
  turn: (number) => `智能体的第 ${number} 轮`,
  tried: '被拒绝后重新尝试',
  testsForChange: '针对更改的测试',
  personsEdits: '批准时所作的编辑',
  choice: (text, tested) => `选项 ${text}${tested ? '，并将其答案作为测试' : ''}`,
  published: '已发布的部分',
  result: '运行的结果',
};

/** Words on the work of runs by language. */
export const DOING_WORDS: Record<Language, DoingWords> = { en: english, ko: korean, zh: chinese };
