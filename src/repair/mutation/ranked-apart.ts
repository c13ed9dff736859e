import { SourceThread } from '../commands/mutants';
import { rankedMutations, type Ranked, type RankTask } from './ranked-mutations';

/** Source that takes a twentieth of a second, in characters: what is larger would keep the worker from all else, and pays for a thread. */
const LARGE = 30_000;

/** The likeliest mutations of all places, made in a thread where the places are large. */
export async function rankedApart(task: RankTask, signal: AbortSignal): Promise<Ranked> {
  const size = task.places.reduce((sum, { text }) => sum + text.length, 0);
  if (size < LARGE) return rankedMutations(task);
  const thread = new SourceThread(signal);
  try {
    return (await thread.ranked(task)) ?? { ranked: [], notes: ['the edits of its sources took too long'] };
  } finally {
    await thread.close();
  }
}
