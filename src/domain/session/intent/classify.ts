import { AgentMode } from '../modes';
import { INTENT_TRIGGERS } from '../transitions/index';
import { featuresOf, normalised } from './features';
import { z } from 'zod';

/** A linear model: a row of weights for each bucket that is kept, a column for each class. */
export interface Weights {
  readonly classes: number;
  /** Row of a bucket in `values`. */
  readonly rows: ReadonlyMap<number, number>;
  /** By class, then by row. */
  readonly values: Int8Array;
  readonly scales: readonly number[];
  readonly biases: readonly number[];
}

const HEAD_BYTES = 8;

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

/** Intent of a text of people: idle where it asks for nothing. */
export interface Intent extends IntentReading {
  /** Trigger that takes idle to the mode; undefined for idle. */
  readonly trigger: string | undefined;
}

const MOST_LIKELY = 3;
const SAYS_SOMETHING = /[\p{L}\p{N}]{2}|\p{Script=Han}/u;
const NOTHING: Intent = {
  mode: 'idle',
  trigger: undefined,
  confidence: 1,
  isQuestion: false,
  likely: ['idle'],
};

/** The intent of a text in English, Korean, Chinese, or a mixture of them. The last class of the weights is that of questions. */
export function classifyIntent(weights: Weights, text: string): Intent {
  // Only refused work is left of the text, or nothing was said.
  if (!SAYS_SOMETHING.test(normalised(text))) return NOTHING;
  const scores = scoresOf(weights, featuresOf(text));
  const question = scores.pop() ?? 0;
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  const ranked = AgentMode.options
    .map((mode, index) => ({ mode, confidence: (shares[index] ?? 0) / sum }))
    .sort((one, other) => other.confidence - one.confidence);
  const { mode, confidence } = ranked[0] ?? { mode: 'idle', confidence: 0 };
  return {
    mode,
    trigger: mode === 'idle' ? undefined : INTENT_TRIGGERS[mode],
    confidence,
    isQuestion: question > 0,
    likely: ranked.slice(0, MOST_LIKELY).map((one) => one.mode),
  };
}

/** Reads weights as the trainer writes them: counts of rows and classes, scales, biases, buckets, values. Little-endian. */
export function readWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [rowCount, classes] = [view.getUint32(0, true), view.getUint32(4, true)];
  const bucketsAt = HEAD_BYTES + classes * 8;
  const valuesAt = bucketsAt + rowCount * 2;
  if (bytes.byteLength !== valuesAt + rowCount * classes)
    throw new Error('The weights of intents are damaged: build anew.');
  const floats = (from: number) =>
    Array.from({ length: classes }, (_, index) => view.getFloat32(from + index * 4, true));
  const buckets = Array.from({ length: rowCount }, (_, row) => view.getUint16(bucketsAt + row * 2, true));
  return {
    classes,
    rows: new Map(buckets.map((bucket, row) => [bucket, row])),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, rowCount * classes),
    scales: floats(HEAD_BYTES),
    biases: floats(HEAD_BYTES + classes * 4),
  };
}

/** Score of each class for a text's features. */
function scoresOf(
  { classes, rows, values, scales, biases }: Weights,
  features: ReadonlyMap<number, number>,
): number[] {
  const known = [...features].flatMap(([bucket, weight]) => {
    const row = rows.get(bucket);
    return row === undefined ? [] : [[row, weight] as const];
  });
  return Array.from({ length: classes }, (_, index) => {
    const column = index * rows.size;
    const sum = known.reduce((total, [row, weight]) => total + (values[column + row] ?? 0) * weight, 0);
    return (biases[index] ?? 0) + (scales[index] ?? 0) * sum;
  });
}
