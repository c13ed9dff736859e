import { z } from 'zod';
import { AgentMode } from '../modes';

/** Mode that a text asks for, by the rules or by a model; `confidence` from 0 to 1. */
export const ReadIntent = z.object({ mode: AgentMode, confidence: z.number().min(0).max(1) });
export type ReadIntent = z.infer<typeof ReadIntent>;

/** A text that a model is asked about: with the mode that the session is in, and the messages before it. */
export interface IntentAsk {
  readonly text: string;
  readonly mode: AgentMode;
  readonly earlier: readonly string[];
}

/** Confidence from which no model is asked: of the measured texts above it the rules had all right, of those below it three in four. */
export const SURE_OF_RULES = 0.65;
