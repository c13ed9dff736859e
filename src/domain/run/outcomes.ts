/** Words for how runs stand and end: the same in every list, status, report and log. */

interface Words {
  text: string;
  /** The run did not do what it was for. A rejection is no failure: the user said no. */
  failed?: true;
}

const OF_ANY: Readonly<Record<string, Words>> = {
  completed: { text: 'done' },
  recovered: { text: 'healed' },
  failed_after_repair: { text: 'not healed', failed: true },
  failed: { text: 'not healed', failed: true },
  incomplete: { text: 'not done', failed: true },
  partial: { text: 'published in part' },
  planned: { text: 'dry run' },
  conflict: { text: 'not published: conflict', failed: true },
  rejected: { text: 'not published: rejected' },
  expired: { text: 'not published: nobody answered', failed: true },
  denied: { text: 'not published: not allowed', failed: true },
  unpublished: { text: 'not published: failed', failed: true },
  cancelled: { text: 'cancelled' },
  canceled: { text: 'cancelled' },
  terminated: { text: 'terminated', failed: true },
  timed_out: { text: 'out of time', failed: true },
  error: { text: 'broken off', failed: true },
};

const OF_GOAL: Readonly<Record<string, Words>> = {
  partial: { text: 'done in part' },
  'rolled-back': { text: 'taken back', failed: true },
  failed: { text: 'not begun', failed: true },
};

const OF_SESSION: Readonly<Record<string, Words>> = {
  closed: { text: 'closed' },
  idle: { text: 'closed: nobody wrote' },
  failed: { text: 'broken off', failed: true },
};

const OF_ROLLBACK: Readonly<Record<string, Words>> = {
  published: { text: 'rolled back' },
  partial: { text: 'rolled back in part' },
  nothing: { text: 'nothing to roll back' },
  conflict: { text: 'not rolled back: conflict', failed: true },
  failed: { text: 'broken off', failed: true },
};

/** Words of a kind that are not those of any. */
const OWN: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  goal: OF_GOAL,
  session: OF_SESSION,
  rollback: OF_ROLLBACK,
};

function wordsOf(kind: string, outcome: string): Words | undefined {
  return OWN[kind]?.[outcome] ?? OF_ANY[outcome];
}

/** Outcomes of runs that did not do what they were for, whatever their kind. */
export function failedOutcomes(): string[] {
  return Object.keys(OF_ANY).filter((outcome) => OF_ANY[outcome]?.failed === true);
}

/** How a run of a kind ended, in words: `healed`, `not published: rejected`. */
export function outcomeText(kind: string, outcome: string): string {
  return wordsOf(kind, outcome)?.text ?? outcome.replaceAll(/[-_]/g, ' ');
}

/** True if the run did not do what it was for. */
export function isFailure(kind: string, outcome: string): boolean {
  return wordsOf(kind, outcome)?.failed ?? false;
}

/** Phase of a run in words: `waiting for host`. */
export function phaseText(phase: string): string {
  return PHASES[phase] ?? phase.replaceAll('-', ' ');
}

const PHASES: Readonly<Record<string, string>> = {
  baseline: 'checking',
  done: 'ending',
  'awaiting-approval': 'waiting for approval',
  'awaiting-answer': 'waiting for an answer',
  'waiting-for-budget': 'waiting for a top-up',
  'waiting-for-limit': "waiting for the model's limit",
};

/** Kind of a run as people type and read it. */
export function kindText(kind: string): string {
  return kind === 'codingAgent' ? 'code' : kind;
}
