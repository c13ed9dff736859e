/** Words for how runs stand and end: the same in every list, status, report and log. */
import type { Language } from './language';
import { said, saidText, type Said, type Say } from './said';

interface Words {
  text: Said;
  /** The run did not do what it was for. A rejection is no failure: the user said no. */
  failed?: true;
}

const OF_ANY: Readonly<Record<string, Words>> = {
  completed: { text: said`done` },
  recovered: { text: said`healed` },
  failed_after_repair: { text: said`not healed`, failed: true },
  failed: { text: said`not healed`, failed: true },
  incomplete: { text: said`not done`, failed: true },
  partial: { text: said`published in part` },
  planned: { text: said`dry run` },
  suggested: { text: said`suggested, not published` },
  contradiction: { text: said`not done: a test contradicts the request`, failed: true },
  partly_healed: { text: said`healed in part, not published`, failed: true },
  conflict: { text: said`not published: conflict`, failed: true },
  rejected: { text: said`not published: rejected` },
  expired: { text: said`not published: nobody answered`, failed: true },
  denied: { text: said`not published: not allowed`, failed: true },
  unpublished: { text: said`not published: writing failed`, failed: true },
  cancelled: { text: said`cancelled` },
  error: { text: said`broken off`, failed: true },
};

/** Ends that are the server's word: such a run has no result. */
const OF_EXECUTION: Readonly<Record<string, Words>> = {
  FAILED: { text: said`broken off`, failed: true },
  CANCELLED: { text: said`cancelled` },
  TERMINATED: { text: said`terminated`, failed: true },
  TIMED_OUT: { text: said`out of time`, failed: true },
};

const OF_GOAL: Readonly<Record<string, Words>> = {
  partial: { text: said`done in part` },
  'rolled-back': { text: said`taken back`, failed: true },
  failed: { text: said`not begun`, failed: true },
};

const OF_GATE: Readonly<Record<string, Words>> = {
  closed: { text: said`ended` },
  idle: { text: said`ended: nobody asked` },
  failed: { text: said`broken off`, failed: true },
  unchanged: { text: said`nothing changed` },
  published: { text: said`published` },
  unproven: { text: said`not published: not proven`, failed: true },
};

const OF_SESSION: Readonly<Record<string, Words>> = {
  closed: { text: said`closed` },
  idle: { text: said`closed: nobody wrote` },
  failed: { text: said`broken off`, failed: true },
};

const OF_ROLLBACK: Readonly<Record<string, Words>> = {
  published: { text: said`rolled back` },
  partial: { text: said`rolled back in part` },
  nothing: { text: said`nothing to roll back` },
  conflict: { text: said`not rolled back: conflict`, failed: true },
  'forth-published': { text: said`published` },
  'forth-partial': { text: said`published in part` },
  'forth-nothing': { text: said`nothing to publish` },
  'forth-conflict': { text: said`not published: conflict`, failed: true },
};

const OF_TURN: Readonly<Record<string, Words>> = {
  lacking: { text: said`done in part: something is missing` },
  failed: { text: said`failed`, failed: true },
  rejected: { text: said`not changed: rejected` },
  conflict: { text: said`not changed: conflict`, failed: true },
  refused: { text: said`not possible`, failed: true },
  rewound: { text: said`taken back` },
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
  return all[outcome] ?? Object.values(all).find(({ text }) => text.form === outcome);
}

/** How runs ended that did not do what they were for, in words, whatever their kind. */
export function failedOutcomes(): string[] {
  const all = [OF_ANY, OF_GATE, OF_GOAL, OF_SESSION, OF_ROLLBACK].flatMap((words) => Object.values(words));
  return [...new Set(all.flatMap(({ text, failed }) => (failed ? [text.form] : [])))];
}

/** How runs ended that did what they were for, in words: what they changed is published, in part at least. */
export function goodOutcomes(): string[] {
  return ['recovered', 'completed', 'partial'].flatMap((code) => OF_ANY[code]?.text.form ?? []);
}

/** How a run of a kind ended, or a turn of a session, in words: `healed`, `not published: rejected`. */
export function outcomeText(kind: string, outcome: string, language: Language = 'en'): string {
  return saidText(wordsOf(kind, outcome)?.text ?? spoken(outcome), language);
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
export function standingText(
  { kind, execution, phase = 'running', outcome }: Standing,
  language?: Language,
): string {
  if (execution === 'RUNNING') return phaseText(phase, language);
  if (execution === 'COMPLETED') return outcomeText(kind, outcome ?? 'done', language);
  // The server has states that are no end, such as PAUSED.
  return saidText(OF_EXECUTION[execution]?.text ?? spoken(execution.toLowerCase()), language);
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
  // A text that begins with code is left as it is.
  const told = /^[a-z]+[ ,]/.test(what) ? capital(what) : what;
  return `${capital(outcome)}. ${told}${/[.!?。]$/.test(what) ? '' : '.'}`;
}

/** The text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A name of a table as people read it: `logic error`. */
export function spoken(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}

/** `, attempt 1 of 3`; empty for a run that counts none. */
export function attemptsText(
  { attempt, maxAttempts = attempt }: { attempt?: number; maxAttempts?: number },
  say: Say,
): string {
  return attempt === undefined ? '' : `, ${say`attempt ${attempt} of ${maxAttempts ?? attempt}`}`;
}

/** Phase of a run in words: `waiting for a worker`. */
export function phaseText(phase: string, language: Language = 'en'): string {
  return saidText(phaseSaid(phase), language);
}

export function phaseSaid(phase: string): Said | string {
  return PHASES[phase] ?? spoken(phase);
}

/** Phases that are their own words. */
const PLAIN = [
  said`running`,
  said`asking`,
  said`calling tools`,
  said`checking`,
  said`comparing`,
  said`confirming`,
  said`delivering`,
  said`ending`,
  said`executing`,
  said`generating tests`,
  said`importing`,
  said`keeping`,
  said`looking`,
  said`planning`,
  said`publishing`,
  said`repairing`,
  said`request`,
  said`resting`,
  said`rolling back`,
  said`starting`,
  said`thinking`,
  said`verifying`,
  said`working`,
];

const PHASES: Readonly<Record<string, Said>> = {
  ...Object.fromEntries(PLAIN.map((words) => [words.form.replaceAll(' ', '-'), words])),
  baseline: said`checking`,
  done: said`ending`,
  'awaiting-approval': said`waiting for approval`,
  'awaiting-answer': said`waiting for an answer`,
  'waiting-for-budget': said`waiting for a top-up`,
  'waiting-for-limit': said`waiting for the model's limit`,
  'waiting-for-model': said`waiting for a model`,
  'waiting-for-host': said`waiting for a worker`,
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
