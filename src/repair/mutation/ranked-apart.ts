import { SourceThread } from '../commands/mutants';
import { rankedMutations, type Ranked, type RankTask } from './ranked-mutations';

/** Characters of source that take about a quarter of a second: what is larger would keep the worker from all else, and pays for a thread. */
const LARGE = 6_000;

/** The likeliest mutations of all places, made in a thread where the places are large. */
export async function rankedApart(task: RankTask, signal: AbortSignal): Promise<Ranked> {
  const size = task.places.reduce((sum, { text }) => sum + text.length, 0);
  if (size < LARGE) return rankedMutations(task);
  const thread = new SourceThread(signal);
  try {
    return (await thread.ranked(task)) ?? { ranked: [], notes: [TOO_LARGE] };
  } finally {
    await thread.close();
  }
}

const TOO_LARGE = 'no edit was tried: reading the suspicious sources takes too much time or memory';
