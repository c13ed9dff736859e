import type { CallNode, Definition, GraphAnswer, Impact, Match, Reference } from '../../codebase/graph';
import { plural } from '../../domain/text';
import { shownName } from '../../domain/shown';

type Answered<T> = Extract<GraphAnswer<T>, { status: 'answered' }>;
type Symbol = CallNode['symbol'];

/** Most lines of one list of an impact. */
const LISTED = 30;
const GUESS = '  (may mean another)';

/** Lines of `callers` and `callees`: each symbol below the one that leads to it, with the places of the calls. */
export function renderCalls(answer: Answered<CallNode>): string[] {
  return rendered(answer, 'calls', ({ items }) => treeLines(items));
}

/** Lines of `references`, by file. */
export function renderReferences(answer: Answered<Reference>): string[] {
  return rendered(answer, 'references', ({ items }) =>
    items.map(({ path, range, role, within, isExact }) => {
      const inner = within === path ? '' : `  in ${shownName(within.slice(path.length + 1))}`;
      return `  ${placed(path, range)}  ${role}${inner}${isExact ? '' : GUESS}`;
    }),
  );
}

/** Lines of `definition`. */
export function renderDefinitions(answer: Answered<Definition>): string[] {
  const lines = answer.matches.flatMap(({ items }) =>
    items.map(
      ({ symbol, isExact }) => `${titleOf(symbol)}${isExact ? '' : GUESS}\n  ${shownName(symbol.signature)}`,
    ),
  );
  return [...lines.flatMap((line) => line.split('\n')), ...others(answer)];
}

/** Lines of `impact`. */
export function renderImpact({ changed, symbols, files, tests }: Impact, more: number): string[] {
  return [
    ...changed.map(titleOf),
    '',
    `Symbols that use it (${symbols.length}${more > 0 ? ` and ${more} more` : ''})`,
    ...bounded(
      symbols.map(({ symbol, depth, isExact }) => `  ${depth}  ${titleOf(symbol)}${isExact ? '' : GUESS}`),
    ),
    '',
    `Files (${files.length})`,
    ...bounded(files.map(({ path, by }) => `  ${shownName(path)}${by === 'imports' ? '  imports it' : ''}`)),
    '',
    `Tests among them (${tests.length})`,
    ...bounded(tests.map((path) => `  ${shownName(path)}`)),
  ];
}

function bounded(lines: readonly string[]): string[] {
  if (lines.length === 0) return ['  none'];
  const left = lines.length - LISTED;
  return [...lines.slice(0, LISTED), ...(left > 0 ? [`  … and ${left} more: --json lists all`] : [])];
}

function rendered<T>(answer: Answered<T>, noun: string, lines: (match: Match<T>) => string[]): string[] {
  const { matches } = answer;
  const many = matches.length > 1 ? [`${plural(matches.length, 'symbol')} of this name:`, ''] : [];
  const blocks = matches.map((match) => [
    titleOf(match.symbol),
    ...(match.items.length === 0 ? [`  no ${noun}`] : lines(match)),
    ...(match.more > 0 ? [`  … and ${match.more} more: raise --limit`] : []),
  ]);
  return [
    ...many,
    ...blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block])),
    ...others(answer),
  ];
}

function others({ moreMatches }: Answered<unknown>): string[] {
  return moreMatches > 0
    ? ['', `… and ${plural(moreMatches, 'other symbol')} of this name: name it with its path`]
    : [];
}

function treeLines(items: readonly CallNode[]): string[] {
  const below = new Map<string, CallNode[]>();
  for (const node of items) {
    const from = node.way.slice(0, -1).join('\n');
    below.set(from, [...(below.get(from) ?? []), node]);
  }
  const lines = (node: CallNode): string[] => [
    `${'  '.repeat(node.depth)}${titleOf(node.symbol)}${sites(node)}${node.isExact ? '' : GUESS}`,
    ...(below.get(node.way.join('\n')) ?? []).flatMap(lines),
  ];
  return items.filter(({ depth }) => depth === 1).flatMap(lines);
}

function sites({ sites: [first, ...rest] }: CallNode): string {
  if (!first) return '';
  return `  at ${placed(first.path, first.range)}${rest.length > 0 ? ` and ${plural(rest.length, 'other place')}` : ''}`;
}

function titleOf({ id, path, nameRange }: Symbol): string {
  const name = id === path ? '' : `  ${shownName(id.slice(path.length + 1))}`;
  return `${placed(path, nameRange)}${name}`;
}

function placed(
  path: string,
  { startLine, startColumn }: { startLine: number; startColumn: number },
): string {
  return `${shownName(path)}:${startLine}:${startColumn}`;
}
