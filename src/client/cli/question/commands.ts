import { untilText, type Question } from '../../../domain/run/questions';
import type { Say } from '../../../domain/run/said';
import { hashText } from '../../../domain/text';

/** The command that shows what a question is about: an action that comes before any change has no diff yet. */
export function lookCommand(id: string, { kind }: Pick<Question, 'kind'>): string {
  return kind === 'publish' ? `kintsugi diff ${id}` : `kintsugi status ${id}`;
}

/** The command that answers a question. */
export function answerCommand(id: string, { form, hash }: Pick<Question, 'form' | 'hash'>): string {
  const named = `${id} --hash ${hashText(hash)}`;
  return form === 'approval' ? `kintsugi approve ${named}` : `kintsugi answer ${named} "…"`;
}

/** The command that says no to a question. */
export function rejectCommand(id: string): string {
  return `kintsugi reject ${id} --reason "…"`;
}

/** Lines on a question that is open: until when, who is asked, and the command that answers it. */
export function questionLines(id: string, question: Question, say: Say): string[] {
  const { delegate } = question;
  const until = say`waiting ${untilText(question, say.language)}`;
  return [
    ...(question.warnings ?? []),
    delegate === undefined ? until : say`${until}; ${delegate} is asked too`,
    say`answer with: ${answerCommand(id, question)}`,
  ];
}
