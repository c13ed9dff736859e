import type { Config } from '../config';
import { badInput, infrastructure } from '../domain/kintsugi-error';
import { firstLine } from '../domain/text';
import * as workspace from '../workspace/capture';
import { requireDirectory, rulesFor } from '../run-input';

/** Files above this, in bytes, are no sources. */
const LONGEST_SOURCE = 1_000_000;

/** Files of a directory by the rules of captures; nothing is stored. Throws a sentence for one that can't be a project. */
export async function listSources(config: Config, path: string): Promise<workspace.ListedDirectory> {
  const directory = await requireDirectory(path);
  const heavyFolders = await rulesFor(config, directory);
  const request = { directory, heavyFolders, exclude: [config.home], longest: LONGEST_SOURCE };
  try {
    return await workspace.listDirectory(request);
  } catch (error) {
    if (error instanceof workspace.DirectoryError) throw badInput(error.message);
    const reason = firstLine(error instanceof Error ? error.message : String(error));
    throw infrastructure(`${directory} could not be read: ${reason}`);
  }
}
