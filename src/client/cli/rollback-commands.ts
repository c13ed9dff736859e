import { hashText } from '../../domain/text';
import type { Command } from 'commander';
import type { Config } from '../../config';
import type { RollbackResult } from '../../domain/run/rollback';
import { rollbackReason, type RunRollback } from '../../domain/run/run-rollback';
import type { RollbackRequest } from '../rollback';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import { pathList, renderDiff } from './render';
import { withClient, type Context, type Flags } from './context';
import { withStore } from './store-reader';

/** Adds `kintsugi checkpoints ID` and `kintsugi rollback ID`. */
export function addRollbackCommands(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
  program
    .command('checkpoints')
    .description('list the states of the files in a run, which rollback and fork can go back to')
    .argument('<id>', 'id of the run')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      exit(await withClient(config(), flags, (context) => showCheckpoints(context, id, flags)));
    });
  program
    .command('rollback')
    .description(
      'undo what a run published and keep what you changed since; or, while it runs, take a run back to a checkpoint',
    )
    .argument('<id>', 'id of the run or of a rollback')
    .option(
      '--to <checkpoint>',
      'checkpoint to go back to: its number or tree, as kintsugi checkpoints lists them',
    )
    .option('--only <checkpoint>', 'take back only the change that led to this checkpoint')
    .option('--partial', 'if you changed some files since, roll back the others')
    .option('--dry-run', 'show what would change and write nothing')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags & RollbackRequest) => {
      exit(await withClient(config(), flags, (context) => rollBack(context, id, flags)));
    });
}

async function showCheckpoints({ client, output }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const { checkpoints } = await client.checkpoints(id);
  if (flags.json) output.print(JSON.stringify(checkpoints));
  else
    for (const { number, snapshot, reason } of checkpoints)
      output.print(`${String(number).padStart(3)}  ${hashText(snapshot.tree)}  ${reason}`);
  return EXIT.healed;
}

async function rollBack(
  { client, output, config }: Context,
  id: string,
  flags: Flags & RollbackRequest,
): Promise<ExitCode> {
  const running = await client.running(id);
  if (running) {
    const rollback = await client.rollBackRunning(running, flags);
    output.print(flags.json ? JSON.stringify(rollback) : saidRunning(id, rollback));
    return exitOfRunning(rollback);
  }
  const outcome = await client.rollback(id, flags);
  const { diff } = outcome;
  const text = diff && (await withStore(config, ({ readDiff }) => readDiff(diff.hash)));
  if (flags.json) output.print(JSON.stringify(diff ? { ...outcome, diff: { ...diff, text } } : outcome));
  else {
    if (text !== undefined) output.print(renderDiff(text.trimEnd(), output));
    output.print(flags.dryRun ? planned(outcome) : said(outcome));
  }
  return flags.dryRun ? EXIT.healed : EXITS[outcome.status];
}

const EXITS: Record<RollbackResult['status'], ExitCode> = {
  published: EXIT.healed,
  planned: EXIT.healed,
  nothing: EXIT.healed,
  partial: EXIT.partial,
  conflict: EXIT.notHealed,
};

function exitOfRunning({ status, conflicts }: RunRollback): ExitCode {
  if (status === 'conflict') return EXIT.notHealed;
  return conflicts.length > 0 ? EXIT.partial : EXIT.healed;
}

function saidRunning(id: string, rollback: RunRollback): string {
  const left = pathList(rollback.conflicts);
  if (rollback.status === 'conflict') return `Not rolled back, the run goes on as it was: ${left}.`;
  const lines = [
    `The run ${rollbackReason(rollback)} and goes on from there. ${inCallersWords(`Follow with: kintsugi watch ${id}`)}`,
  ];
  if (left !== '') lines.push(`Left as they are: ${left}.`);
  return lines.join('\n');
}

function planned({ status, files, conflicts }: RollbackResult): string {
  const left = pathList(conflicts);
  if (status === 'nothing') return NOTHING;
  if (status === 'conflict') return `Dry run, nothing was written. It would change nothing: ${left}.`;
  const leaves = conflicts.length > 0 ? ` It would leave as you have them: ${left}.` : '';
  return `Dry run, nothing was written. It would change: ${pathsOf(files)}.${leaves}`;
}

const NOTHING = 'Nothing to roll back: the files are already in that state.';

function said(outcome: RollbackResult & { id: string }): string {
  const undo = inCallersWords(`Undo with: kintsugi rollback ${outcome.id}`);
  const left = pathList(outcome.conflicts);
  switch (outcome.status) {
    case 'published':
      return `Rolled back: ${pathsOf(outcome.files)}. ${undo}`;
    case 'partial':
      return `Rolled back in part: ${pathsOf(outcome.files)}. ${undo}\nLeft as you have them: ${left}.`;
    case 'planned':
      return planned(outcome);
    case 'nothing':
      return NOTHING;
    case 'conflict':
      return `Not rolled back, your files are unchanged: ${left}. Use --partial to roll back the rest.`;
  }
}

function pathsOf(files: readonly { path: string }[]): string {
  return files.map(({ path }) => path).join(', ');
}
