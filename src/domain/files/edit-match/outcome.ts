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
export type MatchOutcome =
  { ok: true; text: string; layer: MatchLayer } | { ok: false; problem: MatchProblem };

/** The looser of two layers. */
export function looser(a: MatchLayer, b: MatchLayer): MatchLayer {
  return MATCH_LAYERS.indexOf(a) >= MATCH_LAYERS.indexOf(b) ? a : b;
}

export function noMatch(message: string, expected?: string): MatchOutcome {
  return {
    ok: false,
    problem: { reason: 'no-match', message, ...(expected === undefined ? {} : { expected }) },
  };
}

export function ambiguous(message: string, lines: readonly number[]): MatchOutcome {
  return { ok: false, problem: { reason: 'ambiguous', message, lines } };
}

export function malformed(message: string): MatchOutcome {
  return { ok: false, problem: { reason: 'malformed', message } };
}
