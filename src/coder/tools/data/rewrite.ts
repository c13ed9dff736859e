/** Rewriting of code with one aim, by a model: believed only where the code is shown to do the same. */
import { z } from 'zod';
import { clip } from '../../material';
import type { Question } from '../../../model';
import { renderPrompt } from '../../prompts';
import { codeOf, withoutForeignImports } from './code-block';
import { callOptions, type DataContext, type QuestionContext } from './context';

export const RewriteInput = z.object({
  code: z.string().min(1).describe('The code'),
  functionName: z.string().min(1).describe('Name of the function'),
});
export type RewriteInput = z.infer<typeof RewriteInput>;

/** Code after a rewrite; the code given, where it was refused. */
export const RewriteOutput = z.object({ code: z.string(), success: z.boolean(), message: z.string() });
export type RewriteOutput = z.infer<typeof RewriteOutput>;

const MOST_CODE_CHARS = 60_000;

/** Question for a rewrite. */
export function rewriteQuestion(
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

/** Asks for a rewrite; `refuse` says in one sentence why it is not believed, or returns what it is praised for. */
export async function rewrite(
  context: DataContext,
  aim: string,
  input: RewriteInput,
  check: (code: string) => Promise<{ refused: string } | { message: string }>,
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
