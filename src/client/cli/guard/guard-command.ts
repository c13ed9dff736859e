import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { terminalVariables, wholeNumber, type Config } from '../../../config';
import { badInput, type ExitCode } from '../../../domain/kintsugi-error';
import type { GuardRights } from '../../../commands/guard';
import { isBelow } from '../../../machine/paths';
import { requireDirectory } from '../../../run-input';
import { addRunFlags, CHECK_PLACES, settingsOf, type RunFlags } from '../run-flags';
import { valueBy } from '../option-value';
import { runGuard } from './guard-run';
import type { Cli } from '../command-names';

/** Places of a gate's input that flags of other commands fill here too. */
const SHARED = [
  ...CHECK_PLACES,
  'impactedFiles',
  'approval.level',
  'approval.deadlineMs',
  'approval.remindEveryMs',
  'approval.delegate.to',
  'approval.delegate.afterMs',
  'approval.onExpiry',
];

const EVERY_SECONDS = 30;

interface GuardFlags extends RunFlags {
  folder: string;
  network?: boolean;
  read: string[];
  write: string[];
  env: string[];
  every: number;
  resume?: string;
  json?: boolean;
}

/** Adds `kintsugi guard -- COMMAND`. */
export function addGuardCommand({ program, config, exit }: Cli): void {
  const each = (value: string, before: string[]): string[] => [...before, value];
  const command = program
    .command('guard')
    .usage('[options] -- <command...>')
    .description(
      'run any agent or script on a copy of the folder, in a sandbox on your terminal; then see one change, judged as a gate judges it, and publish it or not',
    )
    .argument('[command...]', 'the command and its arguments, behind --')
    .option('--folder <dir>', 'folder that it works on', '.')
    .option('--network', 'let it use the network, with all that is reachable from this machine')
    .option('--read <path>', 'let it read a file or folder outside, as of your home; repeatable', each, [])
    .option('--write <dir>', 'let it write in a folder outside, for good; repeatable', each, [])
    .option('--env <name>', 'give it a variable of your shell, or NAME=value; repeatable', each, [])
    .option(
      '--every <seconds>',
      'make a checkpoint so often while files change',
      valueBy(wholeNumber),
      EVERY_SECONDS,
    )
    .option('--resume <id>', 'go on with a guard that was killed, where it left the files')
    .option('--json', 'print the typed result on stdout, after what the command writes there');
  addRunFlags(command, SHARED).action(async (words: string[], flags: GuardFlags) => {
    exit(await guard(config(), words, flags));
  });
}

async function guard(config: Config, command: string[], flags: GuardFlags): Promise<ExitCode> {
  const { folder, resume, network = false, every, json = false } = flags;
  if (command.length === 0 && resume === undefined)
    throw badInput('Name the command behind two dashes: kintsugi guard -- my-agent "round prices half up"');
  const { verification, impactedFiles, approval } = settingsOf(flags, SHARED);
  const rights = {
    network,
    read: await Promise.all(flags.read.map((path) => placeOf(path, config))),
    write: await Promise.all(flags.write.map((path) => writableOf(path, config))),
    allowUserns: verification?.allowUserns ?? false,
  } satisfies GuardRights;
  return runGuard(config, {
    ...{ command, rights, resume, json },
    directory: await requireDirectory(folder),
    variables: terminalVariables(flags.env),
    everyMs: every * 1_000,
    settings: { verification, impactedFiles, approval },
  });
}

/** Real path of a place outside that the command is to see. Throws a sentence where there is none, and for Kintsugi's own data. */
async function placeOf(path: string, { home }: Config): Promise<string> {
  const real = await realpath(resolve(path)).catch(() => undefined);
  if (real === undefined) throw badInput(`There is no ${resolve(path)}: check the path.`);
  if (isBelow(real, home)) throw badInput(`${real} is Kintsugi's own data, of which a guard shows nothing.`);
  return real;
}

async function writableOf(path: string, config: Config): Promise<string> {
  const real = await placeOf(path, config);
  if ((await stat(real)).isDirectory()) return real;
  throw badInput(`${real} is a file: --write takes the folder that holds it.`);
}
