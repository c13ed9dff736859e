import type { Language } from '../run/input';
import { plural } from '../text';
import type { AgentMode } from './modes';

/** Why the mode machine takes no event now. */
export type Refusal =
  | { code: 'question-open' | 'no-question' | 'no-handler' | 'handler-at-work' }
  | { code: 'no-work'; mode: AgentMode; triggers: readonly string[] }
  | { code: 'no-act'; mode: AgentMode; act: 'change' | 'proposal' }
  | { code: 'no-transition'; mode: AgentMode; trigger: string; triggers: readonly string[] };

/** Words on the state of a session: its refusals, what it asks to do, its tests, and its end. */
const english = {
  refusals: {
    'question-open': 'A question is open: answer it first.',
    'no-question': 'No question is open: there is nothing to answer.',
    'no-handler': 'No handler is at work: submit a task first.',
    'handler-at-work': 'A handler is at work: wait until it is done.',
  },
  noWork: (mode: string, triggers: string) => `The mode ${mode} does no work: trigger one of ${triggers}.`,
  noAct: (mode: string, act: 'change' | 'proposal') =>
    `The mode ${mode} makes no ${act}: trigger a mode that does.`,
  noTransition: (mode: string, trigger: string, triggers: string) =>
    `No valid transition from ${mode} with trigger '${trigger}': trigger one of ${triggers}.`,
  change: (paths: string, more: number) => `change ${paths}${more > 0 ? ` and ${more} more` : ''}`,
  /** `then`: what follows the commit. */
  commit: (
    files: number,
    branch: string,
    message: string,
    { isNew, then }: { isNew: boolean; then?: 'push' | 'pull-request' },
  ) => {
    const end = { push: ' and push it', 'pull-request': ', push it and open a pull request' };
    return `commit ${plural(files, 'file')} to ${isNew ? 'the new branch ' : ''}${branch}${then ? end[then] : ''}: ${message}`;
  },
  tests: (passed: number, failed: number, skipped: number, notRun?: { count: number; reason: string }) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${notRun ? `, ${plural(notRun.count, 'file')} not run: ${notRun.reason}` : ''}`,
  before: 'before the session',
  closed: 'it was closed',
  idle: 'nobody has written for long',
  over: 'the time of the session is over',
  noAnswer: 'nobody answered in time',
  ended: (why: string, turns: number, changed: string) =>
    `${why}, after ${plural(turns, 'turn')}${changed === '' ? '' : `; changed: ${changed}`}`,
  reviewed: (errors: number, warnings: number): string => {
    if (errors > 0) return `errors found: ${errors}`;
    return warnings > 0 ? `warnings found: ${warnings}` : 'no errors and no warnings were found';
  },
  committed: 'the changes are committed',
  misfit: (why: string) => `the edits do not fit: ${why}`,
};

export type StateWords = typeof english;

const korean: StateWords = {
  refusals: {
    'question-open': '답을 기다리는 질문이 있습니다. 먼저 답해 주세요.',
    'no-question': '열린 질문이 없어 답할 것이 없습니다.',
    'no-handler': '진행 중인 작업이 없습니다. 먼저 요청을 보내 주세요.',
    'handler-at-work': '작업이 진행 중입니다. 끝날 때까지 기다려 주세요.',
  },
  noWork: (mode, triggers) =>
    `${mode} 모드는 작업을 하지 않습니다. 다음 중 하나를 트리거하세요: ${triggers}.`,
  noAct: (mode, act) =>
    `${mode} 모드는 ${act === 'change' ? '파일을 변경하지' : '제안을 작성하지'} 않습니다. 그렇게 하는 모드를 트리거하세요.`,
  noTransition: (mode, trigger, triggers) =>
    `${mode}에서 '${trigger}' 트리거로 갈 수 있는 모드가 없습니다. 다음 중 하나를 트리거하세요: ${triggers}.`,
  change: (paths, more) => `${paths}${more > 0 ? ` 외 ${more}개` : ''} 변경`,
  commit: (files, branch, message, { isNew, then }) => {
    const end = { push: ' 후 푸시', 'pull-request': ' 후 푸시하고 풀 리퀘스트 열기' };
    return `파일 ${files}개를 ${isNew ? '새 브랜치 ' : ''}${branch}에 커밋${then ? end[then] : ''}: ${message}`;
  },
  tests: (passed, failed, skipped, notRun) =>
    `통과 ${passed}, 실패 ${failed}${skipped > 0 ? `, 건너뜀 ${skipped}` : ''}${notRun ? `, 실행하지 않은 파일 ${notRun.count}개: ${notRun.reason}` : ''}`,
  before: '세션 전',
  closed: '사용자가 닫음',
  idle: '오랫동안 메시지가 없음',
  over: '세션 시간이 끝남',
  noAnswer: '제때 답변한 사람이 없음',
  ended: (why, turns, changed) =>
    `${why}, 차례 ${turns}회${changed === '' ? '' : `; 변경한 파일: ${changed}`}`,
  reviewed: (errors, warnings) => {
    if (errors > 0) return `오류 ${errors}개를 찾음`;
    return warnings > 0 ? `경고 ${warnings}개를 찾음` : '오류와 경고가 없음';
  },
  committed: '변경 사항을 커밋함',
  misfit: (why) => `편집을 적용할 수 없음: ${why}`,
};

const chinese: StateWords = {
  refusals: {
    'question-open': '有一个问题等待回答：请先回答。',
    'no-question': '没有待回答的问题。',
    'no-handler': '没有正在进行的工作：请先提交任务。',
    'handler-at-work': '工作正在进行：请等待完成。',
  },
  noWork: (mode, triggers) => `${mode} 模式不执行工作：请触发以下之一: ${triggers}。`,
  noAct: (mode, act) => `${mode} 模式不${act === 'change' ? '更改文件' : '编写提案'}：请触发能这样做的模式。`,
  noTransition: (mode, trigger, triggers) =>
    `从 ${mode} 无法用触发器 '${trigger}' 转换：请触发以下之一: ${triggers}。`,
  change: (paths, more) => `更改 ${paths}${more > 0 ? ` 等另外 ${more} 个` : ''}`,
  commit: (files, branch, message, { isNew, then }) => {
    const end = { push: '并推送', 'pull-request': '，推送并创建拉取请求' };
    return `将 ${files} 个文件提交到${isNew ? '新分支' : ''} ${branch}${then ? end[then] : ''}: ${message}`;
  },
  tests: (passed, failed, skipped, notRun) =>
    `通过 ${passed}, 失败 ${failed}${skipped > 0 ? `, 跳过 ${skipped}` : ''}${notRun ? `, ${notRun.count} 个文件未运行: ${notRun.reason}` : ''}`,
  before: '会话之前',
  closed: '已关闭',
  idle: '长时间没有消息',
  over: '会话时间已到',
  noAnswer: '无人及时答复',
  ended: (why, turns, changed) => `${why}，共 ${turns} 轮${changed === '' ? '' : `；已更改: ${changed}`}`,
  reviewed: (errors, warnings) => {
    if (errors > 0) return `发现 ${errors} 个错误`;
    return warnings > 0 ? `发现 ${warnings} 个警告` : '没有发现错误和警告';
  },
  committed: '更改已提交',
  misfit: (why) => `无法应用编辑: ${why}`,
};

export const STATE_WORDS: Record<Language, StateWords> = { en: english, ko: korean, zh: chinese };

/** Why the mode machine took no event: a sentence with the way out. */
export function refusalText(refusal: Refusal, language: Language): string {
  const words = STATE_WORDS[language];
  switch (refusal.code) {
    case 'no-work':
      return words.noWork(refusal.mode, refusal.triggers.join(', '));
    case 'no-act':
      return words.noAct(refusal.mode, refusal.act);
    case 'no-transition':
      return words.noTransition(refusal.mode, refusal.trigger, refusal.triggers.join(', '));
    default:
      return words.refusals[refusal.code];
  }
}
