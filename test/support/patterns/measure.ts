/** Runs patterns on texts, each under a deadline. */
import vm from 'node:vm';
import { hostileTexts, type Hostile } from './hostile';

/** A pattern that took too long, and on what. */
export interface Slow {
  recipe: string;
  ms: number;
}

/** A run that lasts longer is ended: a bad pattern fails, and hangs nothing. */
const DEADLINE_MS = 500;

/**
 * Applies a pattern as it is used: one that is global to all matches, a sticky one at each place where the one before
 * ended (or after it), any other once.
 */
const APPLY = `(pattern, text) => {
  if (pattern.global) return text.replace(pattern, '').length;
  if (!pattern.sticky) return pattern.test(text);
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    at = pattern.test(text) ? Math.max(pattern.lastIndex, at + 1) : at + 1;
  }
}`;

const context = vm.createContext({ task: undefined as unknown });
const script = new vm.Script(`(${APPLY})(new RegExp(task.source, task.flags), task.text)`);

/** CPU time of one run, ms; `DEADLINE_MS` where it did not end. */
export function cpuTime(source: string, flags: string, text: string): number {
  context.task = { source, flags, text };
  const start = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: DEADLINE_MS });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return DEADLINE_MS;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The texts on which the pattern takes longer than `limit` ms, also when asked a second time. */
export function slowOn(source: string, flags: string, size: number, limit: number): Slow[] {
  const isSlow = ({ text }: Hostile): boolean => cpuTime(source, flags, text) > limit;
  const slow: Slow[] = [];
  for (const one of hostileTexts(source, flags, size)) {
    if (!isSlow(one) || !isSlow(one)) continue;
    slow.push({ recipe: one.recipe, ms: cpuTime(source, flags, one.text) });
    break;
  }
  return slow;
}
