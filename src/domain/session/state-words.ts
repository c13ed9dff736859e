import { inEachLanguage } from '../run/said';
import type { Language } from '../run/input';
import type { AgentMode } from './modes';

/** Why the mode machine takes no event now. */
export type Refusal =
  | { code: 'question-open' | 'no-question' | 'no-handler' | 'handler-at-work' }
  | { code: 'no-work'; mode: AgentMode; triggers: readonly string[] }
  | { code: 'no-act'; mode: AgentMode; act: 'change' | 'proposal' }
  | { code: 'no-transition'; mode: AgentMode; trigger: string; triggers: readonly string[] };

export type StateWords = (typeof STATE_WORDS)['en'];

/** Words on the state of a session: its refusals, what it asks to do, its tests, and its end. */
export const STATE_WORDS = inEachLanguage((say) => ({
  refusals: {
    'question-open': say`A question is open: answer it first.`,
    'no-question': say`No question is open: there is nothing to answer.`,
    'no-handler': say`No handler is at work: submit a task first.`,
    'handler-at-work': say`A handler is at work: wait until it is done.`,
  },
  noWork: (mode: string, triggers: string) => say`The mode ${mode} does no work: trigger one of ${triggers}.`,
  noAct: (mode: string, act: 'change' | 'proposal') =>
    act === 'change'
      ? say`The mode ${mode} makes no change: trigger a mode that does.`
      : say`The mode ${mode} makes no proposal: trigger a mode that does.`,
  noTransition: (mode: string, trigger: string, triggers: string) =>
    say`No valid transition from ${mode} with trigger '${trigger}': trigger one of ${triggers}.`,
  change: (paths: string, more: number) => say`change ${paths}${more > 0 ? say` and ${more} more` : ''}`,
  /** `then`: what follows the commit. */
  commit: (
    files: number,
    branch: string,
    message: string,
    { isNew, then }: { isNew: boolean; then?: 'push' | 'pull-request' },
  ) => {
    const to = isNew ? say`the new branch ${branch}` : branch;
    const end = { push: say` and push it`, 'pull-request': say`, push it and open a pull request` };
    return say`commit ${files} file(s) to ${to}${then ? end[then] : ''}: ${message}`;
  },
  tests: (passed: number, failed: number, skipped: number, notRun?: { count: number; reason: string }) =>
    say`${passed} passed, ${failed} failed${skipped > 0 ? say`, ${skipped} skipped` : ''}${notRun ? say`, ${notRun.count} file(s) not run: ${notRun.reason}` : ''}`,
  before: say`before the session`,
  closed: say`it was closed`,
  idle: say`nobody has written for long`,
  over: say`the time of the session is over`,
  noAnswer: say`nobody answered in time`,
  ended: (why: string, turns: number, changed: string) =>
    say`${why}, after ${turns} turn(s)${changed === '' ? '' : say`; changed: ${changed}`}`,
  reviewed: (errors: number, warnings: number) => {
    if (errors > 0) return say`errors found: ${errors}`;
    return warnings > 0 ? say`warnings found: ${warnings}` : say`no errors and no warnings were found`;
  },
  committed: say`the changes are committed`,
  misfit: (why: string) => say`the edits do not fit: ${why}`,
}));

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
