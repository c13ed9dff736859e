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
/** A run that takes more of a processor is ended: a bad pattern fails, and hangs nothing. */
const DEADLINE_MS = 500;

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
): number[] | undefined {
  context.task = { source, flags, texts, now: cpu };
  for (let timeout = DEADLINE_MS; ;) {
    const before = cpu();
    try {
      return script.runInContext(context, { timeout }) as number[];
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      // The clock on the wall ended it, which on a busy machine may have had little of the processor.
      const used = cpu() - before;
      if (used > DEADLINE_MS / 2) return undefined;
      timeout = Math.ceil((timeout * DEADLINE_MS) / Math.max(1, used));
    }
  }
}

/**
 * Time of a pattern on a text, ms, where it may be too long. Its times on a sixteenth and a fourth of the text tell the parts
 * that are linear and quadratic. Cubic time is more than they let expect, so that growth alone is enough for a measurement.
 * What takes too long on a part of the text is not measured on all of it.
 */
function suspectTime(pattern: { source: string; flags: string }, { make }: Hostile): number | undefined {
  const short = timeOf(pattern, make(SHORT.size));
  if (short > FULL.limitMs) return short;
  const middle = timeOf(pattern, make(MIDDLE.size));
  if (middle > FULL.limitMs) return middle;
  const expected = 20 * middle - 64 * short;
  const isSuspect = expected > 0.8 * FULL.limitMs || middle > 0.4 * FULL.limitMs || middle > 6 * short;
  return isSuspect ? cpuTime(pattern, make(FULL.size)) : undefined;
}

/** CPU time of a pattern on a text, ms. One that is a little too long is taken again: a busy machine may have disturbed it. */
function cpuTime(pattern: { source: string; flags: string }, text: string): number {
  const first = timeOf(pattern, text);
  const isClear = first <= FULL.limitMs || first >= DEADLINE_MS;
  return isClear ? first : Math.min(first, timeOf(pattern, text));
}

/** CPU time of a pattern on a text, ms; the deadline where it does not end before. */
function timeOf(pattern: { source: string; flags: string }, text: string): number {
  return timesOf(pattern, [text])?.[0] ?? DEADLINE_MS;
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
