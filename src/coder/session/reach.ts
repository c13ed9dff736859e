import type { GraphTask } from '../../codebase/graph';
import { treeSources, type Navigation } from '../../codebase/navigation';
import { chainsOf, reachedByWays, reachOf, rankReached } from '../../domain/session/impact';
import type {
  ImpactGraph,
  ImpactStart,
  ImportedFile,
  Reached,
  TouchedWay,
} from '../../domain/session/impact';
import type { HostDirectory } from '../../domain/files/workspace';
import type { TreeHash } from '../../domain/ids';
import type { CodeDeps } from './types';

/** Calls and uses between a change and what it reaches. */
const DEPTH = 5;
/** Questions to the graph of code, each of which may take a minute. */
const MOST_ASKED = 8;
const MOST_SYMBOLS = 1_000;

/** Reach of a change. `chains`: ways from a changed symbol to what it touches, the nearest last. */
export interface Reach {
  readonly reached: readonly Reached[];
  readonly chains: readonly string[];
  /** False where some of it is told by imports alone: nothing reads these files symbol by symbol. */
  readonly isBySymbols: boolean;
}

/** Reach of a change: by the graph of code, and by imports where that knows no symbol. */
export async function reachedBy(
  deps: CodeDeps,
  navigation: Navigation,
  starts: readonly ImpactStart[],
  { directory, tree }: { directory: HostDirectory; tree: TreeHash },
  signal: AbortSignal,
): Promise<Reach> {
  const imports: ImpactGraph = {
    dependentsOf: (path) => navigation.dependents(path) ?? [],
    holds: (path, name) => navigation.facts(path)?.names.includes(name) ?? false,
  };
  const files = await treeSources(deps, tree);
  const graphTask: GraphTask = { files, directory: deps.dependenciesOf?.(directory), signal };
  const ways: TouchedWay[] = [];
  const importing: ImportedFile[] = [];
  const unknown: ImpactStart[] = starts.slice(MOST_ASKED);
  for (const start of starts.slice(0, MOST_ASKED)) {
    const answer = await deps.graph.impact(graphTask, start.id ?? start.path, {
      ...{ depth: DEPTH, limit: MOST_SYMBOLS },
      dependencies: { dependents: imports.dependentsOf },
    });
    signal.throwIfAborted();
    if (answer.status !== 'answered') {
      unknown.push(start);
      continue;
    }
    const { symbols, files: touched } = answer.impact;
    ways.push(...symbols.map(({ symbol: { path }, way }) => ({ path, way })));
    // A file that is changed whole also reaches those that import it and name nothing of it.
    if (start.symbol === undefined)
      importing.push(
        ...touched.flatMap(({ path, by }) => (by === 'imports' ? [{ path, from: start.path }] : [])),
      );
  }
  const known = reachedByWays(starts, ways, importing, imports.dependentsOf);
  const listed = new Set(known.map(({ path }) => path));
  const others = reachOf(unknown, imports, DEPTH).filter(
    ({ path }) => !listed.has(path) && starts.every((start) => start.path !== path),
  );
  return {
    reached: rankReached([...known, ...others]),
    chains: chainsOf(ways),
    isBySymbols: unknown.length === 0,
  };
}
