import { HelperThread } from '../helpers/thread';
import { ARTEFACTS } from '../paths';
import type { PatternMatch, PatternTask } from './pattern-thread';

/** Time for all texts together; a project's own patterns take some milliseconds, beside the start of the thread. */
const DEADLINE_MS = 5_000;
const MEMORY_MB = 64;

/**
 * First matching pattern of each text. The patterns are a project's own and may take for ever, so a thread matches
 * them. Undefined: it did not finish within `deadlineMs`.
 */
export async function firstMatches(
  task: PatternTask,
  deadlineMs = DEADLINE_MS,
): Promise<(PatternMatch | undefined)[] | undefined> {
  if (task.patterns.length === 0 || task.texts.length === 0) return task.texts.map(() => undefined);
  const thread = new HelperThread<PatternTask, (PatternMatch | undefined)[]>(
    ARTEFACTS.patternThread,
    MEMORY_MB,
  );
  try {
    return await thread.ask(task, { patienceMs: deadlineMs }).catch(() => undefined);
  } finally {
    await thread.close();
  }
}
