import { hashText } from '../../domain/text';
import { type Checkpoint, isCut, withTold } from '../../domain/run/checkpoints';
import { rollbackReason, type RunRollback } from '../../domain/run/run-rollback';
import type { Say } from '../../domain/run/said';
import type { RollbackRequest } from '../rollback';
import { endOf } from './follow';
import type { RollbackResult } from '../../domain/run/rollback';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';
import { pathList, renderDiff } from './render';
import { rollbackExit, rollbackText } from './render-rollback';
import { eventsAfter, storedEvents } from '../event-log';
import { RUN_NAME, withRun, type Context, type Flags } from './context';
import { withStore } from '../store-reader';
import type { Cli } from './command-names';

/** Adds `kintsugi checkpoints ID` and `kintsugi rollback ID`. */
export function addRollbackCommands({ program, config, exit }: Cli): void {
  program
    .command('checkpoints')
    .description('list the states of the files in a run, which rollback and fork can go back to')
    .argument('<id>', RUN_NAME)
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      exit(await withRun(config(), id, flags, showCheckpoints));
    });
  program
    .command('rollback')
    .description(
      'undo what a run published and keep what you changed since; or, while it runs, take a run back to a checkpoint',
    )
    .argument('<id>', `${RUN_NAME}, or of a rollback; a rollback that changed nothing is never the last`)
    .option(
      '--to <checkpoint>',
      'checkpoint to go back to: its number or tree, as kintsugi checkpoints lists them',
    )
    .option('--only <checkpoint>', 'take back only the change that led to this checkpoint')
    .option('--partial', 'if you changed some files since, roll back the others')
    .option('--dry-run', 'show what would change and write nothing')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags & RollbackRequest) => {
      exit(await withRun(config(), id, flags, rollBack, { undoable: true }));
    });
}

async function showCheckpoints(context: Context, id: string, flags: Flags): Promise<ExitCode> {
  const { output } = context;
  const checkpoints = await allCheckpoints(context, id);
  if (flags.json) output.print(JSON.stringify(checkpoints));
  else
    for (const { number, snapshot, reason } of checkpoints)
      output.print(`${String(number).padStart(3)}  ${hashText(snapshot.tree)}  ${reason}`);
  return EXIT.healed;
}

/** All checkpoints of a run: those that it has at hand, and the older ones of which its events tell. */
async function allCheckpoints({ client, config }: Context, id: string): Promise<readonly Checkpoint[]> {
  const { checkpoints, events } = await client.checkpoints(id);
  if (!isCut(checkpoints)) return checkpoints;
  const told = await withStore(config, ({ readBlob }) =>
    events === undefined ? eventsAfter(client.run(id), 0, readBlob) : storedEvents(events, 0, readBlob),
  );
  return withTold(checkpoints, told);
}

async function rollBack(context: Context, id: string, flags: Flags & RollbackRequest): Promise<ExitCode> {
  const { client, output } = context;
  const running = await client.running(id);
  if (running) {
    const rollback = await client.rollBackRunning(running, flags);
    output.print(flags.json ? JSON.stringify(rollback) : saidRunning(id, rollback, output.say));
    return exitOfRunning(rollback);
  }
  const isNamed = flags.to !== undefined || flags.only !== undefined;
  const earlier = isNamed ? await allCheckpoints(context, id) : undefined;
  const outcome = await client.rollback(id, { ...flags, earlier }, (run) => endOf(run, context));
  return printOutcome(context, outcome, flags);
}

/** Prints what a rollback, or the publish of a goal, came to. */
export async function printOutcome(
  { output, config }: Context,
  outcome: RollbackResult & { id: string },
  flags: Flags & { dryRun?: boolean },
): Promise<ExitCode> {
  const { diff } = outcome;
  const text = diff && (await withStore(config, ({ readDiff }) => readDiff(diff.hash)));
  const { id: rollback, ...rest } = outcome;
  // Of a dry run no run is left that the id could name.
  const shown = flags.dryRun ? rest : { ...rest, id: rollback };
  if (flags.json) output.print(JSON.stringify(diff ? { ...shown, diff: { ...diff, text } } : shown));
  else {
    if (text !== undefined && flags.dryRun) output.print(renderDiff(text.trimEnd(), output));
    output.print(rollbackText(outcome.id, outcome, output.say, flags.dryRun));
  }
  return flags.dryRun ? EXIT.healed : rollbackExit(outcome);
}

function exitOfRunning({ status, conflicts }: RunRollback): ExitCode {
  if (status === 'conflict') return EXIT.notHealed;
  return conflicts.length > 0 ? EXIT.partial : EXIT.healed;
}

function saidRunning(id: string, rollback: RunRollback, say: Say): string {
  const left = pathList(rollback.conflicts, say);
  if (rollback.status === 'conflict') return say`Not rolled back, the run goes on as it was: ${left}.`;
  const lines = [
    `${say`The run ${rollbackReason(rollback, say.language)} and goes on from there.`} ${inCallersWords(say`Follow with: ${`kintsugi watch ${id}`}`)}`,
  ];
  if (left !== '') lines.push(say`Left as they are: ${left}.`);
  return lines.join('\n');
}
