/** Calls with which a model ends its work or its turn, or asks the user. */
import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { answer, tool } from './context';

/** The end of the work, as the model sees it; what is believed is the verification that follows. */
export const finishTool = tool({
  name: 'finish',
  description:
    'Ends the work, when the request is carried out and the tests pass. The change is then verified: what is red is not accepted, whatever the summary says.',
  kind: 'end',
  activity: 'quick',
  input: z.object({
    summary: z.string().min(1).max(4_000).describe('What was changed and why, for the person who asked.'),
  }),
  summary: ({ summary }) => `finish: ${firstLine(summary, 120)}`,
  run: (context, { summary }) => answer(context, summary),
});

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
