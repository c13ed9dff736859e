import { AgentMode } from '../modes';
import { INTENT_TRIGGERS } from '../transitions/index';
import { featuresOf } from './features';
import { normalised } from './normalise';
import type { IntentReading } from './read';
import { scoresOf, type Weights } from './weights';

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
