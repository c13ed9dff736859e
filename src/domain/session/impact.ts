/** Reach of a change: what depends on its files, directly and through others. */
import { classOfFile } from '../navigation/file-class';

/** A place where a change begins: a file, or one symbol of it. */
export interface ImpactStart {
  readonly path: string;
  /** Name of the symbol; absent: the whole file changes. */
  readonly symbol?: string;
}

/** A file that a change reaches. */
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
  /** True if a file holds a name. */
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
  return rankReached([...reached.values()]);
}

/** A file that re-exports everything of another holds none of its names. */
function passesOn(path: string, symbol: string, { holds }: ImpactGraph): boolean {
  return holds(path, symbol) || /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs)$/.test(path);
}

/** The nearest first; among equals sources before tests, and what most others depend on. */
function rankReached(reached: readonly Reached[]): Reached[] {
  return [...reached].sort(
    (left, right) =>
      left.depth - right.depth ||
      Number(left.isTest) - Number(right.isTest) ||
      right.dependents - left.dependents ||
      (left.path < right.path ? -1 : 1),
  );
}
