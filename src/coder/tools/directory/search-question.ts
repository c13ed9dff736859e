/** Search by a question, in the index of the run's tree. */
import type { Navigation, SearchHit } from '../../../codebase/navigation';
import { answer, failure, shownPath } from './answers';
import type { DirectoryContext, DirectoryResult } from './context';

const MOST_HITS = 10;
/** Time of the first index of a large project, ms; later ones read changed files only. */
const DEADLINE_MS = 60_000;
const LINE_CHARS = 300;

/** Places that answer a question, the best first, of the files for which `only` is true. */
export async function searchByQuestion(
  context: DirectoryContext,
  question: string,
  only: (path: string) => boolean,
): Promise<DirectoryResult> {
  const navigation = await opened(context);
  if (!navigation)
    return failure(
      context,
      'The index of the project could not be made in time: search by a pattern instead.',
    );
  const hits = await navigation.search(question, { limit: MOST_HITS, only });
  return hits.length === 0
    ? answer(context, 'Nothing answers the question: try names or other words, or search by a pattern.')
    : answer(context, hits.map(hitText).join('\n\n'));
}

async function opened({
  navigate,
  directory,
  tree,
  signal,
}: DirectoryContext): Promise<Navigation | undefined> {
  const limit = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await navigate({ directory, tree }, AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return undefined;
    throw error;
  }
}

/** File and lines, the id of the symbol, score, ways with the rank in each; then the numbered lines of the passage. */
function hitText({ path, range, symbolId, snippet, snippetLine, score, why }: SearchHit): string {
  const { startLine, endLine } = range;
  const ways = why.map(({ way, rank }) => `${way} ${rank}`).join(', ');
  const symbol = symbolId === undefined ? '' : ` ${shownPath(symbolId)}`;
  const lines = snippet
    .split('\n')
    .map((line, index) => `${snippetLine + index}: ${line.replace(/\r$/, '').slice(0, LINE_CHARS)}`);
  return [
    `${shownPath(path)}:${startLine}-${endLine}${symbol} (score ${score.toFixed(4)}; ${ways})`,
    ...lines,
  ].join('\n');
}
