import type { TreeDiff } from '../domain/files/workspace';
import { badInput } from '../domain/kintsugi-error';
import { plural } from '../domain/text';
import { textFormIn } from '../machine/text/text-form';
import type { StoreReader } from './store-reader';

/** Most files that are edited at once. */
const MOST_FILES = 20;

/**
 * The texts of the changed files by their paths, as people edit them while they approve; a deleted or binary file has none. Throws a sentence
 * where there is none, or where they are too many.
 */
export async function changedTexts(
  { tree, files, fileCount }: TreeDiff,
  readFileOf: StoreReader['readFile'],
): Promise<Map<string, string>> {
  if (fileCount > MOST_FILES)
    throw badInput(
      `The change has ${plural(fileCount, 'file')}, and at most ${MOST_FILES} can be edited here.`,
    );
  const texts = new Map<string, string>();
  for (const { path, change } of files) {
    if (change === 'deleted') continue;
    const bytes = await readFileOf(tree, path);
    if (bytes === undefined) throw badInput(`The text of ${path} is not on this machine.`);
    const { text, isText } = await textFormIn(path, bytes, (each) => readFileOf(tree, each));
    if (isText) texts.set(path, text);
  }
  if (texts.size > 0) return texts;
  throw badInput('The change has no text file that could be edited.');
}
