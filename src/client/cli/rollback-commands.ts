import type { Command } from 'commander';
import type { Config } from '../../config';
import type { RollbackResult } from '../../domain/rollback';
import type { RollbackRequest } from '../rollback';
import { EXIT, type ExitCode } from '../errors';
import { withClient, type Context, type Flags } from './run-commands';

/** Adds `kintsugi steps ID` and `kintsugi rollback ID`. */
export function addRollbackCommands(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
  program
    .command('steps')
    .description('list the states of a run, for rollback and fork')
    .argument('<id>', 'id of the run')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      exit(await withClient(config(), flags, (context) => showSteps(context, id, flags)));
    });
  program
    .command('rollback')
    .description('undo what a run published; what you changed since stays')
    .argument('<id>', 'id of the run, or of a rollback')
    .option('--to <state>', 'go back to this state only (number or tree, see steps)')
    .option('--step <state>', 'take back the step that led to this state, and no other')
    .option('--dry-run', 'say what would change, and write nothing')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags & RollbackRequest) => {
      exit(await withClient(config(), flags, (context) => rollBack(context, id, flags)));
    });
}

async function showSteps({ client, output }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const { steps } = await client.states(id);
  if (flags.json) output.print(JSON.stringify(steps));
  else
    for (const { number, snapshot, reason } of steps)
      output.print(`${String(number).padStart(3)}  ${snapshot.tree.slice(0, 12)}  ${reason}`);
  return EXIT.healed;
}

async function rollBack(
  { client, output }: Context,
  id: string,
  flags: Flags & RollbackRequest,
): Promise<ExitCode> {
  const outcome = await client.rollback(id, flags);
  output.print(flags.json ? JSON.stringify(outcome) : said(outcome));
  return outcome.status === 'conflict' ? EXIT.notHealed : EXIT.healed;
}

function said(outcome: RollbackResult & { id: string }): string {
  const files = outcome.files.map((file) => file.path).join(', ');
  switch (outcome.status) {
    case 'published':
      return `Rolled back: ${files}. Undo with: kintsugi rollback ${outcome.id}`;
    case 'planned':
      return `Would change: ${files}. Nothing was written.`;
    case 'nothing':
      return 'Nothing to roll back: the files are in that state already.';
    case 'conflict': {
      const paths = outcome.conflicts.map((conflict) => `${conflict.path} (${conflict.reason})`).join(', ');
      return `Not rolled back, your files are unchanged: ${paths}.`;
    }
  }
}
