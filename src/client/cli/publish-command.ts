import { Option, type Command } from 'commander';
import type { Config } from '../../config';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { RUN_NAME } from './context';
import { addFollowFlags, startAndFollow, type FollowFlags } from './heal-command';

interface PublishFlags {
  choice?: string;
  test?: boolean;
  approval?: 'low' | 'medium';
}

/** Adds `kintsugi publish ID`. */
export function addPublishCommand(
  program: Command,
  config: () => Config,
  exit: (code: ExitCode) => void,
): void {
  const command = program
    .command('publish')
    .description(
      'publish the change of an ended run that was suggested, rejected, not answered in time, or a dry run; it is verified again first',
    )
    .argument('<id>', RUN_NAME)
    .option('--choice <letter>', 'which of the suggested repairs, as the result of the run lists them');
  command.option('--no-test', 'leave out the test that the answer to the question becomes');
  command.addOption(
    new Option('--approval <level>', 'medium asks about the change as your files are now, low does not')
      .choices(['low', 'medium'])
      .default(undefined, 'medium; low with --choice'),
  );
  addFollowFlags(command).action(async (id: string, flags: FollowFlags & PublishFlags) => {
    exit(await runPublish(config(), id, flags));
  });
}

async function runPublish(
  config: Config,
  name: string,
  { choice, test, approval, ...flags }: FollowFlags & PublishFlags,
): Promise<ExitCode> {
  if (choice?.trim() === '') throw badInput('--choice is empty: give a letter, such as A.');
  return startAndFollow(config, { ...flags, mode: undefined }, async (client) =>
    client.publish(await client.idOf(name), {
      choice,
      test,
      ...(approval && { unasked: approval === 'low' }),
    }),
  );
}
