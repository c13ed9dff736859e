'use strict';
const path = require('node:path');
const { run } = require('./child.cjs');

/** Shells that `kintsugi completion` may know. */
const SHELLS = ['bash', 'zsh', 'fish'];
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

/** Scripts of completion, by their shell. */
async function completions(dist) {
  const program = path.join(dist, 'client', 'cli', 'main.js');
  const results = await Promise.all(
    SHELLS.map((shell) => run(process.execPath, [program, 'completion', shell], { capture: true })),
  );
  return SHELLS.flatMap((shell, index) =>
    results[index].code === 0 ? [[shell, results[index].output]] : [],
  );
}

/** Texts that an installed package prints before it has Node and packages. */
async function helpTexts(dist) {
  const { kintsugiCommand } = require(path.join(dist, 'client', 'cli', 'main.js'));
  const commands = below(
    [],
    kintsugiCommand(undefined, () => undefined),
  );
  return { commands: Object.fromEntries(commands), completions: Object.fromEntries(await completions(dist)) };
}

module.exports = { helpTexts };
