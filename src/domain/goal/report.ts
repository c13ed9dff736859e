import type { Language } from '../run/input';
import { percent } from './evaluate';
import type { ItemOutcome, ToolOutcome } from './outcome';
import type { PlanStep, StepStatus } from './plan';
import type { GoalStatus, ResolvedReference } from './state';
import { wordsOf } from './words';
import type { GoalWords } from './words';
import type { GoalTool } from './tool-args';

/** Findings of a step, for people: one line a thing, or the lines of a text. */
export interface ShownLines {
  /** At most 20. */
  lines: string[];
  more: number;
}

/** Most lines of one step. */
const MOST_LINES = 20;
const LINE_CHARS = 300;

/** Tools whose answer is a text, line for line. */
const TEXTS: ReadonlySet<GoalTool> = new Set(['read', 'run']);

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
  /** Absent for a step that looks at nothing, or is not done. */
  found?: ShownLines;
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

export function reportMarkdown(report: GoalReport, language: Language = 'en'): string {
  const words = wordsOf(language).report;
  const { request, message, successRate, steps, goalCheck, references, conflicts, change } = report;
  return [
    `# ${request === undefined ? words.plan : oneLine(request)}`,
    '',
    `${message} (${percent(successRate)})`,
    ...(goalCheck ? ['', words.goal(goalCheck.holds, goalCheck.reason)] : []),
    ...section(
      words.phrases,
      references.map(({ phrase, path }) => `- "${oneLine(phrase)}": ${plainLine(path)}`),
    ),
    ...section(
      words.steps,
      steps.flatMap((step) => stepLines(step, words)),
    ),
    ...section(
      words.conflicts,
      conflicts.map(({ path, reason }) => `- ${plainLine(path)}: ${plainLine(reason)}`),
    ),
    ...(change === undefined || change === '' ? [] : section(words.changes, ['```', change, '```'])),
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

type Words = GoalWords['report'];

function stepLines(step: ReportedStep, words: Words): string[] {
  const { number, tool, description, status, done, total, reason, found, failed, durationMs } = step;
  const items = total > 1 || done < total ? `, ${words.of(done, total)}` : '';
  const seconds = words.seconds((durationMs / 1000).toFixed(1));
  return [
    `${number}. ${MARKS[status]} ${oneLine(description) || tool} (${tool}${items}, ${seconds})`,
    ...(reason === undefined ? [] : [`   - ${oneLine(reason)}`]),
    ...(found ? foundLines(tool, found, words) : []),
    ...failed
      .slice(0, MOST_FAILED)
      .map(({ path, reason: why = words.failed }) => `   - ${plainLine(path)}: ${oneLine(why)}`),
    ...(failed.length > MOST_FAILED ? [`   - ${words.more(failed.length - MOST_FAILED)}`] : []),
  ];
}

/** A text is quoted, so that none of it looks like a part of the report. */
function foundLines(tool: ReportedStep['tool'], { lines, more }: ShownLines, words: Words): string[] {
  const mark = findsText(tool) ? '>' : '-';
  const rows = lines.map((line) => `   ${mark} ${plainLine(line)}`);
  if (more > 0) return [...rows, `   ${mark} ${words.more(more)}`];
  return rows.length === 0 ? [`   - ${words.nothingFound}`] : rows;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** Keeps indentation; control characters would break a line or speak to the terminal. */
function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trimEnd();
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** True for a tool that answers with a text of a file or a command, and not with things. */
function findsText(tool: GoalTool): boolean {
  return TEXTS.has(tool);
}

/** Findings of a step that looks at something; undefined for one that changes or asks. */
export function foundBy(tool: GoalTool, outcome: ToolOutcome | undefined): ShownLines | undefined {
  if (!outcome) return undefined;
  switch (tool) {
    case 'locate':
    case 'find':
      return bounded(outcome.items.filter(({ ok }) => ok).map(lineOf));
    case 'list':
      return listed(outcome);
    case 'read':
    case 'run':
      return bounded(linesOf(outcome.text));
    default:
      return undefined;
  }
}

function lineOf({ path, reason }: ToolOutcome['items'][number]): string {
  return reason === undefined ? path : `${path}: ${reason}`;
}

/** Rows of a listing below its head, with sizes and times; the text may hold fewer rows than there are items. */
function listed({ text, items }: ToolOutcome): ShownLines {
  const rows = linesOf(text).slice(1, items.length + 1);
  const shown = bounded(rows);
  return { ...shown, more: Math.max(0, items.length - shown.lines.length) };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function bounded(lines: readonly string[]): ShownLines {
  const shown = lines.slice(0, MOST_LINES);
  return { lines: shown.map(cut), more: lines.length - shown.length };
}

function cut(line: string): string {
  return line.length <= LINE_CHARS
    ? line
    : `${line.slice(0, LINE_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
