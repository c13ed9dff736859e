import { z } from 'zod';
import { firstIssue } from '../issue-words';
import type { BlobHash } from '../ids';
import { said } from '../saying';
import { excerpt } from '../text';
import { findPlace } from './places';
import { GoalTool, TOOL_ARGS, type FromStep, type ToolArgs } from './tool-args';
import { PROBLEM_WORDS } from './problem-words';
import { wordsOf } from './words';
import { globProblem } from '../files/globs';
import type { Language } from '../run/input';

/** Facts that arguments are checked against besides their form. */
interface ArgsFacts {
  /** True for words that name a time. Absent: all do. */
  readsTime?(words: string): boolean;
  language: Language;
}

/** Most steps of a plan. */
export const MOST_STEPS = 1_000;
/** Most characters of all commands of a plan: the run carries them, for its policy to read. */
const MOST_COMMANDS = 32_000;

/** A step as a model or a user gives it. */
export const GivenStep = z.strictObject({
  description: z.string().max(2_000).optional(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()).default({}),
  maxAttempts: z.number().int().min(1).max(20).optional(),
});
export type GivenStep = z.infer<typeof GivenStep>;

/** A plan as a model or a user gives it: a JSON array of steps. */
export const GivenPlan = z.array(GivenStep).min(1).max(MOST_STEPS);
export type GivenPlan = z.infer<typeof GivenPlan>;

/** How a step stands. */
export const StepStatus = z.enum(['todo', 'in_progress', 'done', 'failed', 'rolled_back', 'replaced']);
export type StepStatus = z.infer<typeof StepStatus>;

export const PlanStep = z.object({
  /** From 1; a new plan goes on counting. */
  number: z.number().int(),
  description: z.string(),
  tool: GoalTool,
  args: z.record(z.string(), z.unknown()),
  maxAttempts: z.number().int().optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

export const Plan = z.object({ version: z.literal(1), steps: z.array(PlanStep) });
export type Plan = z.infer<typeof Plan>;

/** A step as the run carries it; its arguments are in the stored plan. */
export interface PlanRow {
  readonly tool: GoalTool;
  /** One friendly line: `Looking through the papers folder…` */
  readonly line: string;
  readonly maxAttempts?: number;
  /** Numbers of the steps whose items it takes. */
  readonly uses?: readonly number[];
  /** Of the tool `run`. */
  readonly command?: string;
}

/** A stored plan with the rows that a run carries. */
export interface MadePlan {
  readonly plan: BlobHash;
  readonly rows: readonly PlanRow[];
}

/** Facts that a plan is checked against. */
export interface PlanFacts extends ArgsFacts {
  /** Real paths of the roots. */
  roots: readonly string[];
  /** Steps before the first of these: their numbers go on, and their items can be taken. */
  earlier: readonly Pick<PlanStep, 'tool'>[];
  /** Absent tools, with the reason. */
  missing?: Readonly<Partial<Record<GoalTool, string>>>;
}

/** Steps of a plan that can be carried out, or the first thing that is wrong with it, in one sentence. */
export type CheckedPlan = { steps: readonly PlanStep[] } | { problem: string };

/** Checks a plan before it runs: known tools, valid arguments, paths inside the roots, items of earlier steps only. */
export function checkPlan(given: unknown, facts: PlanFacts): CheckedPlan {
  const words = PROBLEM_WORDS[facts.language];
  const parsed = GivenPlan.safeParse(given);
  if (!parsed.success) {
    const { where, message } = firstIssue(parsed.error);
    return { problem: words.plan([where, message].filter(Boolean).join(': ')) };
  }
  const steps: PlanStep[] = [];
  for (const one of parsed.data) {
    const before = [...facts.earlier, ...steps];
    const checked = checkStep(one, before.length + 1, { ...facts, earlier: before });
    if ('problem' in checked) return checked;
    steps.push(checked.step);
  }
  const commands = steps.reduce((sum, step) => sum + (commandOf(step)?.length ?? 0), 0);
  if (commands > MOST_COMMANDS) return { problem: words.commands(commands, MOST_COMMANDS) };
  return { steps };
}

export function checkStep(
  { tool, args, description = '', maxAttempts }: GivenStep,
  number: number,
  facts: PlanFacts,
): { step: PlanStep } | { problem: string } {
  const words = PROBLEM_WORDS[facts.language];
  const wrong = (problem: string) => ({ problem: words.step(number, problem) });
  const known = GoalTool.safeParse(tool);
  if (!known.success) return wrong(words.noTool(JSON.stringify(tool), GoalTool.options.join(', ')));
  const missing = facts.missing?.[known.data];
  if (missing !== undefined) return wrong(missing);
  const parsed = TOOL_ARGS[known.data].safeParse(args);
  if (!parsed.success) {
    const { where, message } = firstIssue(parsed.error);
    return wrong(words.args(tool, [where, message].filter(Boolean).join(': ')));
  }
  const problem = itemsProblem(parsed.data, number, facts) ?? pathsProblem(parsed.data, facts);
  if (problem !== undefined) return wrong(problem);
  const useless = argsProblem(known.data, parsed.data, facts);
  if (useless !== undefined) return wrong(`${useless}${wordsOf(facts.language).stop}`);
  return { step: { number, description, tool: known.data, args: parsed.data, maxAttempts } };
}

/** Tools whose calls give nothing that a later step can take. */
const GIVES_NOTHING: ReadonlySet<GoalTool> = new Set(['ask', 'delete']);

function itemsProblem(args: object, number: number, { earlier, language }: PlanFacts): string | undefined {
  const words = PROBLEM_WORDS[language];
  for (const used of usesOf(args)) {
    const tool = earlier[used - 1]?.tool;
    if (used >= number || tool === undefined) return words.notBefore(used);
    if (GIVES_NOTHING.has(tool)) return words.givesNone(used, tool);
  }
  return undefined;
}

const PATH_ARGS: ReadonlySet<string> = new Set(['path', 'to', 'items', 'data', 'out']);

function pathsProblem(args: object, { roots, language }: PlanFacts): string | undefined {
  for (const [name, value] of Object.entries(args)) {
    if (!PATH_ARGS.has(name)) continue;
    for (const path of [value].flat()) {
      if (typeof path !== 'string') continue;
      const place = findPlace(roots, path);
      if ('problem' in place) return said(wordsOf(language).files, place.problem);
    }
  }
  return undefined;
}

/** Numbers of the steps whose items the arguments take, each once. */
export function usesOf(args: object): number[] {
  const found = Object.values(args)
    .flat()
    .filter((value): value is FromStep => isFromStep(value))
    .map(({ fromStep }) => fromStep);
  return [...new Set(found)];
}

/** True if an argument stands for the items of an earlier step. */
export function isFromStep(value: unknown): value is FromStep {
  return typeof value === 'object' && value !== null && typeof (value as FromStep).fromStep === 'number';
}

function commandOf({ tool, args }: PlanStep): string | undefined {
  return tool === 'run' ? String(args['command']) : undefined;
}

const LINE_CHARS = 80;

/** The row of a step; `line` says in a friendly way what it is at. */
export function rowOf(step: PlanStep, line: string): PlanRow {
  const { tool, args, maxAttempts } = step;
  const uses = usesOf(args);
  const command = commandOf(step);
  return {
    tool,
    line: excerpt(line, LINE_CHARS),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(uses.length > 0 && { uses }),
    ...(command !== undefined && { command }),
  };
}

/** Reason why arguments of the right form could do nothing, without a full stop; undefined where they could. */
export function argsProblem(tool: GoalTool, args: object, facts: ArgsFacts): string | undefined {
  if (tool === 'find') return findProblem(args as ToolArgs<'find'>, facts);
  const { name } = args as { name?: unknown };
  return name === '.' || name === '..' ? PROBLEM_WORDS[facts.language].noName(name) : undefined;
}

function findProblem(args: ToolArgs<'find'>, { readsTime, language }: ArgsFacts): string | undefined {
  const words = PROBLEM_WORDS[language];
  const { name, content, type, minBytes, maxBytes, from, to, when } = args;
  const broken = name === undefined ? undefined : globProblem(name);
  if (broken !== undefined) return words.pattern(JSON.stringify(name), broken);
  for (const text of [from, to])
    if (text !== undefined && Number.isNaN(timeMs(text))) return words.noTime(JSON.stringify(text));
  if (from !== undefined && to !== undefined && timeMs(from) >= timeMs(to)) return words.emptyTime(from, to);
  if (minBytes !== undefined && maxBytes !== undefined && minBytes > maxBytes)
    return words.emptySize(minBytes, maxBytes);
  if (type === 'folder' && (content !== undefined || minBytes !== undefined || maxBytes !== undefined))
    return words.folders;
  if (when !== undefined && readsTime?.(when) === false) return words.unreadTime(JSON.stringify(when));
  return undefined;
}

/** Time of a search, ms; a day without a time begins at midnight here. NaN for what is no time. */
export function timeMs(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00` : text);
}
