import type { NewEvent } from '../run/events';
import type { Language } from '../run/input';
import { editSentences, type PersonsEdit } from '../run/persons-edit';
import { firstLine, plural } from '../text';
import type { MadeTransition } from './mode-state';
import { MODES, type AgentMode } from './modes';

const english = {
  asked: (text: string) => `You: ${text}`,
  refused: (reason: string) => `Not possible: ${reason}`,
  working: (mode: string, line: string) => `${mode}: ${line}`,
  published: (files: number) => `Your directory changed: ${plural(files, 'file')}`,
  committed: (commit: string, branch: string) => `Committed ${commit} to ${branch}`,
  conflict: (paths: string) => `Your directory was left as it is, since these changed meanwhile: ${paths}`,
  rejected: (reason: string) => `Rejected: ${reason}`,
  failed: (reason: string) => `That failed: ${reason}`,
  level: (level: string) => `The approval level is ${level} now`,
  rewound: (checkpoint: number) => `Files, conversation and mode are those of checkpoint ${checkpoint} again`,
  takenBack: (paths: string) => `Taken back: ${paths}`,
  notRewound: (paths: string) => `The session goes on as it was, since these changed meanwhile: ${paths}`,
  ended: (why: string) => `The session ended: ${why}`,
  editBreaks: (failed: number, what: string) =>
    `As you edited it, ${plural(failed, 'test')} fail${failed === 1 ? 's' : ''}: ${what}`,
  nothingHolds: (what: string) => `As you edited it, the checks say less than before: ${what}`,
  uncommitted: 'Nothing is committed by itself: ask for a commit, or begin a session with --auto-commit.',
  step: (at: number, count: number, text: string) => `Step ${at} of ${count}: ${text}`,
  nothingToUndo: 'This session has changed nothing that could be taken back',
  modelCame: 'A model answers from now on',
  modelWent: 'The worker has no model any more: the session goes on without one',
};

type Phrases = typeof english;

const korean: Phrases = {
  asked: (text) => `요청: ${text}`,
  refused: (reason) => `할 수 없습니다: ${reason}`,
  working: (mode, line) => `${mode}: ${line}`,
  published: (files) => `디렉터리를 변경했습니다: 파일 ${files}개`,
  committed: (commit, branch) => `${branch}에 ${commit}을(를) 커밋했습니다`,
  conflict: (paths) => `그동안 다음 파일이 바뀌어 디렉터리를 그대로 두었습니다: ${paths}`,
  rejected: (reason) => `거절되었습니다: ${reason}`,
  failed: (reason) => `실패했습니다: ${reason}`,
  level: (level) => `승인 수준이 ${level}(으)로 바뀌었습니다`,
  rewound: (checkpoint) => `파일, 대화, 모드를 체크포인트 ${checkpoint}의 상태로 되돌렸습니다`,
  takenBack: (paths) => `되돌렸습니다: ${paths}`,
  notRewound: (paths) => `그동안 다음 파일이 바뀌어 세션을 그대로 계속합니다: ${paths}`,
  ended: (why) => `세션이 끝났습니다: ${why}`,
  editBreaks: (failed, what) => `수정하신 대로면 테스트 ${failed}개가 실패합니다: ${what}`,
  nothingHolds: (what) => `수정하신 대로면 이전보다 확인되는 것이 적습니다: ${what}`,
  uncommitted: '자동으로 커밋하지 않습니다. 커밋을 요청하거나 --auto-commit으로 세션을 시작해 주세요.',
  step: (at, count, text) => `${count}단계 중 ${at}단계: ${text}`,
  nothingToUndo: '이 세션이 변경한 것이 없어 되돌릴 것이 없습니다',
  modelCame: '이제부터 모델이 답합니다',
  modelWent: '작업자에 더 이상 모델이 없어 모델 없이 계속합니다',
};

const chinese: Phrases = {
  asked: (text) => `请求: ${text}`,
  refused: (reason) => `无法执行: ${reason}`,
  working: (mode, line) => `${mode}: ${line}`,
  published: (files) => `目录已更改: ${files} 个文件`,
  committed: (commit, branch) => `已提交 ${commit} 到 ${branch}`,
  conflict: (paths) => `以下文件在此期间有变化，目录保持原样: ${paths}`,
  rejected: (reason) => `已拒绝: ${reason}`,
  failed: (reason) => `失败: ${reason}`,
  level: (level) => `批准级别现为 ${level}`,
  rewound: (checkpoint) => `文件、对话和模式已恢复到检查点 ${checkpoint}`,
  takenBack: (paths) => `已撤销: ${paths}`,
  notRewound: (paths) => `以下文件在此期间有变化，会话照旧继续: ${paths}`,
  ended: (why) => `会话已结束: ${why}`,
  editBreaks: (failed, what) => `按您的修改，有 ${failed} 个测试失败: ${what}`,
  nothingHolds: (what) => `按您的修改，能够确认的比之前少: ${what}`,
  uncommitted: '不会自动提交：请要求提交，或用 --auto-commit 开始会话。',
  step: (at, count, text) => `第 ${at} 步，共 ${count} 步：${text}`,
  nothingToUndo: '此会话没有更改过任何内容，无可撤销',
  modelCame: '从现在起由模型回答',
  modelWent: '工作进程不再有模型：会话将在没有模型的情况下继续',
};

/** Characters of the steps of a plan in its events. */
const PLAN_CHARS = 900;

const PHRASES: Record<Language, Phrases> = { en: english, ko: korean, zh: chinese };

export function sessionEvents(language: Language) {
  const say = PHRASES[language];
  return {
    asked: (text: string, message: number): NewEvent =>
      event('submitted', say.asked(firstLine(text)), { message }),
    refused: (reason: string): NewEvent => event('refused', say.refused(reason)),
    log: (line: string, made?: MadeTransition): NewEvent =>
      made ? event('mode-changed', line, { ...made }) : event('no-transition', line),
    working: (mode: AgentMode): NewEvent =>
      event('mode-working', say.working(mode, MODES[mode].line[language]), { mode }),
    told: (answer: string, fields: NewEvent['fields']): NewEvent => event('told', answer, fields),
    published: (files: number): NewEvent => event('published', say.published(files)),
    committed: (commit: string, branch: string): NewEvent =>
      event('committed', say.committed(commit, branch), { commit, branch }),
    conflict: (paths: readonly string[]): NewEvent =>
      event('publish-conflict', say.conflict(paths.join(', '))),
    rejected: (reason: string): NewEvent => event('rejected', say.rejected(reason)),
    failed: (reason: string): NewEvent => event('failed', say.failed(reason)),
    level: (level: string): NewEvent => event('level-set', say.level(level)),
    rewound: (checkpoint: number): NewEvent => event('rewound', say.rewound(checkpoint)),
    takenBack: (paths: readonly string[]): NewEvent => event('taken-back', say.takenBack(paths.join(', '))),
    notRewound: (paths: readonly string[]): NewEvent =>
      event('rewind-conflict', say.notRewound(paths.join(', '))),
    ended: (why: string): NewEvent => event('ended', say.ended(why)),
    /** Sentence for the question about a change as people edited it. */
    editBreaks: (failed: number, what: string): string =>
      failed > 0 ? say.editBreaks(failed, what) : say.nothingHolds(what),
    edited: (edits: readonly PersonsEdit[], verdict: string): NewEvent =>
      event('edited', [...editSentences(language, edits.slice(-1)), verdict].join('\n')),
    /** `at`: number of the step that begins, from 1. */
    step: (at: number, steps: readonly string[]): NewEvent =>
      event('plan-step', say.step(at, steps.length, firstLine(steps[at - 1] ?? '')), {
        at,
        steps: steps.map((step) => firstLine(step, Math.floor(PLAN_CHARS / steps.length))).join('\n'),
      }),
    nothingToUndo: (): NewEvent => event('refused', say.nothingToUndo),
    model: (isThere: boolean): NewEvent => event('model', isThere ? say.modelCame : say.modelWent),
    /** Nothing moved, since a commit would have followed. */
    uncommitted: (): NewEvent => event('not-committed', say.uncommitted),
  };
}

function event(kind: string, text: string, fields?: NewEvent['fields']): NewEvent {
  return fields ? { kind, text, fields } : { kind, text };
}
