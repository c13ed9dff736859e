import { firstLine } from '../../../domain/text';
import { metricsOf } from '../../static-checks';
import { isBetter, metricsText } from '../../static-checks/metrics';
import { defineTool } from '../tool';
import type { DataContext } from './context';
import { codeFacts } from './facts';
import { rewrite, RewriteInput, RewriteOutput, rewriteQuestion } from './rewrite';
import { NO_DATA } from './run-function';
import { differentResult } from './same-results';

const AIM =
  'Make the structure of the code simpler: shorter functions, fewer branches, less nesting. It returns the same as before.';

/** Makes the structure of code simpler: the same result for the test data, and better measures. */
export const refactorCode = defineTool<DataContext>()({
  name: 'refactorCode',
  description:
    'Makes the structure of working code simpler. Refused unless the new code returns the same for the test data, and complexity, nesting and length of functions are better.',
  input: RewriteInput,
  output: RewriteOutput,
  kind: 'write',
  activity: 'model',
  summary: ({ functionName }) => `simplify ${firstLine(functionName, 60)}`,
  question: (context, input) => Promise.resolve(rewriteQuestion(context, AIM, input)),
  run: async (context, input) => {
    if (context.task.data === undefined) return { code: input.code, success: false, message: NO_DATA };
    return rewrite(context, AIM, input, async (code) => {
      const [before, after] = [metricsOf(input.code), metricsOf(code)];
      if (!before || !after) return { refused: 'The code is nested too deeply to be measured.' };
      const said = `${metricsText(before)} before, ${metricsText(after)} after`;
      if (!isBetter(after, before)) return { refused: `The new code is not simpler: ${said}.` };
      const difference = await differentResult(context, input.functionName, input.code, code);
      return difference === undefined
        ? { message: `The code is simpler: ${said}.` }
        : { refused: difference };
    });
  },
  facts: (context, _, { code, success }) => (success ? codeFacts(context, code) : Promise.resolve(undefined)),
});
