import { z } from 'zod';
import { ExecutionSpec } from '../../../domain/agent/input';
import { excerpt, firstLine } from '../../../domain/text';
import { clip } from '../../material';
import { renderPrompt } from '../../prompts';
import { defineTool } from '../tool';
import { codeOf, withoutForeignImports, ALLOWED_LIBRARIES } from './code-block';
import { codeFacts, callOptions, type DataContext, type QuestionContext } from './context';

const MOST_SPEC_CHARS = 20_000;
const MOST_CODE_CHARS = 60_000;

export const GenerateCodeInput = z.object({
  executionSpec: ExecutionSpec.optional().describe(
    'The execution specification. The one of the task holds in any case: leave this out, or add what it lacks.',
  ),
  previousCode: z.string().optional().describe('The code so far, to be mended'),
  issuesToFix: z.array(z.string()).optional().describe('Problems to mend, runtime errors first'),
});
export type GenerateCodeInput = z.infer<typeof GenerateCodeInput>;

export const GenerateCodeOutput = z.object({
  code: z.string(),
  success: z.boolean(),
  message: z.string(),
});

/** Writes the function that the specification asks for. */
export const generateCode = defineTool<DataContext>()({
  name: 'generateCode',
  description: 'Writes TypeScript code to the execution specification, or mends the previous code.',
  input: GenerateCodeInput,
  output: GenerateCodeOutput,
  kind: 'write',
  activity: 'model',
  iterates: true,
  summary: ({ issuesToFix = [] }) =>
    issuesToFix.length === 0 ? 'write the code' : `mend: ${firstLine(issuesToFix[0] ?? '', 80)}`,
  question: (context, input) =>
    Promise.resolve({
      purpose: 'code' as const,
      messages: () => Promise.resolve(messagesOf(context, input)),
    }),
  run: async (context, input) => {
    const { model, redact } = context;
    const reply = await model.text({
      ...callOptions(context),
      purpose: 'code',
      messages: messagesOf(context, input),
    });
    if (!reply.ok) return failed(`The reply cannot be used: ${redact(reply.error)}`);
    const found = codeOf(reply.text);
    if (found === undefined)
      return failed('The reply holds no code: ask for one fenced block of TypeScript.');
    const { code, removed } = withoutForeignImports(found);
    if (code.trim() === '') return failed('The reply holds nothing but imports that are not allowed.');
    return { code, success: true, message: messageOf(removed) };
  },
  facts: (context, _, { code, success }) => (success ? codeFacts(context, code) : Promise.resolve(undefined)),
});

function messageOf(removed: readonly string[]): string {
  if (removed.length === 0) return 'The code was written.';
  const names = removed.map((name) => `"${name}"`).join(', ');
  return `The code was written. Imports that are not allowed were removed: ${excerpt(names, 500)}.`;
}

const failed = (message: string) => ({ code: '', success: false, message });

function messagesOf(
  { task }: QuestionContext,
  { executionSpec = {}, previousCode = '', issuesToFix = [] }: GenerateCodeInput,
) {
  return renderPrompt('agent.code.v1', {
    functionName: task.functionName,
    libraries: ALLOWED_LIBRARIES.join(', '),
    executionSpec: specText({ ...executionSpec, ...task.spec }),
    currentStep: specText(task.currentStep),
    data: task.dataText ?? '(none)',
    previousCode: previousCode === '' ? '(none)' : clip(previousCode, MOST_CODE_CHARS),
    issues:
      issuesToFix.length === 0
        ? '(none)'
        : clip(issuesToFix.map((one) => `- ${one}`).join('\n'), MOST_SPEC_CHARS),
  });
}

/** A specification as a model reads it. */
export function specText(spec: ExecutionSpec): string {
  return Object.keys(spec).length === 0 ? '(none)' : clip(JSON.stringify(spec, null, 2), MOST_SPEC_CHARS);
}
