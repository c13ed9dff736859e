import { DebuggerSuggestion, type RepairAttempt } from '../../domain/heal/proposal';
import type { HealResult } from '../../domain/heal/result';
import type { Redact } from '../../domain/redact';
import type { ReadBlob } from '../event-log';

/** The result with the contents that its suggestions gave files. History has references only; the store has the texts. */
export async function withContents(
  result: HealResult,
  readBlob: ReadBlob,
  redact: Redact,
): Promise<HealResult> {
  const repairHistory = await Promise.all(
    result.repairHistory.map((attempt) => filled(attempt, readBlob, redact)),
  );
  return { ...result, repairHistory };
}

async function filled(attempt: RepairAttempt, readBlob: ReadBlob, redact: Redact): Promise<RepairAttempt> {
  const { suggestionRef, debuggerResponse } = attempt;
  const text = suggestionRef === undefined ? undefined : await readBlob(suggestionRef);
  if (text === undefined || !debuggerResponse) return attempt;
  const { fileModifications } = DebuggerSuggestion.parse(JSON.parse(text));
  return {
    ...attempt,
    debuggerResponse: {
      ...debuggerResponse,
      // All of them: the result names the first alone.
      fileModifications: fileModifications.map(({ path, action, content }) =>
        content === undefined ? { path, action } : { path, action, content: redact(content) },
      ),
    },
  };
}
