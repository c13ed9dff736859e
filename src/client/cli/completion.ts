import { Argument, type Command, type Option } from 'commander';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';

/** Shells that have a script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** Adds `kintsugi completion SHELL` to a program that has all other commands. */
export function addCompletionCommand(program: Command, exit: (code: ExitCode) => void): void {
  program
    .commandsGroup('Service:')
    .command('completion')
    .description('print a script that completes commands, flags and their values in a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(shell, program));
      exit(EXIT.healed);
    });
}

/** A script for a shell that completes commands, their flags, and the values of flags that take one of a few. */
export function completionScript(shell: Shell, program: Command): string {
  if (shell === 'fish') return fishScript(program);
  const script = bashScript(program);
  return shell === 'bash' ? script : `autoload -Uz bashcompinit && bashcompinit\n${script}`;
}

/** A command with the words that lead to it: `[]` for the program itself. */
interface Level {
  words: readonly string[];
  command: Command;
}

function levelsOf(command: Command, words: readonly string[] = []): Level[] {
  const inner = command.commands.flatMap((one) => levelsOf(one, [...words, one.name()]));
  return [{ words, command }, ...inner];
}

function flagsOf({ options }: Command): string[] {
  return [...options.flatMap(({ long }) => long ?? []), '--help'];
}

/** Values that an option or an argument is one of. */
function choicesOf({ argChoices }: Option | Argument): readonly string[] {
  return argChoices ?? [];
}

function bashScript(program: Command): string {
  const levels = levelsOf(program);
  const values = levels.flatMap(({ words, command }) =>
    command.options
      .filter((option) => choicesOf(option).length > 0)
      .map((option) => branch([...words, option.long ?? ''], choicesOf(option))),
  );
  const words = levels.map(({ words: at, command }) =>
    branch(at, [
      ...command.commands.map((one) => one.name()),
      ...command.registeredArguments.flatMap(choicesOf),
      ...flagsOf(command),
    ]),
  );
  const commands = levels
    .filter(({ words: at }) => at.length > 0)
    .map(({ words: at }) => `"${at.join(' ')}"`);
  // Paths are completed by bash itself where no word fits.
  return `_kintsugi() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${commands.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "\${at:+$at }$previous" in
${values.join('\n')}
  *)
    case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _kintsugi kintsugi
`;
}

function branch(words: readonly string[], offered: readonly string[]): string {
  return `    "${words.join(' ')}") words="${offered.join(' ')}" ;;`;
}

function fishScript(program: Command): string {
  const lines = levelsOf(program).flatMap(({ words, command }) => {
    const when = words.length === 0 ? '__fish_use_subcommand' : `__kintsugi_at ${words.join(' ')}`;
    const start = `complete -c kintsugi -n '${when}'`;
    return [
      ...command.commands.map((one) => `${start} -f -a ${one.name()} -d ${quoted(one.description())}`),
      ...command.options.flatMap((option) => {
        const { long, description, required } = option;
        const offered = choicesOf(option);
        const takes = offered.length > 0 ? ` -x -a '${offered.join(' ')}'` : required ? ' -r' : '';
        return long ? [`${start} -l ${long.slice(2)}${takes} -d ${quoted(description)}`] : [];
      }),
    ];
  });
  return `function __kintsugi_at
  set -l words (commandline -opc | string match -v -- '-*')
  set -e words[1]
  string match -q -- "$argv *" "$words "
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
