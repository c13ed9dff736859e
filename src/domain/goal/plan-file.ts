import { Plan } from './plan';

/** Name under which a plan is edited while it is approved. */
export const PLAN_FILE = 'plan.json';

/** A stored plan as a user edits it: the array of steps that `--plan` takes. */
export function givenPlanText(stored: string): string {
  const { steps } = Plan.parse(JSON.parse(stored));
  const given = steps.map(({ description, tool, args, maxAttempts }) => ({
    ...(description !== '' && { description }),
    tool,
    args,
    maxAttempts,
  }));
  return `${JSON.stringify(given, null, 2)}\n`;
}
