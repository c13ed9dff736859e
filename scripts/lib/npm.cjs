'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('./child.cjs');
const { LaunchError, say } = require('./say.cjs');

const DEADLINE_MS = 15 * 60_000;
/** On a network that drops packets npm tries again for minutes without a word. */
const SLOW_MS = 60_000;

/** The npm that started this process, else the one on PATH. Its own Node runs it, which need not be ours. */
function npmCommand(env = process.env) {
  const given = env.npm_execpath;
  if (given && /np[mx]-cli\.c?js$/.test(given)) {
    const cli = path.join(path.dirname(given), 'npm-cli.js');
    if (fs.existsSync(cli))
      return { command: env.npm_node_execpath ?? process.execPath, args: [cli], shell: false };
  }
  // Windows has npm as a script, which only a shell starts.
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/** `npm install` into `prefix`, silent unless it fails. Resolves to undefined, or to npm's output when it failed. */
async function npmInstall(prefix, args, { onSpawn } = {}) {
  const npm = npmCommand();
  // The user's own settings of npm must not change what is installed, nor where.
  const install = ['install', '--prefix', '.', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const settled = [
    '--package-lock',
    '--no-package-lock-only',
    '--no-dry-run',
    '--no-global',
    '--no-engine-strict',
    '--install-strategy=hoisted',
  ];
  const slow = setInterval(() => say('npm is still at work: if this goes on, look at the network'), SLOW_MS);
  const result = await run(npm.command, [...npm.args, ...install, ...settled, '--loglevel=error', ...args], {
    cwd: prefix,
    shell: npm.shell,
    capture: true,
    onSpawn,
    timeoutMs: DEADLINE_MS,
  });
  clearInterval(slow);
  if (result.error?.code === 'ENOENT')
    throw new LaunchError('npm is not on PATH: install it, or add it to PATH.');
  if (result.signal) return `npm was ended by ${result.signal}\n${result.output}`;
  return result.code === 0 ? undefined : result.output;
}

module.exports = { npmCommand, npmInstall };
