/** Rewriting of code with one aim, by a model: believed only where the code is shown to do the same. */
import { z } from 'zod';
import { clip } from '../../material';
import type { Question } from '../../../model';
import { renderPrompt } from '../../prompts';
import { codeOf, withoutForeignImports } from './code-block';
import { firstLine } from '../../../domain/text';
import { defineTool } from '../tool';
import { NO_DATA } from './run-function';
import { codeFacts, callOptions, type DataContext, type QuestionContext } from './context';
import { metricsOf } from '../../static-checks';
import { isBetter, metricsText } from '../../static-checks/metrics';
import { differentResult } from './same-results';

const RewriteInput = z.object({
  code: z.string().min(1).describe('The code'),
  functionName: z.string().min(1).describe('Name of the function'),
});
type RewriteInput = z.infer<typeof RewriteInput>;

/** Code after a rewrite; the code given, where it was refused. */
const RewriteOutput = z.object({ code: z.string(), success: z.boolean(), message: z.string() });
type RewriteOutput = z.infer<typeof RewriteOutput>;

const MOST_CODE_CHARS = 60_000;

function rewriteQuestion(
  { task }: QuestionContext,
  aim: string,
  { code, functionName }: RewriteInput,
): Question {
  return {
    purpose: 'code',
    messages: () =>
      Promise.resolve(
        renderPrompt('agent.rewrite.v1', {
          aim,
          functionName,
          data: task.dataText ?? '(none)',
          code: clip(code, MOST_CODE_CHARS),
        }),
      ),
  };
}

/** Asks for a rewrite; `check` says in one sentence why it is not believed, or what it is praised for. */
async function rewrite(
  context: DataContext,
  aim: string,
  input: RewriteInput,
  check: (code: string) => Promise<Verdict>,
): Promise<RewriteOutput> {
  const refused = (message: string): RewriteOutput => ({ code: input.code, success: false, message });
  const { purpose, messages } = rewriteQuestion(context, aim, input);
  const reply = await context.model.text({ ...callOptions(context), purpose, messages: await messages(0) });
  if (!reply.ok) return refused(`The reply cannot be used: ${context.redact(reply.error)}`);
  const found = codeOf(reply.text);
  if (found === undefined) return refused('The reply holds no code.');
  const { code, removed } = withoutForeignImports(found);
  if (removed.length > 0)
    return refused(`It imports what is not allowed: ${removed.join(', ').slice(0, 200)}.`);
  const verdict = await check(code);
  return 'refused' in verdict
    ? refused(context.redact(verdict.refused))
    : { code, success: true, message: verdict.message };
}

type Verdict = { refused: string } | { message: string };

/** Cases that tools which rewrite code tell apart. */
interface Rewriting {
  name: string;
  description: string;
  /** For the model. */
  aim: string;
  summary(functionName: string): string;
  /** Both versions must be run on the test data. */
  needsData?: true;
  /** Why a rewrite is not believed, in one sentence, or what it is praised for. */
  check(context: DataContext, input: RewriteInput, code: string): Promise<Verdict>;
}

export function rewriteTool({ name, description, aim, summary, needsData, check }: Rewriting) {
  return defineTool<DataContext>()({
    ...{ name, description },
    input: RewriteInput,
    output: RewriteOutput,
    kind: 'write',
    activity: 'model',
    summary: ({ functionName }) => summary(firstLine(functionName, 60)),
    question: (context, input) => Promise.resolve(rewriteQuestion(context, aim, input)),
    run: async (context, input) =>
      needsData && context.task.data === undefined
        ? { code: input.code, success: false, message: NO_DATA }
        : rewrite(context, aim, input, (code) => check(context, input, code)),
    facts: (context, _, { code, success }) =>
      success ? codeFacts(context, code) : Promise.resolve(undefined),
  });
}

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
