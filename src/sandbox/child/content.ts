/** Files of the program for `fs`: all paths, and the contents that a run asked for or is likely to read. */
import type { RuntimeSetup } from '../runtime-protocol';
import { takeAssets } from './assets';
import type { Context } from './context';
import type { Prepared } from './prepare';

export type ProgramContent = Pick<RuntimeSetup, 'assetPaths' | 'assets' | 'sources'>;

interface Files {
  readonly files: ReadonlyMap<string, string>;
  readonly context: Context;
}

/** Words that may end the path of a file. */
const FILE_NAME = /[\w@.-]+/g;

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Files whose names occur in modules that use `fs`: they are sent at once, without being asked for. */
function namedFiles({ files, context }: Files, modules: Iterable<Prepared>): string[] {
  const words = new Set<string>();
  for (const module of modules) {
    if (!module.libraries.includes('fs')) continue;
    for (const [word] of module.code.matchAll(FILE_NAME)) words.add(word);
  }
  const known = words.size === 0 ? [] : [...files.keys(), ...context.assetPaths];
  return known.filter((path) => words.has(baseOf(path)));
}

/** `wanted` are paths of files that a run asked for. */
export function contentOf(
  program: Files,
  modules: Iterable<Prepared>,
  wanted: ReadonlySet<string>,
): ProgramContent {
  const { files, context } = program;
  const paths = new Set([...namedFiles(program, modules), ...wanted]);
  const sources = [...paths].flatMap((path): [string, string][] => {
    const text = files.get(path);
    return text === undefined ? [] : [[path, text]];
  });
  return { assetPaths: [...context.assetPaths], assets: takeAssets(context, paths), sources };
}
