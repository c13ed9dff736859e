import type { Command } from 'commander';
import type { Config } from '../../config';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { explainDirectory } from '../explain';
import { folderArgument } from './folder-argument';
import { createOutput } from './output';
import { renderExplanation } from './workspace-render';

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
