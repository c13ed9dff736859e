import { z } from 'zod';
import { AgentMode } from '../modes';

/** Mode that a text asks for, by the classifier or by a model; `confidence` from 0 to 1. */
export const ReadIntent = z.object({ mode: AgentMode, confidence: z.number().min(0).max(1) });
export type ReadIntent = z.infer<typeof ReadIntent>;

/** Reading of a text by the classifier: the mode, its probability, and what else it says. */
export interface IntentReading extends ReadIntent {
  /** True for a question, which starts no change. */
  readonly isQuestion: boolean;
  /** The likeliest modes, the mode first. */
  readonly likely: readonly AgentMode[];
}

/** A text that a model is asked about: with the mode that the session is in, and the messages before it. */
export interface IntentAsk {
  readonly text: string;
  readonly mode: AgentMode;
  readonly earlier: readonly string[];
}

/** Confidence from which nobody is asked: training sets the temperature so that 97.5 % of the held-out texts above it are right. */
export const SURE_OF_INTENT = 0.65;
