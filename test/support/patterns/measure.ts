/** Runs patterns on hostile texts, each under a deadline. */
import vm from 'node:vm';
import { isBounded } from './bounded';
import { hostileTexts, type Hostile } from './hostile';

/** A text on which a pattern is slow. */
export interface Slow {
  recipe: string;
  ms: number;
}

/** Characters of a text, and the CPU time that it may take, ms. */
export const FULL = { size: 65_536, limitMs: 100 };
/**
 * Texts that are tried first are a sixteenth as long: quadratic time of 64 ms at full length is 0.25 ms here. Whatever takes
 * that long, by chance as well, is measured at a fourth of the length too, and from there on at full length where that may
 * take too long.
 */
const SHORT = { size: FULL.size / 16, limitMs: 0.25 };
const MIDDLE = { size: FULL.size / 4 };
/** A run that lasts longer is ended: a bad pattern fails, and hangs nothing. At full length a busy machine may take its time. */
const DEADLINE_MS = 1_000;
const FULL_DEADLINE_MS = 3 * DEADLINE_MS;

/**
 * Applies a pattern as it is used: one that is global to all matches, a sticky one at each place where the one before
 * ended (or after it), any other once.
 */
const APPLY = `(({ source, flags, texts, now }) => {
  const pattern = new RegExp(source, flags);
  const apply = (text) => {
    if (pattern.global) return text.replace(pattern, '').length;
    if (!pattern.sticky) return pattern.test(text);
    for (let at = 0; at < text.length; ) {
      pattern.lastIndex = at;
      at = pattern.test(text) ? Math.max(pattern.lastIndex, at + 1) : at + 1;
    }
  };
  return texts.map((text) => {
    const start = now();
    apply(text);
    return now() - start;
  });
})(task)`;

/** Time of this thread on a processor, ms: what runs beside it makes no pattern slow. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const context = vm.createContext({ task: undefined as unknown });
const script = new vm.Script(APPLY);

/** Times of one pattern on several texts, ms; undefined where they did not end in time. */
function timesOf(
  { source, flags }: { source: string; flags: string },
  texts: readonly string[],
  timeout = DEADLINE_MS,
): number[] | undefined {
  context.task = { source, flags, texts, now: cpu };
  try {
    return script.runInContext(context, { timeout }) as number[];
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  }
}

/**
 * Time of a pattern on a text, ms, where it may be too long. Its times on a sixteenth and a fourth of the text tell the parts
 * that are linear and quadratic. Cubic time is more than they let expect, so that growth alone is enough for a measurement.
 * What takes too long on a part of the text is not measured on all of it.
 */
function suspectTime(pattern: { source: string; flags: string }, { make }: Hostile): number | undefined {
  const at = (size: number): { ms: number; isWhole: boolean } => {
    const text = make(size);
    const before = cpu();
    const ms = timesOf(pattern, [text])?.[0];
    // The deadline is one of the clock on the wall: what it ends may have had little of the processor.
    return { ms: ms ?? cpu() - before, isWhole: ms !== undefined };
  };
  const short = at(SHORT.size);
  if (short.ms > FULL.limitMs) return short.ms;
  const middle = at(MIDDLE.size);
  if (middle.ms > FULL.limitMs) return middle.ms;
  const expected = 20 * middle.ms - 64 * short.ms;
  const isSuspect =
    !(short.isWhole && middle.isWhole) ||
    expected > 0.8 * FULL.limitMs ||
    middle.ms > 0.4 * FULL.limitMs ||
    middle.ms > 6 * short.ms;
  return isSuspect ? cpuTime(pattern, make(FULL.size)) : undefined;
}

/** CPU time of a pattern on a text, ms. One that is a little too long is taken again: a busy machine may have disturbed it. */
function cpuTime(pattern: { source: string; flags: string }, text: string): number {
  const once = (): number => timesOf(pattern, [text], FULL_DEADLINE_MS)?.[0] ?? FULL_DEADLINE_MS;
  const first = once();
  const isClear = first <= FULL.limitMs || first >= FULL_DEADLINE_MS;
  return isClear ? first : Math.min(first, once());
}

/** The first text on which a pattern takes more than it may; undefined where there is none. */
export function slowOn(pattern: { source: string; flags: string }): Slow | undefined {
  if (isBounded(pattern)) return undefined;
  const texts = hostileTexts(pattern.source, pattern.flags);
  const short = texts.map(({ make }) => make(SHORT.size));
  const times = timesOf(pattern, short);
  const isSuspect = ({ plain }: Hostile, index: number): boolean =>
    plain || times === undefined || (times[index] ?? Infinity) > SHORT.limitMs;
  for (const text of texts.filter(isSuspect)) {
    const ms = text.plain ? cpuTime(pattern, text.make(FULL.size)) : suspectTime(pattern, text);
    if (ms !== undefined && ms > FULL.limitMs) return { recipe: text.recipe, ms };
  }
  return undefined;
}
