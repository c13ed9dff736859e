import '../../machine/compile-cache';
import { Command, CommanderError } from 'commander';
import { loadServiceConfig } from '../../config';
import { kintsugiVersion } from '../../machine/version';
import type { Language } from '../../domain/run/language';
import { EXIT, EXIT_MEANING, type ExitCode } from '../../domain/kintsugi-error';
import { addCompletionCommand } from './completion';
import { addCommands } from './command-pages';
import { exitWith, printError, reportError, wantsJson } from './report-error';

const AFTER_HELP = `
Start with: kintsugi heal
Exit codes:
${Object.entries(EXIT_MEANING)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}`;

/** Runs the \`kintsugi\` command. Resolves to its exit code. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.healed;
  const exit = (given: ExitCode): void => {
    code = given;
  };
  try {
    const program = kintsugiCommand(args[0], exit);
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const json = wantsJson(args);
    if (!(error instanceof CommanderError))
      return reportError(error, { json, language: languageOfSettings() });
    if (error.exitCode === 0) return EXIT.healed;
    // Commander has already written its message to stderr.
    if (json) printError(error.message.replace(/^error: /, ''), EXIT.usage);
    return EXIT.usage;
  }
}

/**
 * Builds the command with the sub-commands of the page that a name is on; with all of them where there is none of that name.
 * `exit` receives the exit code of the one that ran.
 */
export function kintsugiCommand(name: string | undefined, exit: (code: ExitCode) => void): Command {
  const program = new Command('kintsugi')
    .description(
      'Heals broken projects: runs their tests, finds a repair, verifies it, and publishes it after your approval.',
    )
    .version(kintsugiVersion(), '-V, --version', 'print the version')
    .showHelpAfterError('(kintsugi --help lists all commands)')
    .exitOverride();
  addCommands(name, { program, config: () => loadServiceConfig(), exit });
  // It speaks of all commands, so it is on no page: those of all pages are there for it.
  addCompletionCommand(program, exit);
  program.addHelpText('after', AFTER_HELP);
  for (const command of program.commands) hintAt(command, `kintsugi ${command.name()}`);
  return program;
}

/** Language of the settings; English where they can't be read. */
function languageOfSettings(): Language {
  try {
    return loadServiceConfig().language;
  } catch {
    return 'en';
  }
}

/** After a wrong flag or argument a command points to its own help. */
function hintAt(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help lists what it takes)`);
  for (const inner of command.commands) hintAt(inner, `${name} ${inner.name()}`);
}

if (require.main === module) {
  // Who reads no further (`| head`) has what he wants.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.healed);
    throw error;
  });
  void main(process.argv.slice(2)).then(exitWith);
}
