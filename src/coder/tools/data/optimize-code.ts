import { rewriteTool } from './rewrite';
import { LIMITS, type RunDeps } from './run-function';
import { differentResult } from './same-results';
import { normalCode } from '../../static-checks/source';
import { inputOf } from '../../../datasets';
import { ALLOWED_LIBRARIES } from './code-block';

/** A measurement that is shorter says more of the machine than of the code, ms. */
const LEAST_MS = 60;
const ROUNDS = 3;
const MOST_REPEATS = 100_000;
/** Copies of the data that take longer hide what a quick function takes, ms. */
const MOST_IDLE_MS = 2_000;

/** Times of two versions of a function with the test data, ms a call. */
interface Times {
  before: number;
  after: number;
}

const REPEATED = 'kintsugiRepeated';

/** Each call gets a copy of the data of its own, so that none profits from another. */
const repeating = (code: string, name: string): string => `${code}
;export async function ${REPEATED}(data: unknown, repeats: number): Promise<number> {
  for (let done = 0; done < repeats; done += 1) await (${name} as (given: unknown) => unknown)(structuredClone(data));
  return repeats;
}
`;

/** Does nothing: what a call takes beside the code. */
const idle = (name: string): string => `export function ${name}(): void {}\n`;

/**
 * Measures two versions in turn, outside of the isolate: code can't change the clock. The best of three each; undefined
 * where one does not run or both are too quick. How often a call is repeated is foretold from a shorter run, as Go's `testing.B` does.
 */
async function measure(
  deps: RunDeps,
  functionName: string,
  before: string,
  after: string,
): Promise<Times | undefined> {
  const round = async (repeats: number, best = NO_TIMES): Promise<Round | undefined> => {
    const times = { ...best };
    for (const [version, code] of Object.entries({ before, after, idle: idle(functionName) })) {
      const ms = await timeOf(deps, functionName, code, repeats);
      if (ms === undefined) return undefined;
      const key = version as keyof Round;
      times[key] = Math.min(times[key], ms);
    }
    return times;
  };
  for (let repeats = 1; ;) {
    let best = await round(repeats);
    // What a busy machine made slow once is quick in another round.
    for (let more = 1; more < ROUNDS && best && slower(best) >= LEAST_MS; more += 1)
      best = await round(repeats, best);
    if (!best) return undefined;
    if (slower(best) >= LEAST_MS)
      return { before: net(best, 'before') / repeats, after: net(best, 'after') / repeats };
    if (repeats >= MOST_REPEATS || best.idle > MOST_IDLE_MS) return undefined;
    repeats = moreRepeats(repeats, slower(best));
  }
}

/** Times of one round, ms. */
interface Round extends Times {
  idle: number;
}

const NO_TIMES: Round = { before: Infinity, after: Infinity, idle: Infinity };

const net = (times: Round, version: keyof Times): number => Math.max(times[version] - times.idle, 0);

/** The slower one decides, so that it ends within its time. */
const slower = (times: Round): number => Math.max(net(times, 'before'), net(times, 'after'));

/** A fifth more than the time asks for, and at most a hundred times as often: a short run tells little. */
function moreRepeats(repeats: number, ms: number): number {
  const foretold = Math.ceil((repeats * LEAST_MS * 1.2) / Math.max(ms, 0.01));
  return Math.min(Math.max(foretold, repeats + 1), repeats * 100, MOST_REPEATS);
}

async function timeOf(
  { sandbox, signal, blobs, task }: RunDeps,
  functionName: string,
  code: string,
  repeats: number,
): Promise<number | undefined> {
  if (task.data === undefined) return undefined;
  const source = repeating(normalCode(code), functionName);
  const call = { source, name: REPEATED, args: [repeats], libraries: [...ALLOWED_LIBRARIES], limits: LIMITS };
  const outcome = await sandbox.callFunction(call, inputOf(blobs, task.data), signal);
  return outcome.success ? outcome.ms : undefined;
}

/** Part of the time that has to be saved: less is chance. */
const LEAST_GAIN = 0.1;

/** Makes code faster: the same result for the test data, and measured. */
export const optimizeCode = rewriteTool({
  name: 'optimizeCode',
  description:
    'Makes working code faster. Refused unless the new code returns the same for the test data and is measured to be faster.',
  aim: 'Make the function faster: better algorithms, less work, fewer copies. Change nothing else.',
  summary: (functionName) => `make ${functionName} faster`,
  needsData: true,
  check: async (context, input, code) => {
    const difference = await differentResult(context, input.functionName, input.code, code);
    if (difference !== undefined) return { refused: difference };
    const times = await measure(context, input.functionName, input.code, code);
    if (!times)
      return { refused: 'The time of the code could not be measured: it is too short or too long.' };
    const said = `${text(times.before)} before, ${text(times.after)} after`;
    return times.after <= times.before * (1 - LEAST_GAIN)
      ? { message: `The code is faster: ${said} a call.` }
      : { refused: `The new code is not faster: ${said} a call.` };
  },
});

const text = (ms: number): string => `${ms.toPrecision(3)} ms`;
