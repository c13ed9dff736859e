import { mentionedPaths } from '../../domain/session/mentioned';
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

/** One line of a place. */
export function placeText({ path, line, symbol }: Concerned): string {
  return `- ${path}:${line}${symbol === undefined ? '' : ` ${symbol}`}`;
}
