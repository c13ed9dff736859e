import type { Language } from '../run/input';
import { chinese } from './progress/chinese';
import { english } from './progress/english';
import { korean } from './progress/korean';
import type { GoalPhase, ProgressLines } from './progress/lines';
import type { GoalTool, ToolArgs } from './tool-args';

const LINES: Record<Language, ProgressLines> = { en: english, ko: korean, zh: chinese };

/** One friendly line about a step that is under way, in the user's language: `논문 폴더를 살펴보는 중...`. */
export function progressLine<T extends GoalTool>(tool: T, args: ToolArgs<T>, language: Language): string {
  return LINES[language].tools[tool](args);
}

/** One friendly line about the work between steps: `계획을 수립하는 중...`. */
export function phaseLine(phase: GoalPhase, language: Language): string {
  return LINES[language].phases[phase];
}
