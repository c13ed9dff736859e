import * as workspace from '../workspace/capture';
import type { Config } from '../config';
import type { Explanation } from '../domain/files/explanation';
import { firstLine } from '../domain/text';
import { requireDirectory, rulesFor } from '../run-input';
import { badInput, infrastructure } from '../domain/kintsugi-error';

/**
 * Explains what a run would capture of a directory, by the configured rules. Stores nothing. Throws a sentence for a
 * path that is no directory, or can't be a project.
 */
export async function explainDirectory(config: Config, path: string): Promise<Explanation> {
  const directory = await requireDirectory(path);
  const heavyFolders = await rulesFor(config, directory);
  try {
    return await workspace.explainDirectory({ directory, heavyFolders, exclude: [config.home] });
  } catch (error) {
    if (error instanceof workspace.DirectoryError) throw badInput(error.message);
    const reason = firstLine(error instanceof Error ? error.message : String(error));
    throw infrastructure(`${directory} could not be captured: ${reason}`);
  }
}
