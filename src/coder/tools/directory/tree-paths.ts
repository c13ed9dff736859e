import { posix } from 'node:path';
import { folderRules, leftOutReason } from '../../../domain/files/heavy-folders';
import { checkPath } from '../../../domain/files/paths';
import type { TreeFile } from '../../../store';
import { isSecretFile } from '../../../domain/files/secret-names';
import { shownPath, type DirectoryContext } from './context';

/** A path as a model gives it, from the root of the project; the root is the empty path. */
export type GivenPath = { path: string } | { problem: string };

/** The path in the tree, or why it is none: nothing outside of the tree has a path. */
export function givenPath(given: string): GivenPath {
  const path = posix.normalize(given.trim() === '' ? '.' : given).replace(/\/$/, '');
  if (path === '.') return { path: '' };
  const plain = given.replace(/^(\.\/)+/, '').replace(/\/$/, '');
  const bad = checkPath(plain);
  return bad ? { problem: `${bad.message}.` } : { path: plain };
}

/** A file of the tree that a model may see, or why it may not. */
export async function readableFile(
  context: Pick<DirectoryContext, 'trees' | 'blobs' | 'tree' | 'heavyFolders'>,
  given: string,
): Promise<{ file: TreeFile } | { problem: string }> {
  const at = givenPath(given);
  if ('problem' in at) return at;
  const { trees, blobs, tree } = context;
  const shown = shownPath(at.path);
  const file = at.path === '' ? undefined : await trees.find(tree, at.path);
  if (at.path === '' || file?.type === 'dir')
    return { problem: `${shown || 'The root'} is a folder: see what is in it with list.` };
  if (!file) return { problem: await absence(context, at.path) };
  if (file.type === 'link') {
    const target = (await blobs.load(file.hash)).toString('utf8').slice(0, 500);
    return {
      problem: `${shown} is a link to ${shownPath(target)}, which is not followed: read the file itself.`,
    };
  }
  if (isSecretFile(file.path))
    return { problem: `${shown} holds secrets by its name, so its contents are not shown.` };
  return { file };
}

/** The reason why the tree has no file of a path, in a sentence. */
async function absence(
  { trees, tree, heavyFolders }: Pick<DirectoryContext, 'trees' | 'tree' | 'heavyFolders'>,
  path: string,
): Promise<string> {
  const namesIn = async (folder: string): Promise<ReadonlySet<string>> => {
    const found = folder === '' ? { type: 'dir', hash: tree } : await trees.find(tree, folder);
    const entries = found?.type === 'dir' ? await trees.readDir(found.hash) : [];
    return new Set(entries.map(({ name }) => name));
  };
  const reason = await leftOutReason(path, folderRules(heavyFolders), namesIn);
  return reason === undefined
    ? `There is no file ${shownPath(path)} in the project: look for it with glob or list.`
    : `${shownPath(path)} ${reason}.`;
}
