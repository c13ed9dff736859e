import { Option } from 'commander';
import type { Config } from '../../config';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { RUN_NAME, withRun } from './context';
import { endOf } from './follow';
import { printOutcome } from './rollback-commands';
import { addFollowFlags, startAndFollow, type FollowFlags } from './heal-command';
import type { Cli } from './command-names';

interface PublishFlags {
  choice?: string;
  test?: boolean;
  approval?: 'low' | 'medium';
  partial?: boolean;
  dryRun?: boolean;
}

/** Adds `kintsugi publish ID`. */
export function addPublishCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('publish')
    .description(
      'publish the change of an ended run that was suggested, rejected, not answered in time, in conflict, or a dry run; what heal made is verified again first',
    )
    .argument('<id>', RUN_NAME)
    .option('--choice <letter>', 'which of the suggested repairs, as the result of the run lists them');
  command.option('--no-test', 'leave out the test that the answer to the question becomes');
  command.addOption(
    new Option('--approval <level>', 'medium asks about the change as your files are now, low does not')
      .choices(['low', 'medium'])
      .default(undefined, 'medium; low with --choice'),
  );
  command.option('--partial', 'of a goal or a guard: where something is in conflict, publish the rest');
  command.option('--dry-run', 'of a goal or a guard: show what would change and write nothing');
  addFollowFlags(command).action(async (id: string, flags: FollowFlags & PublishFlags) => {
    exit(await runPublish(config(), id, flags));
  });
}

async function runPublish(
  config: Config,
  name: string,
  { partial, dryRun, ...given }: FollowFlags & PublishFlags,
): Promise<ExitCode> {
  const found = await withRun(config, name, given, async (context, id) => {
    const { kind } = await context.client.run(id).described();
    if (kind !== 'goal' && kind !== 'gate') return id;
    const outcome = await context.client.publishAsIs(id, { partial, dryRun }, (run) => endOf(run, context));
    return printOutcome(context, outcome, { ...given, dryRun });
  });
  if (typeof found !== 'string') return found;
  if (partial || dryRun) throw badInput('--partial and --dry-run are for the change of a goal or a guard.');
  const { choice, test, approval, ...flags } = given;
  if (choice?.trim() === '') throw badInput('--choice is empty: give a letter, such as A.');
  return startAndFollow(config, { ...flags, mode: undefined }, (client) =>
    client.publish(found, {
      choice,
      test,
      ...(approval && { unasked: approval === 'low' }),
    }),
  );
}
