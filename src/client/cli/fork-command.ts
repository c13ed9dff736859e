import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Config } from '../../config';
import { errorCode } from '../../machine/system-errors';
import { badInput, type ExitCode } from '../../domain/kintsugi-error';
import { addFollowFlags, requireRequest, startAndFollow, type FollowFlags } from './heal-command';
import { addOppositeFlags, addRunFlags, settingsOf, type RunFlags } from './run-flags';

interface ForkFlags extends FollowFlags {
  step?: string;
  patch?: string;
  /** False with --no-budget. */
  budget?: boolean;
  /** False with --no-request. */
  request?: boolean;
}

/** Adds `kintsugi fork ID ["request"]`. */
export function addForkCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const command = program
    .command('fork')
    .description('start a run from any state of another one, on the files as they are now')
    .argument('<id>', 'id of the run, ended or not')
    .argument('[request]', 'another request (needs a model); what is not given is as in that run')
    .option('--step <state>', 'state to begin at (number or tree, see steps); by default the last')
    .option('--patch <file>', 'unified diff to apply to that state first; - reads it from stdin')
    .option('--no-request', 'leave out what that run was asked: repair what fails');
  addOppositeFlags(addFollowFlags(addRunFlags(command)))
    .option('--no-budget', 'spend what it needs, though that run had a budget')
    .action(async (id: string, request: string | undefined, flags: RunFlags & ForkFlags) => {
      exit(await runFork(config(), id, request, flags));
    });
}

async function runFork(
  config: Config,
  id: string,
  request: string | undefined,
  flags: RunFlags & ForkFlags,
): Promise<ExitCode> {
  requireRequest(request, config);
  if (request !== undefined && flags.request === false)
    throw badInput('Give a request or --no-request, not both.');
  const settings = settingsOf(flags);
  if (flags['checkTimeout'] !== undefined && !settings.verification?.commands)
    throw badInput('--check-timeout goes with --check: repeat the checks of the run.');
  const patch = flags.patch === undefined ? undefined : await readPatch(flags.patch);
  return startAndFollow(config, { ...flags, mode: settings.mode }, (client) =>
    client.fork(id, {
      ...settings,
      // Limits that are named are for this run alone, and nothing of them is spent yet.
      budget: flags.budget === false ? null : settings.budget,
      request: flags.request === false ? null : request,
      step: flags.step,
      patch,
    }),
  );
}

/** Text of a patch; bytes that are no text would become others on the way. */
async function readPatch(name: string): Promise<string> {
  const bytes = name === '-' ? await buffer(process.stdin) : await readFile(name).catch(unread(name));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badInput(`The patch ${name} is not UTF-8 text: only text can be patched.`);
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
