'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('./child.cjs');
const { LaunchError, say } = require('./say.cjs');

const DEADLINE_MS = 15 * 60_000;
/** On a network that drops packets npm tries again for minutes without a word. A loaded machine is slow as well, but something moves. */
const STILL_MS = 60_000;
const LOOK_MS = 5_000;

/** Calls `tell` each time that nothing has moved for a while. `trace`: what moves, as a text that then is another one. */
function watchStill(trace, tell, { stillMs = STILL_MS, lookMs = LOOK_MS } = {}) {
  let last = { trace: trace(), atMs: Date.now() };
  const timer = setInterval(() => {
    const now = { trace: trace(), atMs: Date.now() };
    if (now.trace === last.trace && now.atMs - last.atMs < stillMs) return;
    if (now.trace === last.trace) tell(Math.round(stillMs / 1000));
    last = now;
  }, lookMs);
  return () => clearInterval(timer);
}

/** Entries of a folder and when it was changed: npm makes the folders of packages one by one. */
function traceOf(folder) {
  try {
    return `${fs.readdirSync(folder).length} ${fs.statSync(folder).mtimeMs}`;
  } catch {
    return '';
  }
}

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
  let lines = 0;
  const stop = watchStill(
    () => `${lines} ${traceOf(path.join(prefix, 'node_modules'))}`,
    (seconds) =>
      say(
        `npm installs packages into ${prefix}, and nothing has come for ${seconds} s: it may wait for the network`,
      ),
  );
  const result = await run(npm.command, [...npm.args, ...install, ...settled, '--loglevel=http', ...args], {
    cwd: prefix,
    shell: npm.shell,
    capture: true,
    onSpawn,
    onOutput: () => (lines += 1),
    timeoutMs: DEADLINE_MS,
  });
  stop();
  const output = result.output.replaceAll(/^npm http .*\n?/gm, '');
  if (result.error?.code === 'ENOENT')
    throw new LaunchError('npm is not on PATH: install it, or add it to PATH.');
  if (result.signal) return `npm was ended by ${result.signal}\n${output}`;
  return result.code === 0 ? undefined : output;
}

module.exports = { npmCommand, npmInstall, watchStill };
