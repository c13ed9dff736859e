import { standText, usageText } from '../../domain/run/budget-report';
import { isFailure, outcomeText } from '../../domain/run/outcomes';
import type { GoalResult } from '../../domain/goal/result';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import type { Output } from './output';
import { pathList } from './render';

/** Exit code of a run of a goal. */
export function goalExit({ status }: GoalResult): ExitCode {
  return isFailure('goal', status) || status === 'rejected' ? EXIT.notHealed : EXIT.healed;
}

/** Result of a run for people; `report` is its report in Markdown. */
export function renderGoal(
  result: GoalResult,
  report: string | undefined,
  output: Output,
  webUrl?: string,
): string {
  const { status, message, timings, usage, budget, taskId, published, conflicts } = result;
  const isGood = goalExit(result) === EXIT.healed;
  const mark = isGood ? output.paint('green', '✔') : output.paint('red', '✘');
  const lines = [`${mark} ${output.paint('bold', outcomeText('goal', status))}: ${message}`];
  const sections = report?.split('\n').slice(3).join('\n').trim();
  if (sections) lines.push('', sections);
  if (conflicts.length > 0)
    lines.push(
      '',
      `In conflict: ${pathList(conflicts)}.`,
      ...(published ? [] : [inCallersWords(`Publish the rest with: kintsugi publish ${taskId} --partial`)]),
    );
  if (published) lines.push('', inCallersWords(`Undo with: kintsugi rollback ${taskId}`));
  lines.push('', `${(timings.workMs / 1000).toFixed(1)} s, run ${taskId}`);
  const used = usageText(usage);
  if (used !== undefined) lines.push(used);
  if (budget) lines.push(`budget: ${standText(budget)} spent`);
  if (webUrl !== undefined) lines.push(webUrl);
  return lines.join('\n');
}
