import type { HandlerTask } from '../../domain/session/state';
import { mentionedPaths } from '../../domain/session/mentioned';
import { classOfFile } from '../../domain/navigation/file-class';
import type { Navigation, SearchHit } from '../../codebase/navigation';

const MOST_NEAR = 12;

/** Place that a request concerns, with the files next to it. */
export interface Concerned {
  path: string;
  line: number;
  symbol?: string;
  dependencies: string[];
  dependents: string[];
}

const MAP_TOKENS = 2_000;
const CENTRAL_FILES = 20;
const MOST_FILES = 60;

export interface Focus {
  readonly by: 'request' | 'changes' | 'context' | 'rank';
  readonly files: readonly string[];
}

/** Files that a request names; else those that the session changed, those it works on, and last the most central ones. */
export function focusOf({ text, context }: HandlerTask, navigation: Navigation): Focus {
  const { paths } = navigation;
  const there = new Set(paths);
  const existing = (files: readonly string[]): string[] =>
    [...new Set(files)].filter((path) => there.has(path));
  const changed = context.pendingChanges.filter(({ change }) => change !== 'deleted').map(({ path }) => path);
  const ways: readonly Focus[] = [
    { by: 'request', files: mentionedPaths(text, paths) },
    { by: 'changes', files: existing(changed) },
    { by: 'context', files: existing(context.currentFiles) },
  ];
  const found = ways.find(({ files }) => files.length > 0) ?? { by: 'rank', files: centralFiles(navigation) };
  return { ...found, files: found.files.slice(0, MOST_FILES) };
}

/** Source files that most others depend on, the most central first. */
export function centralFiles(navigation: Navigation): string[] {
  return navigation
    .map(MAP_TOKENS)
    .files.map(({ path }) => path)
    .filter((path) => classOfFile(path) === 'source' && navigation.facts(path)?.language !== undefined)
    .slice(0, CENTRAL_FILES);
}

/** Places that a request names, and those that fit it by a search. */
export function concernedPlaces(
  text: string,
  navigation: Navigation,
  hits: readonly SearchHit[],
): Concerned[] {
  return [
    ...mentionedPaths(text, navigation.paths).map((path) => near(navigation, { path, line: 1 })),
    ...hits.map((hit) => near(navigation, placeOf(hit))),
  ];
}

function placeOf({ path, range, symbolId }: SearchHit): Pick<Concerned, 'path' | 'line' | 'symbol'> {
  return { path, line: range.startLine, symbol: symbolId?.split('#')[1] };
}

function near(navigation: Navigation, place: Pick<Concerned, 'path' | 'line' | 'symbol'>): Concerned {
  return {
    ...place,
    dependencies: navigation.dependencies(place.path)?.slice(0, MOST_NEAR) ?? [],
    dependents: navigation.dependents(place.path)?.slice(0, MOST_NEAR) ?? [],
  };
}

export function placeText({ path, line, symbol }: Concerned): string {
  return `- ${path}:${line}${symbol === undefined ? '' : ` ${symbol}`}`;
}
