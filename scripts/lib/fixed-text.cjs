'use strict';
// Texts that the package has from its release: they need neither Node nor packages of the service, and come at once.
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..', '..');

function jsonOf(...names) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, ...names), 'utf8'));
}

/** Text that the arguments ask for, with the code to exit with: version, help, completion. Undefined for all others. */
function fixedText(args) {
  if (args[0] === '--version' || args[0] === '-V')
    return { text: `${jsonOf('package.json').version}\n`, code: 0 };
  const { commands, completions } = jsonOf('release', 'help.json');
  if (args.length === 0) return { text: commands[''], code: 2 };
  if (args[0] === 'completion' && args.length === 2 && Object.hasOwn(completions, args[1]))
    return { text: completions[args[1]], code: 0 };
  const words = wordsOfHelp(args);
  // Of `heal DIR --help` as of `heal --help`; what is no command is left to the program.
  const known =
    words &&
    [2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => Object.hasOwn(commands, name));
  return known === undefined ? undefined : { text: commands[known], code: 0 };
}

/** Words that help is asked about, none for that of the whole; undefined where it is not asked for. */
function wordsOfHelp(args) {
  if (args[0] === 'help') return args.slice(1);
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  if (!options.includes('--help') && !options.includes('-h')) return undefined;
  return args[0].startsWith('-') ? [] : args;
}

module.exports = { fixedText };
