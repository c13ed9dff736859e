import { readableText } from '../machine/text/text-form';
import { type CodeGraph, createCodeGraph, type GraphTask } from '../codebase/graph';
import type { Config } from '../config';
import { listSources } from './list-sources';

/** Each command reads the whole project anew, on a machine that may be busy. */
const DEADLINE_MS = 180_000;

/**
 * Opens the graph of a directory while `use` runs, without a server. Nothing is stored. Throws a sentence for a path that is no
 * directory, or can't be a project.
 */
export async function withCodeGraph<T>(
  config: Config,
  path: string,
  use: (graph: CodeGraph, task: GraphTask) => Promise<T>,
): Promise<T> {
  const { directory, tree, files, read } = await listSources(config, path);
  const text = (file: string): Promise<string | undefined> => {
    const bytes = read(file);
    return Promise.resolve(bytes && readableText(bytes));
  };
  const graph = createCodeGraph({ deadlineMs: DEADLINE_MS });
  try {
    const { signal } = new AbortController();
    return await use(graph, { files: { name: tree, files, text }, directory, signal });
  } finally {
    graph.close();
  }
}
