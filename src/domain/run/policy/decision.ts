import { z } from 'zod';

/** Answer of a policy, from the mildest to the strictest. */
export const Decision = z.enum(['allow', 'ask', 'deny']);
export type Decision = z.infer<typeof Decision>;

/** The stricter of two decisions. */
export function stricter(one: Decision, other: Decision): Decision {
  return Decision.options.indexOf(one) >= Decision.options.indexOf(other) ? one : other;
}

/** Answer to "is it so?" about a text that may hold what only a shell can tell. */
export type Certainty = 'no' | 'maybe' | 'yes';

/** The surer of two answers. */
export function surer(one: Certainty, other: Certainty): Certainty {
  if (one === 'yes' || other === 'yes') return 'yes';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'no';
}

/** The answer for two things that must both be so. */
export function weaker(one: Certainty, other: Certainty): Certainty {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'yes';
}
