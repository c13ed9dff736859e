import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { answer } from './answers';
import { tool } from './context';

/** A question to the user; the loop asks it and gives the answer as the result. */
export const askUserTool = tool({
  name: 'ask_user',
  description:
    'Asks the user one question, where the request leaves open what only the user can know. `choices` are short answers to choose from.',
  kind: 'ask',
  activity: 'quick',
  input: z.object({
    question: z.string().min(1).max(2_000),
    choices: z.array(z.string().min(1).max(200)).min(2).max(8).nullish(),
  }),
  summary: ({ question }) => `ask: ${firstLine(question, 120)}`,
  asks: ({ question, choices }) => ({ text: question, choices: choices ?? undefined }),
  run: (context, { question, choices }) =>
    answer(context, [question, ...(choices ?? []).map((choice) => `- ${choice}`)].join('\n')),
});
