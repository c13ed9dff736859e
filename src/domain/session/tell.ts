import { inEachLanguage } from '../run/said';
import type { NewEvent } from '../run/events';
import type { Language } from '../run/input';
import { editSentences, type PersonsEdit } from '../run/persons-edit';
import { firstLine } from '../text';
import type { MadeTransition } from './mode-state';
import { MODES, type AgentMode } from './modes';

/** Characters of the steps of a plan in its events. */
const PLAN_CHARS = 900;

const PHRASES = inEachLanguage((say) => ({
  asked: (text: string) => say`You: ${text}`,
  refused: (reason: string) => say`Not possible: ${reason}`,
  working: (mode: string, line: string) => say`${mode}: ${line}`,
  published: (files: number) => say`Your directory changed: ${files} file(s)`,
  committed: (commit: string, branch: string) => say`Committed ${commit} to ${branch}`,
  conflict: (paths: string) => say`Your directory was left as it is, since these changed meanwhile: ${paths}`,
  rejected: (reason: string) => say`Rejected: ${reason}`,
  failed: (reason: string) => say`That failed: ${reason}`,
  level: (level: string) => say`The approval level is ${level} now`,
  rewound: (checkpoint: number) =>
    say`Files, conversation and mode are those of checkpoint ${checkpoint} again`,
  takenBack: (paths: string) => say`Taken back: ${paths}`,
  notRewound: (paths: string) => say`The session goes on as it was, since these changed meanwhile: ${paths}`,
  ended: (why: string) => say`The session ended: ${why}`,
  editBreaks: (failed: number, what: string) =>
    failed === 1
      ? say`As you edited it, 1 test fails: ${what}`
      : say`As you edited it, ${failed} tests fail: ${what}`,
  nothingHolds: (what: string) => say`As you edited it, the checks say less than before: ${what}`,
  uncommitted: say`Nothing is committed by itself: ask for a commit, or begin a session with --auto-commit.`,
  step: (at: number, count: number, text: string) => say`Step ${at} of ${count}: ${text}`,
  nothingToUndo: say`This session has changed nothing that could be taken back`,
  modelCame: say`A model answers from now on`,
  modelWent: say`The worker has no model any more: the session goes on without one`,
}));

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
