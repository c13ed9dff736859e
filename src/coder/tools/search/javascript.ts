import { LineMatcher } from '../../../machine/patterns/line-matcher';
import type { FoundLine, SearchOutcome, SearchTask } from './types';

/** Patterns of JavaScript may burn all the time that they are given. */
const MOST_MS = 5_000;

/** Searches files by JavaScript, in a thread that ends when the time is up: its patterns may take for ever. */
export async function searchByScript(task: SearchTask): Promise<SearchOutcome> {
  task.signal.throwIfAborted();
  const matcher = new LineMatcher(task, Math.min(task.deadlineMs, MOST_MS), task.signal);
  const lines: FoundLine[] = [];
  try {
    const problem = await matcher.ready();
    task.signal.throwIfAborted();
    if (problem !== undefined)
      return problem === 'late' ? { status: 'late' } : { status: 'bad-pattern', reason: problem };
    for await (const { path, bytes } of task.files) {
      task.signal.throwIfAborted();
      const offsets = await matcher.offsets(bytes, task.limit + 1 - lines.length);
      task.signal.throwIfAborted();
      if (offsets === undefined) return { status: 'late' };
      for (const offset of offsets) lines.push({ path, offset });
      if (lines.length > task.limit) break;
    }
    return { status: 'found', lines: lines.slice(0, task.limit), more: lines.length > task.limit };
  } finally {
    await matcher.close();
  }
}
