import type { Command } from 'commander';
import type { Config } from '../../config';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { RUN_NAME } from './context';
import { addFollowFlags, startAndFollow, type FollowFlags } from './heal-command';
import type { PublishRequest } from '../publish';

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
  addFollowFlags(command).action(async (id: string, flags: FollowFlags & PublishRequest) => {
    exit(await runPublish(config(), id, flags));
  });
}

async function runPublish(
  config: Config,
  name: string,
  { choice, test, ...flags }: FollowFlags & PublishRequest,
): Promise<ExitCode> {
  if (choice?.trim() === '') throw badInput('--choice is empty: give a letter, such as A.');
  return startAndFollow(config, { ...flags, mode: undefined }, async (client) =>
    client.publish(await client.idOf(name), { choice, test }),
  );
}
