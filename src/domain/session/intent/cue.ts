import type { AgentMode } from '../modes';

/** A pattern of phrase and its weight: 1 hints, 3 speaks for the mode, 5 decides; below 0 it speaks against it. */
export type Cue = readonly [pattern: RegExp, weight: number];

/** Cues of a language by mode. They match lower-case text; every quantifier is bounded. */
export type Cues = Readonly<Record<AgentMode, readonly Cue[]>>;
