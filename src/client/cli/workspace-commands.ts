import type { Command } from 'commander';
import type { Config } from '../../config';
import { EXIT, type ExitCode, badInput, infrastructure } from '../../domain/kintsugi-error';
import { folderArgument } from './folder-argument';
import { createOutput } from './output';
import { renderExplanation } from './workspace-render';
import * as workspace from '../../workspace/capture';
import type { Explanation } from '../../domain/files/explanation';
import { firstLine } from '../../domain/text';
import { requireDirectory, rulesFor } from '../../run-input';

/** Adds `workspace explain [DIR]`. */
export function addWorkspaceCommands(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
  const command = program
    .command('workspace')
    .description('see folders as runs see them')
    .command('explain')
    .description('list what a run captures of a folder and what it leaves out, by which rules');
  folderArgument(command)
    .option('--json', 'print JSON')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const settings = config();
      const output = createOutput({ json: flags.json ?? false, color: settings.color });
      const explanation = await explainDirectory(settings, dir);
      if (flags.json) output.print(JSON.stringify(explanation));
      else for (const line of renderExplanation(explanation)) output.print(line);
      exit(EXIT.healed);
    });
}

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
