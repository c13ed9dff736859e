import { metricsOf } from '../../static-checks';
import { isBetter, metricsText } from '../../static-checks/metrics';
import { rewriteTool } from './rewrite';
import { differentResult } from './same-results';

/** Makes the structure of code simpler: the same result for the test data, and better measures. */
export const refactorCode = rewriteTool({
  name: 'refactorCode',
  description:
    'Makes the structure of working code simpler. Refused unless the new code returns the same for the test data, and complexity, nesting and length of functions are better.',
  aim: 'Make the structure of the code simpler: shorter functions, fewer branches, less nesting. It returns the same as before.',
  summary: (functionName) => `simplify ${functionName}`,
  needsData: true,
  check: async (context, input, code) => {
    const [before, after] = [metricsOf(input.code), metricsOf(code)];
    if (!before || !after) return { refused: 'The code is nested too deeply to be measured.' };
    const said = `${metricsText(before)} before, ${metricsText(after)} after`;
    if (!isBetter(after, before)) return { refused: `The new code is not simpler: ${said}.` };
    const difference = await differentResult(context, input.functionName, input.code, code);
    return difference === undefined ? { message: `The code is simpler: ${said}.` } : { refused: difference };
  },
});
