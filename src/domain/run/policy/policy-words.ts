import { inEachLanguage } from '../said';
import type { Language } from '../language';

/** Reasons of the policy for who is asked or refused: sentences, but for what an act does. */
export const POLICY_WORDS = inEachLanguage((say) => ({
  /** Words that follow "it". */
  does: {
    publish: say`writes the change to your directory`,
    commit: say`commits changes to your git repository`,
    plan: say`carries out a plan on the tree of your folders`,
    step: say`carries out a step of a plan on the tree of your folders`,
    execute: say`carries out your request on the run's tree`,
    proposal: say`takes a written proposal as the ground of later work`,
    repair: say`looks for a repair of the run's tree`,
    edit: say`edits a file of the run's tree to make checks pass`,
    change: say`edits a file of the run's tree to carry out your request`,
    check: say`runs a check that you gave, in the sandbox`,
    'suggested-check': say`runs a check of a model, in the sandbox`,
    command: say`runs a command on a copy of the run's tree, in the sandbox`,
    'unisolated-command': say`runs a command without isolation, where --allow-unsandboxed is given`,
    other: say`calls a tool of yours, which may change anything`,
  },
  /** `is`: what the file is, by which it is protected. */
  judges: (is: string) => say`A file that ${is} decides what passes, so no repair edits it.`,
  isolated: say`Commands run under bubblewrap only, unless --allow-unsandboxed is given.`,
  low: say`--approval low asks before nothing of its own.`,
  high: say`--approval high asks before every action.`,
  /** `does`: one of those above. */
  usual: (does: string) => say`It ${does}.`,
  unread: (why: string) => say`The command can't be read whole: ${why}.`,
  perhaps: (rule: string, reason: string) => say`It may be what a rule means (${rule}): ${reason}`,
  noRule: (does: string) => say`It ${does}, and no rule allows it.`,
  rule: (number: number, source: 'user' | 'project', reason: string) =>
    source === 'user'
      ? say`Rule ${number} of the user's policy: ${reason}`
      : say`Rule ${number} of the project's policy: ${reason}`,
}));
export type PolicyWords = (typeof POLICY_WORDS)[Language];
