import { isSourceFile } from '../../domain/verification/protected-paths';
import { programText } from '../../machine/text/program-text';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import { languageOf } from './languages';

/** Files and characters of one search: more take longer to read than a search has. */
const MOST_FILES = 1_500;
const MOST_CHARS = 12_000_000;

/** Sources of all languages that mutants are made of, path → text. */
export async function readSources(
  files: ProgramFiles,
  context: ProgramContext,
): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  let chars = 0;
  const add = (path: string, text: string): void => {
    chars += text.length;
    if (chars <= MOST_CHARS && sources.size < MOST_FILES) sources.set(path, text);
  };
  for (const [path, text] of files) if (isSourceFile(path)) add(path, text);
  for (const path of context.assets?.paths ?? []) {
    if (!languageOf(path) || chars > MOST_CHARS) continue;
    const bytes = await context.assets?.read(path);
    if (bytes) add(path, programText(bytes));
  }
  return sources;
}
