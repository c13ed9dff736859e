/** Reach of a change: what depends on its files, directly and through others. */
import { pathOfId } from '../code-graph/symbol-name';
import { classOfFile } from '../navigation/file-class';

/** A place where a change begins: a file, or one symbol of it. */
export interface ImpactStart {
  readonly path: string;
  /** Name of the symbol; absent: the whole file changes. */
  readonly symbol?: string;
  /** Its id, `path#Outer.name`. */
  readonly id?: string;
}

export interface Reached {
  readonly path: string;
  /** 1: it depends on the changed file itself. */
  readonly depth: number;
  /** File through which the change comes. */
  readonly via: string;
  readonly isTest: boolean;
  /** Files that depend on it in turn. */
  readonly dependents: number;
}

/** Edges of a project that a change travels along. */
export interface ImpactGraph {
  /** Files that depend on a file. */
  dependentsOf(path: string): readonly string[];
  holds(path: string, name: string): boolean;
}

const MOST_REACHED = 2_000;

/** Files that a change reaches within a depth. A symbol reaches of its file's users those that hold its name. */
export function reachOf(starts: readonly ImpactStart[], graph: ImpactGraph, depth: number): Reached[] {
  const changed = new Set(starts.map(({ path }) => path));
  const reached = new Map<string, Reached>();
  const add = (path: string, via: string, at: number): boolean => {
    if (changed.has(path) || reached.has(path) || reached.size >= MOST_REACHED) return false;
    const dependents = graph.dependentsOf(path).length;
    reached.set(path, { path, depth: at, via, isTest: classOfFile(path) === 'test', dependents });
    return true;
  };
  let edge: string[] = [];
  for (const { path, symbol } of starts)
    for (const user of graph.dependentsOf(path))
      if ((symbol === undefined || passesOn(user, symbol, graph)) && add(user, path, 1)) edge.push(user);
  for (let at = 2; at <= depth && edge.length > 0; at++) {
    const next: string[] = [];
    for (const via of edge)
      for (const path of graph.dependentsOf(via)) if (add(path, via, at)) next.push(path);
    edge = next;
  }
  return [...reached.values()];
}

/** A file that re-exports everything of another holds none of its names. */
function passesOn(path: string, symbol: string, { holds }: ImpactGraph): boolean {
  return holds(path, symbol) || /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs)$/.test(path);
}

/** A symbol that a change touches: its file, and the ids from the changed symbol to it, both included. */
export interface TouchedWay {
  readonly path: string;
  readonly way: readonly string[];
}

/** A file that a change reaches by an import alone. */
export interface ImportedFile {
  readonly path: string;
  readonly from: string;
}

/** Files that a change reaches, by the symbols that it touches and by imports alone. A use within a file adds no distance. */
export function reachedByWays(
  starts: readonly ImpactStart[],
  touched: readonly TouchedWay[],
  imported: readonly ImportedFile[],
  dependentsOf: ImpactGraph['dependentsOf'],
): Reached[] {
  const changed = new Set(starts.map(({ path }) => path));
  const reached = new Map<string, Reached>();
  const add = (path: string, via: string, depth: number): void => {
    const known = reached.get(path);
    if (changed.has(path) || (known && known.depth <= depth) || reached.size >= MOST_REACHED) return;
    const isTest = classOfFile(path) === 'test';
    reached.set(path, { path, depth, via, isTest, dependents: dependentsOf(path).length });
  };
  for (const { way } of touched) {
    const files = filesOn(way);
    const last = files.at(-1);
    if (last !== undefined && files.length > 1) add(last, files.at(-2) ?? last, files.length - 1);
  }
  const bySymbols = new Set(reached.keys());
  for (const { path, from } of imported) {
    const isDirect = dependentsOf(from).includes(path);
    if (!bySymbols.has(path)) add(path, from, isDirect ? 1 : 2);
  }
  return [...reached.values()];
}

/** Files along a way, each once in a row. */
function filesOn(way: readonly string[]): string[] {
  const paths = way.map(pathOfId);
  return paths.filter((path, at) => path !== paths[at - 1]);
}

/** Ways that no longer way goes on from, as `a#b → c#d`: the nearest stand last, since lists keep their end. */
export function chainsOf(touched: readonly TouchedWay[]): string[] {
  const ways = touched.map(({ way }) => way).filter((way) => way.length > 1);
  const texts = new Set(ways.map(chainText));
  for (const way of ways)
    for (let end = 2; end < way.length; end++) texts.delete(chainText(way.slice(0, end)));
  const lengths = new Map(ways.map((way) => [chainText(way), way.length]));
  const length = (text: string): number => lengths.get(text) ?? 0;
  return [...texts].sort((left, right) => length(right) - length(left) || (left < right ? -1 : 1));
}

function chainText(way: readonly string[]): string {
  return way.join(' → ');
}

/** The nearest first; among equals sources before tests, and what most others depend on. */
export function rankReached(reached: readonly Reached[]): Reached[] {
  return [...reached].sort(
    (left, right) =>
      left.depth - right.depth ||
      Number(left.isTest) - Number(right.isTest) ||
      right.dependents - left.dependents ||
      (left.path < right.path ? -1 : 1),
  );
}
