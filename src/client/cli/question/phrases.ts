import { untilText, type Question } from '../../../domain/run/questions';
import type { Say } from '../../../domain/run/said';

/** True for a question that stands for itself; others are the end of `approval to …`. */
function isSentence(summary: string): boolean {
  return /[.?!。？！]$/.test(summary);
}

/** Prompt for an approval, without its keys, and the line above it: `Allow to publish 1 changed file?` */
export function allowText(
  { summary }: Pick<Question, 'summary'>,
  say: Say,
): { above?: string; prompt: string } {
  return isSentence(summary)
    ? { above: summary, prompt: say`Allow it?` }
    : { prompt: say`Allow to ${summary}?` };
}

/** Lines that say what a run waits for, and until when. A question keeps its own line, in whatever language it is. */
export function waitsText(
  pending: Pick<Question, 'form' | 'summary' | 'deadline' | 'ifUnanswered'>,
  say: Say,
): string {
  const { form, summary } = pending;
  const until = untilText(pending, say.language);
  if (form === 'approval' && !isSentence(summary))
    return say`The run waits for approval to ${summary}, ${until}.`;
  const waits =
    form === 'approval'
      ? say`The run waits for approval ${until}.`
      : say`The run waits for an answer ${until}.`;
  return `${summary}\n${waits}`;
}
