import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { policyFiles, type Config } from '../../config';
import { errorCode } from '../../machine/system-errors';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { RUN_NAME } from './context';
import { addFollowFlags, requireRequest, startAndFollow, type FollowFlags } from './heal-command';
import { modelLine } from './model-line';
import { addOppositeFlags, addRunFlags, settingsOf, type RunFlags } from './run-flags';
import type { Cli } from './command-names';

interface ForkFlags extends FollowFlags {
  checkpoint?: string;
  patch?: string;
  /** False with --no-budget. */
  budget?: boolean;
  /** False with --no-request. */
  request?: boolean;
}

/** Adds `kintsugi fork ID ["request"]`. */
export function addForkCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('fork')
    .description('start a new run from a state of another run')
    .argument('<id>', `${RUN_NAME}; it may have ended or not`)
    .argument('[request]', 'another request, for the model; settings that are not given stay as in that run')
    .option(
      '--checkpoint <checkpoint>',
      'checkpoint to begin at: its number or tree, as kintsugi checkpoints lists them (default: the last)',
    )
    .option('--patch <file>', 'unified diff to apply to that checkpoint first; -: from stdin')
    .option('--no-request', 'drop the request of that run and repair failing checks')
    .option('--no-budget', 'set no budget, even if that run had one');
  addOppositeFlags(addFollowFlags(addRunFlags(command))).action(
    async (id: string, request: string | undefined, flags: RunFlags & ForkFlags) => {
      exit(await runFork(config(), id, request, flags));
    },
  );
}

async function runFork(
  config: Config,
  id: string,
  request: string | undefined,
  flags: RunFlags & ForkFlags,
): Promise<ExitCode> {
  requireRequest(request, config);
  if (request !== undefined && flags.request === false)
    throw badInput('Give either a request or --no-request.');
  const settings = settingsOf(flags);
  if (flags['checkTimeout'] !== undefined && !settings.verification?.commands)
    throw badInput('--check-timeout needs --check: repeat the checks of that run.');
  const patch = flags.patch === undefined ? undefined : await readPatch(flags.patch);
  await policyFiles(config, undefined);
  const followed = { ...flags, mode: settings.mode, asks: modelLine(config, settings.model) };
  return startAndFollow(config, followed, async (client) =>
    client.fork(await client.idOf(id), {
      ...settings,
      // Undefined: the limits of the forked run, with nothing spent.
      budget: flags.budget === false ? null : settings.budget,
      request: flags.request === false ? null : request,
      checkpoint: flags.checkpoint,
      patch,
    }),
  );
}

/** Reads a patch. Throws a sentence for bytes that are not UTF-8: as text they would change. */
async function readPatch(name: string): Promise<string> {
  const bytes = name === '-' ? await buffer(process.stdin) : await readFile(name).catch(unread(name));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badInput(`The patch ${name} is not UTF-8 text: give a unified diff of text files.`);
  }
}

function unread(name: string): (error: unknown) => never {
  return (error) => {
    const code = errorCode(error);
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(code);
    throw badInput(`--patch ${name} cannot be read: ${reason}.`);
  };
}
