import { untilText, type Question } from '../../../domain/run/questions';

/** True for a question that stands for itself; others are the end of `approval to …`. */
function isSentence(summary: string): boolean {
  return /[.?!。？！]$/.test(summary);
}

/** Prompt for an approval, without its keys, and the line above it: `Allow to publish 1 changed file?` */
export function allowText({ summary }: Pick<Question, 'summary'>): { above?: string; prompt: string } {
  return isSentence(summary) ? { above: summary, prompt: 'Allow it?' } : { prompt: `Allow to ${summary}?` };
}

/** Lines that say what a run waits for, and until when. A question keeps its own line, in whatever language it is. */
export function waitsText(pending: Pick<Question, 'form' | 'summary' | 'deadline' | 'ifUnanswered'>): string {
  const { form, summary } = pending;
  if (form === 'approval' && !isSentence(summary))
    return `The run waits for approval to ${summary}, ${untilText(pending)}.`;
  const what = form === 'approval' ? 'approval' : 'an answer';
  return `${summary}\nThe run waits for ${what} ${untilText(pending)}.`;
}
