import type { Language } from '../run/input';
import { planSummary } from './commit';
import type { Next } from './moves';
import type { OpenTurn } from './state';

/** The commit that was approved: the policy is asked about its paths. */
export function commitEffect(
  { number, handlers, handled, isApproved }: OpenTurn,
  language: Language,
): Next['effect'] | undefined {
  const plan = handled?.commit;
  return (
    plan && {
      type: 'commit',
      label: `turn-${number}/${handlers}-commit`,
      plan,
      held: true,
      act: {
        tool: 'commit',
        summary: planSummary(plan, language),
        paths: [...plan.paths],
        ...(isApproved && { approved: true }),
      },
    }
  );
}
