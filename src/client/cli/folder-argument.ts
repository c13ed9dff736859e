import type { Command } from 'commander';

const FOLDER = 'folder of the project (.)';

/** Declares the folder of a command, which is where you are unless another is given. */
export function folderArgument(command: Command): Command {
  return command.argument('[dir]', FOLDER, '.');
}

/** Declares a folder and a text behind it; an argument that stands alone is the text. */
export function folderAndText(command: Command, text: string, help: string): Command {
  return command.usage(`[options] [dir] <${text}>`).argument('[dir]', FOLDER).argument(`[${text}]`, help);
}

/** Folder and text of the arguments that `folderAndText` declares. Ends the command where the text is missing. */
export function readFolderAndText(command: Command): [dir: string, text: string] {
  const [first, second] = command.args;
  if (first === undefined)
    return command.error(`error: missing required argument '${command.registeredArguments[1]?.name()}'`);
  return second === undefined ? ['.', first] : [first, second];
}
