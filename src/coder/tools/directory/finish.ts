import { z } from 'zod';
import { firstLine } from '../../../domain/text';
import { answer } from './answers';
import { tool } from './context';

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
