import { speaker } from '../run/said';
import { eventOf, type NewEvent } from '../run/events';
import type { Language } from '../run/input';
import { editSentences, type PersonsEdit } from '../run/persons-edit';
import { firstLine } from '../text';
import type { MadeTransition } from './mode-state';
import { MODES, type AgentMode } from './modes';

/** Characters of the steps of a plan in its events. */
const PLAN_CHARS = 900;

export function sessionEvents(language: Language) {
  const say = speaker(language);
  return {
    asked: (text: string, message: number) => eventOf('submitted', say`You: ${firstLine(text)}`, { message }),
    refused: (reason: string) => eventOf('refused', say`Not possible: ${reason}`),
    log: (line: string, made?: MadeTransition) =>
      made ? eventOf('mode-changed', line, { ...made }) : eventOf('no-transition', line),
    working: (mode: AgentMode) =>
      eventOf('mode-working', say`${mode}: ${MODES[mode].line[language]}`, { mode }),
    told: (answer: string, fields: NewEvent['fields']) => eventOf('told', answer, fields),
    published: (files: number) => eventOf('published', say`Your directory changed: ${files} file(s)`),
    committed: (commit: string, branch: string) =>
      eventOf('committed', say`Committed ${commit} to ${branch}`, { commit, branch }),
    conflict: (paths: readonly string[]) =>
      eventOf(
        'publish-conflict',
        say`Your directory was left as it is, since these changed meanwhile: ${paths.join(', ')}`,
      ),
    rejected: (reason: string) => eventOf('rejected', say`Rejected: ${reason}`),
    failed: (reason: string) => eventOf('failed', say`That failed: ${reason}`),
    level: (level: string) => eventOf('level-set', say`The approval level is ${level} now`),
    rewound: (checkpoint: number) =>
      eventOf('rewound', say`Files, conversation and mode are those of checkpoint ${checkpoint} again`),
    takenBack: (paths: readonly string[]) => eventOf('taken-back', say`Taken back: ${paths.join(', ')}`),
    notRewound: (paths: readonly string[]) =>
      eventOf(
        'rewind-conflict',
        say`The session goes on as it was, since these changed meanwhile: ${paths.join(', ')}`,
      ),
    ended: (why: string) => eventOf('ended', say`The session ended: ${why}`),
    /** Sentence for the question about a change as people edited it. */
    editBreaks: (failed: number, what: string): string =>
      failed > 0
        ? failed === 1
          ? say`As you edited it, 1 test fails: ${what}`
          : say`As you edited it, ${failed} tests fail: ${what}`
        : say`As you edited it, the checks say less than before: ${what}`,
    edited: (edits: readonly PersonsEdit[], verdict: string) =>
      eventOf('edited', [...editSentences(language, edits.slice(-1)), verdict].join('\n')),
    /** `at`: number of the step that begins, from 1. */
    step: (at: number, steps: readonly string[]) =>
      eventOf('plan-step', say`Step ${at} of ${steps.length}: ${firstLine(steps[at - 1] ?? '')}`, {
        at,
        steps: steps.map((step) => firstLine(step, Math.floor(PLAN_CHARS / steps.length))).join('\n'),
      }),
    nothingToUndo: () => eventOf('refused', say`This session has changed nothing that could be taken back`),
    model: (isThere: boolean) =>
      eventOf(
        'model',
        isThere
          ? say`A model answers from now on`
          : say`The worker has no model any more: the session goes on without one`,
      ),
    /** Nothing moved, since a commit would have followed. */
    uncommitted: () =>
      eventOf(
        'not-committed',
        say`Nothing is committed by itself: ask for a commit, or begin a session with --auto-commit.`,
      ),
  };
}
