import * as workspace from '../workspace/capture';
import type { Config } from '../config';
import type { Explanation } from '../domain/files/explanation';
import { firstLine } from '../domain/text';
import { requireDirectory } from './client';
import { badInput, infrastructure } from '../domain/kintsugi-error';
import { configuredRules } from './heavy-rules';

/**
 * What a run on this directory would capture, by the rules that are configured. Captures it into nothing. Throws a
 * sentence for what is no project's folder.
 */
export async function explainDirectory(config: Config, path: string): Promise<Explanation> {
  const heavyFolders = configuredRules(config);
  const directory = await requireDirectory(path);
  try {
    return await workspace.explainDirectory({ directory, heavyFolders, exclude: [config.home] });
  } catch (error) {
    if (error instanceof workspace.DirectoryError) throw badInput(error.message);
    const reason = firstLine(error instanceof Error ? error.message : String(error));
    throw infrastructure(`${directory} cannot be captured: ${reason}`);
  }
}
