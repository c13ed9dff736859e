import { z } from 'zod';

/** Answer of a policy, from the mildest to the strictest. */
export const Decision = z.enum(['allow', 'ask', 'deny']);
export type Decision = z.infer<typeof Decision>;

/** Answer to "is it so?" about a text that may hold what only a shell can tell. */
export type Certainty = 'no' | 'maybe' | 'yes';

const SHORT = 200;
const MOST_EXAMPLES = 20;
/** It is shown on terminals, whoever wrote it. */
const PLAIN = /^[^\p{Cc}\p{Cf}]*$/u;

/** An act as an example of a rule names it; the conditions of the rule that it leaves out hold. */
const ExampleAct = z
  .strictObject({
    tool: z.string().min(1).optional(),
    command: z.string().min(1).max(2_000).optional(),
    path: z.string().min(1).max(2_000).optional(),
    mode: z.string().min(1).optional(),
  })
  .refine((act) => Object.values(act).some((value) => value !== undefined), {
    error: 'must name a tool, a command, a path or a mode',
  });

/** A text is the command where the rule has one, else the path, else the tool, else the mode. */
const Example = z.union([z.string().min(1).max(2_000), ExampleAct]);
export type Example = z.infer<typeof Example>;

/** A rule as a user writes it. All of its conditions must hold. */
export const RuleText = z.strictObject({
  /** Name of a tool; a `*` at its end stands for any ending. */
  tool: z.string().min(1).max(SHORT).optional(),
  /** Words that a command begins with: `git push`. */
  command: z.string().min(1).max(SHORT).optional(),
  /** Glob of files, from the root of the project. */
  path: z.string().min(1).max(SHORT).optional(),
  /** Mode of the run, whatever its case. */
  mode: z.string().min(1).max(SHORT).optional(),
  decision: Decision,
  /** One sentence for who is asked or refused. */
  reason: z.string().trim().min(1).max(500).regex(PLAIN, 'must be one line of plain text'),
  /** Acts that the rule means. */
  match: z.array(Example).min(1, 'needs at least one example').max(MOST_EXAMPLES),
  /** Acts that it does not mean. */
  notMatch: z.array(Example).max(MOST_EXAMPLES).default([]),
});
export type RuleText = z.infer<typeof RuleText>;

/** Name of a rule in a sentence: `git push`, `path infra/**`. */
export function ruleName({ tool, command, path, mode }: Partial<RuleText>): string {
  const named = { tool, command, path, mode };
  return Object.entries(named)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${JSON.stringify(value)}`]))
    .join(' and ');
}

export function exampleName(example: Example): string {
  return JSON.stringify(example);
}

/** The stricter of two decisions. */
export function stricter(one: Decision, other: Decision): Decision {
  return Decision.options.indexOf(one) >= Decision.options.indexOf(other) ? one : other;
}

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
