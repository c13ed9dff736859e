import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { clip } from '../../material';
import { renderPrompt } from '../../prompts';
import { defineTool } from '../tool';
import { callOptions, type DataContext, type QuestionContext } from './context';

export const AnalyzeErrorInput = z.object({
  code: z.string().describe('The code with the problem'),
  error: z.string().describe('The error'),
  errorType: z.enum(['runtime', 'static']).describe('Kind of the error'),
});
export type AnalyzeErrorInput = z.infer<typeof AnalyzeErrorInput>;

export const AnalyzeErrorOutput = z.object({ analysis: z.string(), suggestions: z.array(z.string()) });

const Reply = z.strictObject({
  analysis: z.string().default(''),
  suggestions: z.array(z.string()).default([]),
});
const MOST_CHARS = 20_000;
const MOST_SUGGESTIONS = 20;

export const analyzeError = defineTool<DataContext>()({
  name: 'analyzeError',
  description: 'Analyses an error of the code and suggests how to mend it.',
  input: AnalyzeErrorInput,
  output: AnalyzeErrorOutput,
  kind: 'read',
  activity: 'model',
  summary: ({ error }) => `analyse: ${firstLine(error, 80)}`,
  question: (context, input) =>
    Promise.resolve({
      purpose: 'debug' as const,
      messages: () => Promise.resolve(messagesOf(context, input)),
    }),
  run: async (context, input) => {
    const reply = await context.model.structured({
      ...callOptions(context),
      purpose: 'debug',
      messages: messagesOf(context, input),
      schema: Reply,
      schemaName: 'error_analysis',
    });
    if (!reply.ok) return { analysis: `No analysis came: ${context.redact(reply.error)}`, suggestions: [] };
    const { analysis, suggestions } = reply.value;
    return { analysis: clip(analysis, MOST_CHARS), suggestions: suggestions.slice(0, MOST_SUGGESTIONS) };
  },
  succeeded: ({ suggestions }) => suggestions.length > 0,
});

function messagesOf({ task }: QuestionContext, { code, error, errorType }: AnalyzeErrorInput) {
  return renderPrompt('agent.error.v1', {
    errorType,
    error: clip(error, MOST_CHARS),
    data: task.dataText ?? '(none)',
    code: clip(code, 3 * MOST_CHARS),
  });
}
