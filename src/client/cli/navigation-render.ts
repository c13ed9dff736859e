import type { Navigation, RepositoryMap, SearchHit } from '../../codebase/navigation';
import { plural } from '../../domain/text';
import type { Output } from './output';
import { shownName } from '../../domain/shown';

/** Lines of `search`. */
export function renderHits(hits: readonly SearchHit[], output: Output): string[] {
  if (hits.length === 0) return ['Nothing was found: try other words, or a part of a name.'];
  return hits.flatMap((hit, index) => [...(index === 0 ? [] : ['']), ...hitLines(hit, output)]);
}

function hitLines({ path, range, symbolId, snippet, snippetLine, why }: SearchHit, output: Output): string[] {
  const symbol = symbolId === undefined ? '' : `  ${shownName(symbolId.slice(path.length + 1))}`;
  const ways = why.map(({ way, rank }) => `${way} ${rank}`).join(', ');
  const place = `${shownName(path)}:${range.startLine}`;
  return [
    `${output.paint('bold', place)}${symbol}  ${output.paint('dim', `(${ways})`)}`,
    ...snippet
      .split('\n')
      .map((line, index) => `  ${String(snippetLine + index).padStart(5)}  ${shownLine(line)}`),
  ];
}

/** Lines of `map`. */
export function renderMap({ text, files, total, tokens }: RepositoryMap, navigation: Navigation): string[] {
  const circles = navigation.cycles().length;
  const shown = files.length < total ? `${files.length} of ${plural(total, 'file')}` : plural(total, 'file');
  return [
    ...text.split('\n').map(shownName),
    '',
    `${shown}, about ${plural(tokens, 'token')}; ${plural(circles, 'circle')} of imports`,
  ];
}

/** A line of a file as a terminal may show it. */
function shownLine(line: string): string {
  return shownName(line.replaceAll('\t', '  ').trimEnd());
}
