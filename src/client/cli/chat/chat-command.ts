import { realpath } from 'node:fs/promises';
import { badInput, type ExitCode } from '../../../domain/kintsugi-error';
import { redactor } from '../../../domain/redact';
import { requireDirectory } from '../../../run-input';
import type { SessionHandle } from '../../session-handle';
import { openSession } from '../open-session';
import { withClient, type Context } from '../context';
import { folderArgument } from '../folder-argument';
import { sessionModelLine } from '../model-line';
import type { RunFlags } from '../run-flags';
import { addSessionFlags, changeSettings, sessionSettings } from '../session-flags';
import { withStore } from '../../store-reader';
import { Chat } from './chat';
import type { Cli } from '../command-names';

/** Most open runs that are looked at for the newest session of a directory. */
const MOST_OPEN = 10_000;

interface ChatFlags extends RunFlags {
  session?: string;
  continue?: boolean;
}

/** Adds `kintsugi chat [DIR]`. */
export function addChatCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('chat')
    .description('talk to a session about your project: ask, look at changes, approve them, go back');
  folderArgument(command)
    .option('--session <id>', 'the session to go on with')
    .option('--continue', 'go on with the newest open session of the project');
  addSessionFlags(command).action(async (dir: string, flags: ChatFlags) => {
    if (!process.stdin.isTTY || !process.stdout.isTTY || !process.stderr.isTTY)
      throw badInput('kintsugi chat needs a terminal: in a script use kintsugi ask "…" instead.');
    exit(await withClient(config(), {}, (context) => chat(context, dir, flags)));
  });
}

async function chat(context: Context, dir: string, flags: ChatFlags): Promise<ExitCode> {
  const { config } = context;
  const { session, isNew } = await sessionOf(context, dir, flags);
  const { directory } = await session.described();
  if (directory === undefined)
    throw badInput(
      `The directory of ${session.id} is on another machine: talk to it with kintsugi ask "…" there.`,
    );
  if (!isNew) await changeSettings(session, sessionSettings(flags));
  return withStore(config, async (store) => {
    const redact = redactor(config.secrets);
    const talk = await Chat.open({ context, session, directory, store, redact });
    return talk.run(isNew);
  });
}

async function sessionOf(
  { client, config, output }: Context,
  dir: string,
  flags: ChatFlags,
): Promise<{ session: SessionHandle; isNew: boolean }> {
  if (flags.session !== undefined) return { session: await openSession(client, flags.session), isNew: false };
  if (flags.continue) {
    const directory = await realpath(await requireDirectory(dir));
    const runs = await client.list({ open: true, directory, limit: MOST_OPEN });
    const newest = runs.find((run) => run.kind === 'session' && run.directory === directory);
    if (!newest)
      throw badInput(`There is no open session about ${directory}. Start one with: kintsugi chat ${dir}`);
    return { session: client.sessionOf(newest.id), isNew: false };
  }
  const session = await client.session({
    directory: dir,
    language: config.language,
    ...sessionSettings(flags),
  });
  output.note(sessionModelLine());
  return { session, isNew: true };
}
