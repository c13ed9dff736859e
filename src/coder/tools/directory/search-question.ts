/** Search by a question, in the index of the run's tree. */
import { openedInTime, type SearchHit } from '../../../codebase/navigation';
import { answer, failure, shownPath } from './answers';
import type { DirectoryContext, DirectoryResult } from './context';

const MOST_HITS = 10;
const LINE_CHARS = 300;

/** Places that answer a question, the best first, of the files for which `only` is true. */
export async function searchByQuestion(
  context: DirectoryContext,
  question: string,
  only: (path: string) => boolean,
): Promise<DirectoryResult> {
  const { navigate, directory, tree, signal } = context;
  const navigation = await openedInTime(navigate, { directory, tree }, signal);
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
