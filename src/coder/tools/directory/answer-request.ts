import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { answer } from './answers';
import { tool } from './context';

/** The end of a turn of a session: its answer, and the trigger that follows. */
export const answerTool = tool({
  name: 'answer',
  description: 'Ends the turn with the answer for the developer, and the trigger that follows from it.',
  kind: 'end',
  activity: 'quick',
  onlyNamed: true,
  input: z.object({
    answer: z.string().min(1).max(4_000).describe('Markdown in the language of the request.'),
    trigger: z.string().max(100).nullish().describe('One of those listed; null: the conversation rests.'),
    reason: z.string().max(500).nullish().describe('One sentence: why this trigger.'),
  }),
  summary: (given) => `answer: ${firstLine(given.answer, 120)}`,
  run: (context, given) => answer(context, JSON.stringify(given)),
});
