import { percent } from './evaluate';
import type { ItemOutcome } from './outcome';
import type { PlanStep, StepStatus } from './plan';
import type { GoalStatus, ResolvedReference } from './state';

/** A step in the report of a run. */
export interface ReportedStep extends Pick<PlanStep, 'number' | 'tool' | 'description'> {
  status: StepStatus;
  attempts: number;
  done: number;
  total: number;
  durationMs: number;
  /** Why it failed. */
  reason?: string;
  /** First lines of what it says. */
  text: string;
  /** Items that failed, each with its reason. */
  failed: ItemOutcome[];
}

/** Report of a run for people and programs. */
export interface GoalReport {
  version: 1;
  taskId: string;
  request?: string;
  status: GoalStatus;
  message: string;
  /** Share of steps that are done, 0 to 1. */
  successRate: number;
  steps: ReportedStep[];
  references: readonly ResolvedReference[];
  goalCheck?: { readonly holds: boolean; readonly reason: string };
  conflicts: readonly { path: string; reason: string }[];
  /** The change as people see it, an excerpt. */
  change?: string;
  published: boolean;
}

const MOST_FAILED = 50;

/** The report in Markdown. */
export function reportMarkdown(report: GoalReport): string {
  const { request, message, successRate, steps, goalCheck, references, conflicts, change } = report;
  return [
    `# ${request === undefined ? 'Plan' : oneLine(request)}`,
    '',
    `${message} (${percent(successRate)})`,
    ...(goalCheck ? ['', `Goal ${goalCheck.holds ? 'reached' : 'not reached'}: ${goalCheck.reason}`] : []),
    ...section(
      'What phrases meant',
      references.map(({ phrase, path }) => `- "${phrase}": ${path}`),
    ),
    ...section('Steps', steps.flatMap(stepLines)),
    ...section(
      'Conflicts',
      conflicts.map(({ path, reason }) => `- ${path}: ${reason}`),
    ),
    ...(change === undefined || change === '' ? [] : section('Changes', ['```', change, '```'])),
    '',
  ].join('\n');
}

const MARKS: Readonly<Record<StepStatus, string>> = {
  done: '✔',
  failed: '✘',
  todo: '○',
  in_progress: '○',
  rolled_back: '↩',
  replaced: '↷',
};

function stepLines({
  number,
  tool,
  description,
  status,
  done,
  total,
  reason,
  failed,
  durationMs,
}: ReportedStep): string[] {
  const items = total > 1 || done < total ? `, ${done} of ${total}` : '';
  const seconds = (durationMs / 1000).toFixed(1);
  return [
    `${number}. ${MARKS[status]} ${oneLine(description) || tool} (${tool}${items}, ${seconds} s)`,
    ...(reason === undefined ? [] : [`   - ${oneLine(reason)}`]),
    ...failed
      .slice(0, MOST_FAILED)
      .map(({ path, reason: why = 'it failed' }) => `   - ${path}: ${oneLine(why)}`),
    ...(failed.length > MOST_FAILED ? [`   - … and ${failed.length - MOST_FAILED} more`] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
