import type { Diagnostics } from '../../src/codebase/diagnostics';
import type { createMemoryStore } from './memory-store';
import { treeOf } from './text-trees';

/** Path → text. */
export type Texts = Readonly<Record<string, string>>;

/** Settings of a strict project without types of packages. */
export const STRICT = '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }';

/** Errors that a change of files brings, as lines. */
export async function newProblems({
  diagnostics,
  store,
  before,
  change,
  directory,
}: {
  diagnostics: Diagnostics;
  store: ReturnType<typeof createMemoryStore>;
  before: Texts;
  change: Texts;
  directory?: string;
}): Promise<string[]> {
  const [old, tree] = [await treeOf(store, before), await treeOf(store, { ...before, ...change })];
  const { signal } = new AbortController();
  const paths = Object.keys(change);
  const checked = await diagnostics.check({ tree, before: old, paths, directory, signal });
  if (checked.status === 'unchecked') throw new Error(checked.reason);
  return checked.problems.map(({ path, line, code, message }) => `${path}:${line} ${code ?? ''} ${message}`);
}
