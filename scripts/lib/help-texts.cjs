'use strict';
const path = require('node:path');

const COLUMNS = 80;

function helpOf(command) {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => COLUMNS });
  command.outputHelp();
  return text;
}

/** Help of a command and of those below it, by their words: '' for `kintsugi` itself. */
function below(words, command) {
  const own = [[words.join(' '), helpOf(command)]];
  return [...own, ...command.commands.flatMap((one) => below([...words, one.name()], one))];
}

/** Texts that an installed package prints before it has Node and packages: help, and scripts of completion. */
function helpTexts(dist) {
  const cli = path.join(dist, 'client', 'cli');
  const { kintsugiCommand } = require(path.join(cli, 'main.js'));
  const { completionScript, SHELLS } = require(path.join(cli, 'completion.js'));
  const program = kintsugiCommand(undefined, () => undefined);
  const completions = SHELLS.map((shell) => [shell, completionScript(shell, program)]);
  return {
    commands: Object.fromEntries(below([], program)),
    completions: Object.fromEntries(completions),
  };
}

module.exports = { helpTexts };
