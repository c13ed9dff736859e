import { type CodeGraph, createCodeGraph, type GraphAnswer, type GraphTask } from '../../src/codebase/graph';
import type { CodeRange } from '../../src/codebase/navigation/types';
import { sourcesOf } from './source-files';

/** Graph of a project of texts, with its answers as lines. */
export interface AskedGraph {
  graph: CodeGraph;
  task(texts: Readonly<Record<string, string>>): GraphTask;
  /** `role path:line within`, with `?` where it is not exact. */
  references(texts: Readonly<Record<string, string>>, of: string): Promise<string[]>;
  /** `depth id`, with `?` where it is not exact. */
  callers(texts: Readonly<Record<string, string>>, of: string, depth?: number): Promise<string[]>;
  callees(texts: Readonly<Record<string, string>>, of: string, depth?: number): Promise<string[]>;
  definition(texts: Readonly<Record<string, string>>, of: string): Promise<string[]>;
}

/** For the tests of a file. */
export function useGraph(
  options: Parameters<typeof createCodeGraph>[0] = { deadlineMs: 60_000 },
): AskedGraph {
  const graph = createCodeGraph(options);
  afterAll(() => graph.close());
  const { signal } = new AbortController();
  const task = (texts: Readonly<Record<string, string>>): GraphTask => ({ files: sourcesOf(texts), signal });
  const walked =
    (direction: 'callers' | 'callees') =>
    async (texts: Readonly<Record<string, string>>, of: string, depth = 1): Promise<string[]> => {
      const answer = await graph[direction](task(texts), of, { depth });
      const lines = itemsOf(answer).filter(({ isExternal }) => !isExternal);
      return lines.map((node) => `${node.depth} ${node.symbol.id}${node.isExact ? '' : '?'}`).sort();
    };
  return {
    graph,
    task,
    callers: walked('callers'),
    callees: walked('callees'),
    references: async (texts, of) => {
      const found = itemsOf(await graph.references(task(texts), of));
      return found
        .map(
          ({ role, path, range, within, isExact }) =>
            `${role} ${path}:${lineOf(range)} ${within}${isExact ? '' : '?'}`,
        )
        .sort();
    },
    definition: async (texts, of) => {
      const found = itemsOf(await graph.definition(task(texts), of));
      return found.map(({ symbol, isExact }) => `${symbol.id}${isExact ? '' : '?'}`);
    },
  };
}

function lineOf({ startLine }: CodeRange): number {
  return startLine;
}

function itemsOf<T>(answer: GraphAnswer<T>): T[] {
  if (answer.status !== 'answered' || answer.isPartial) throw new Error(JSON.stringify(answer));
  return answer.matches.flatMap(({ items }) => items);
}
