import type { Language } from '../run/input';
import { chinese } from './progress/chinese';
import { english } from './progress/english';
import { korean } from './progress/korean';
import type { GoalPhase, ProgressLines } from './progress/lines';
import { TOOL_ARGS, type GoalTool, type ToolArgs } from './tool-args';

const LINES: Readonly<Record<Language, ProgressLines>> = { en: english, ko: korean, zh: chinese };

/** One friendly line about a step that is under way, in the user's language: `논문 폴더를 살펴보는 중...`. */
export function progressLine<T extends GoalTool>(tool: T, args: object, language: Language): string {
  const checked = TOOL_ARGS[tool].safeParse(args);
  return checked.success ? LINES[language].tools[tool](checked.data as ToolArgs<T>) : `${tool}…`;
}

/** One friendly line about the work between steps: `계획을 수립하는 중...`. */
export function phaseLine(phase: GoalPhase, language: Language): string {
  return LINES[language].phases[phase];
}

/** A line with the number of its step, from 1: `Step 2 of 5: …`. */
export function stepLine(number: number, of: number, line: string, language: Language): string {
  return LINES[language].step(number, of, line);
}
