import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import type { FileEdit, TreeDiff } from '../../../domain/files/workspace';
import { badInput } from '../../../domain/kintsugi-error';
import { plural } from '../../../domain/text';
import { textFormIn } from '../../../machine/text/text-form';
import { startProcess } from '../../../machine/processes';
import type { StoreReader } from '../store-reader';

/** Most files that an editor is opened with. */
const MOST_FILES = 20;

/**
 * Opens the changed files of a change in the user's editor, as the change leaves them. Resolves to what was edited there;
 * empty: nothing. Throws a sentence where there is nothing to edit, or the editor can't be run.
 */
export async function editChange(
  diff: TreeDiff,
  editor: string,
  readFileOf: StoreReader['readFile'],
): Promise<FileEdit[]> {
  return editTexts(await textsOf(diff, readFileOf), editor);
}

/** Opens texts in the user's editor, as files of a temporary folder. Resolves to what was edited there. */
export async function editTexts(texts: ReadonlyMap<string, string>, editor: string): Promise<FileEdit[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-edit-'));
  try {
    for (const [path, text] of texts) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await runEditor(editor, folder, [...texts.keys()]);
    const edits = await Promise.all([...texts].map(([path, text]) => editOf(folder, path, text)));
    return edits.flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The texts of the changed files by their paths; a deleted or binary file has none. */
async function textsOf(
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

/** Runs the editor as git does, with its own arguments: `code --wait`. */
async function runEditor(editor: string, folder: string, paths: readonly string[]): Promise<void> {
  const child = startProcess('sh', ['-c', `${editor} "$@"`, editor, ...paths], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw badInput(
    `The editor ${editor} ended with ${code ?? 'a signal'}, so nothing was edited: set EDITOR to one that is installed.`,
  );
}

async function editOf(folder: string, path: string, before: string): Promise<FileEdit[]> {
  const content = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  if (content === undefined) return [{ action: 'delete', path }];
  return content === before ? [] : [{ action: 'modify', path, content }];
}
