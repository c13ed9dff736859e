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
  suggested: { text: 'suggested, not published' },
  contradiction: { text: 'not done: a test contradicts the request', failed: true },
  partly_healed: { text: 'healed in part, not published', failed: true },
  conflict: { text: 'not published: conflict', failed: true },
  rejected: { text: 'not published: rejected' },
  expired: { text: 'not published: nobody answered', failed: true },
  denied: { text: 'not published: not allowed', failed: true },
  unpublished: { text: 'not published: writing failed', failed: true },
  cancelled: { text: 'cancelled' },
  error: { text: 'broken off', failed: true },
};

/** Ends that are the server's word: such a run has no result. */
const OF_EXECUTION: Readonly<Record<string, Words>> = {
  FAILED: { text: 'broken off', failed: true },
  CANCELLED: { text: 'cancelled' },
  TERMINATED: { text: 'terminated', failed: true },
  TIMED_OUT: { text: 'out of time', failed: true },
};

const OF_GOAL: Readonly<Record<string, Words>> = {
  partial: { text: 'done in part' },
  'rolled-back': { text: 'taken back', failed: true },
  failed: { text: 'not begun', failed: true },
};

const OF_GATE: Readonly<Record<string, Words>> = {
  closed: { text: 'ended' },
  idle: { text: 'ended: nobody asked' },
  failed: { text: 'broken off', failed: true },
  unchanged: { text: 'nothing changed' },
  published: { text: 'published' },
  unproven: { text: 'not published: not proven', failed: true },
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
  'forth-published': { text: 'published' },
  'forth-partial': { text: 'published in part' },
  'forth-nothing': { text: 'nothing to publish' },
  'forth-conflict': { text: 'not published: conflict', failed: true },
};

const OF_TURN: Readonly<Record<string, Words>> = {
  lacking: { text: 'done in part: something is missing' },
  failed: { text: 'failed', failed: true },
  rejected: { text: 'not changed: rejected' },
  conflict: { text: 'not changed: conflict', failed: true },
  refused: { text: 'not possible', failed: true },
  rewound: { text: 'taken back' },
};

/** Words of a kind that are not those of any. */
const OWN: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  gate: OF_GATE,
  goal: OF_GOAL,
  session: OF_SESSION,
  rollback: OF_ROLLBACK,
  turn: OF_TURN,
};

/** Words by the code of an outcome, or by the words themselves: the list view has these. */
function wordsOf(kind: string, outcome: string): Words | undefined {
  const all = { ...OF_ANY, ...OWN[kind] };
  return all[outcome] ?? Object.values(all).find(({ text }) => text === outcome);
}

/** How runs ended that did not do what they were for, in words, whatever their kind. */
export function failedOutcomes(): string[] {
  const all = [OF_ANY, OF_GATE, OF_GOAL, OF_SESSION, OF_ROLLBACK].flatMap((words) => Object.values(words));
  return [...new Set(all.flatMap(({ text, failed }) => (failed ? [text] : [])))];
}

/** How runs ended that did what they were for, in words: what they changed is published, in part at least. */
export function goodOutcomes(): string[] {
  return ['recovered', 'completed', 'partial'].flatMap((code) => OF_ANY[code]?.text ?? []);
}

/** How a run of a kind ended, or a turn of a session, in words: `healed`, `not published: rejected`. */
export function outcomeText(kind: string, outcome: string): string {
  return wordsOf(kind, outcome)?.text ?? spoken(outcome);
}

/** True if the run did not do what it was for. */
export function isFailure(kind: string, outcome: string): boolean {
  return wordsOf(kind, outcome)?.failed ?? false;
}

/** Facts of a run that say how it stands. `execution`: Temporal's status. */
export interface Standing {
  kind: string;
  execution: string;
  phase?: string;
  outcome?: string;
}

/** How a run stands, or has ended, in words. */
export function standingText({ kind, execution, phase, outcome }: Standing): string {
  if (execution === 'RUNNING') return phase === undefined ? 'running' : phaseText(phase);
  if (execution === 'COMPLETED') return outcomeText(kind, outcome ?? 'done');
  // The server has states that are no end, such as PAUSED.
  return OF_EXECUTION[execution]?.text ?? spoken(execution.toLowerCase());
}

/** True if the run has ended and did not do what it was for. */
export function hasFailed({ kind, execution, outcome }: Standing): boolean {
  if (execution === 'RUNNING') return false;
  const { failed } = OF_EXECUTION[execution] ?? wordsOf(kind, outcome ?? '') ?? {};
  return failed ?? false;
}

/** End of a run: its outcome, then what is to be said of it, in a sentence of its own where the outcome has a colon already. */
export function endSentence(outcome: string, what: string): string {
  if (!outcome.includes(': ')) return `${capital(outcome)}: ${what}`;
  return `${capital(outcome)}. ${capital(what)}${/[.!?]$/.test(what) ? '' : '.'}`;
}

/** The text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A name of a table as people read it: `logic error`. */
export function spoken(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}

/** Phase of a run in words: `waiting for a worker`. */
export function phaseText(phase: string): string {
  return PHASES[phase] ?? spoken(phase);
}

const PHASES: Readonly<Record<string, string>> = {
  baseline: 'checking',
  done: 'ending',
  'awaiting-approval': 'waiting for approval',
  'awaiting-answer': 'waiting for an answer',
  'waiting-for-budget': 'waiting for a top-up',
  'waiting-for-limit': "waiting for the model's limit",
  'waiting-for-model': 'waiting for a model',
  'waiting-for-host': 'waiting for a worker',
};

/** Kind of a run as people type and read it. A heal whose executor has tools is an agent. */
export function kindText(kind: string, input?: object): string {
  if (kind === 'codingAgent') return 'code';
  return input !== undefined && 'executor' in input && input.executor === 'tools' ? 'agent' : kind;
}

/** True if a run waits for people: an answer, or a top-up of its budget. */
export function isAwaiting(run: { execution: string; awaitingApproval: boolean; phase?: string }): boolean {
  return run.execution === 'RUNNING' && (run.awaitingApproval || run.phase === 'waiting-for-budget');
}
