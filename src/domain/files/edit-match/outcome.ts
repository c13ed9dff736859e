/**
 * How far an edit's text had to be bent to find its place, the strictest first: `exact`; other line ends or blanks
 * at ends of lines; another indentation of the whole block; other blank lines or runs of blanks; lines left out by
 * `...`; a diff some of whose context has changed.
 */
export const MATCH_LAYERS = [
  'exact',
  'line-ends',
  'indentation',
  'spacing',
  'elided',
  'stale-context',
] as const;
export type MatchLayer = (typeof MATCH_LAYERS)[number];

/** Reason why a text was not changed, as data. `expected`: the text searched for; `lines`: places found, from 1. */
export interface MatchProblem {
  reason: 'no-match' | 'ambiguous' | 'malformed';
  /** The end of a sentence that begins with what was asked for. */
  message: string;
  expected?: string;
  lines?: readonly number[];
}

/** The changed text and the loosest layer that it took, or why nothing was changed. */
export type MatchOutcome = { ok: true; text: string; layer: MatchLayer } | Refusal;
export interface Refusal {
  ok: false;
  problem: MatchProblem;
}

export function noMatch(message: string, expected?: string): Refusal {
  return {
    ok: false,
    problem: { reason: 'no-match', message, ...(expected === undefined ? {} : { expected }) },
  };
}

/** Most places that a refusal counts. */
const COUNTED = 20;

/** Refusal of what stands in several places: `what` goes before their number, `advice` after it. */
export function ambiguous(what: string, advice: string, lines: readonly number[]): Refusal {
  const count = lines.length >= COUNTED ? `at least ${COUNTED}` : String(lines.length);
  const message = `${what} in the file ${count} times${advice}`;
  return { ok: false, problem: { reason: 'ambiguous', message, lines: lines.slice(0, COUNTED) } };
}

export function malformed(message: string): Refusal {
  return { ok: false, problem: { reason: 'malformed', message } };
}
