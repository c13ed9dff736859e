import { firstLine } from '../../../domain/text';
import { defineTool } from '../tool';
import type { DataContext } from './context';
import { codeFacts } from './facts';
import { measure } from './measure';
import { rewrite, RewriteInput, RewriteOutput, rewriteQuestion } from './rewrite';
import { NO_DATA } from './run-function';
import { differentResult } from './same-results';

const AIM = 'Make the function faster: better algorithms, less work, fewer copies. Change nothing else.';
/** Part of the time that has to be saved: less is chance. */
const LEAST_GAIN = 0.1;

/** Makes code faster: the same result for the test data, and measured. */
export const optimizeCode = defineTool<DataContext>()({
  name: 'optimizeCode',
  description:
    'Makes working code faster. Refused unless the new code returns the same for the test data and is measured to be faster.',
  input: RewriteInput,
  output: RewriteOutput,
  kind: 'write',
  activity: 'model',
  summary: ({ functionName }) => `make ${firstLine(functionName, 60)} faster`,
  question: (context, input) => Promise.resolve(rewriteQuestion(context, AIM, input)),
  run: async (context, input) => {
    if (context.task.data === undefined) return { code: input.code, success: false, message: NO_DATA };
    return rewrite(context, AIM, input, async (code) => {
      const difference = await differentResult(context, input.functionName, input.code, code);
      if (difference !== undefined) return { refused: difference };
      const times = await measure(context, input.functionName, input.code, code);
      if (!times)
        return { refused: 'The time of the code could not be measured: it is too short or too long.' };
      const said = `${text(times.before)} before, ${text(times.after)} after`;
      return times.after <= times.before * (1 - LEAST_GAIN)
        ? { message: `The code is faster: ${said} a call.` }
        : { refused: `The new code is not faster: ${said} a call.` };
    });
  },
  facts: (context, _, { code, success }) => (success ? codeFacts(context, code) : Promise.resolve(undefined)),
});

const text = (ms: number): string => `${ms.toPrecision(3)} ms`;
