'use strict';
const Module = require('node:module');
const path = require('node:path');
const { ensureBuild } = require('./built.cjs');
const { handOver } = require('./child.cjs');
const { ensureDependencies } = require('./dependencies.cjs');
const { ensureNode, isRightNode, refuseOtherPlatforms } = require('./node-binary.cjs');
const { LaunchError, say } = require('./say.cjs');
const { TARGETS } = require('./targets.cjs');

const ROOT = path.resolve(__dirname, '..', '..');

/** Prepares what a target needs and becomes it; never rejects: failures end the process with code 3, wrong use with 2. */
async function launch(name, args) {
  try {
    const target = Object.hasOwn(TARGETS, name ?? '') ? TARGETS[name] : undefined;
    if (!target) {
      say(
        `${name ? `there is no target "${name}"` : 'no target was named'}: take one of ${Object.keys(TARGETS).join(', ')}.`,
      );
      process.exitCode = 2;
      return;
    }
    if (!isRightNode()) {
      refuseOtherPlatforms();
      // Side by side: both mostly wait for the network.
      const [node] = await Promise.all([
        ensureNode(path.join(ROOT, '.cache', 'node')),
        ensureDependencies(ROOT),
      ]);
      // PATH stays the user's: check commands must see their own node.
      return await handOver(node, [path.join(ROOT, 'scripts', 'run.cjs'), name, ...args]);
    }
    await ensureDependencies(ROOT);
    if (target.built || target.buildOnly) await ensureBuild(ROOT, { always: target.buildOnly });
    if (!target.buildOnly) become(target, args);
  } catch (error) {
    say(error instanceof LaunchError ? error.message : (error.stack ?? String(error)));
    process.exitCode = 3;
  }
}

/** Runs the target in this process, so that signals, exit code and terminal are its own. */
function become(target, args) {
  process.chdir(target.where === 'caller' ? callersFolder() : ROOT);
  process.argv = [process.execPath, path.join(ROOT, target.main), ...(target.args ?? []), ...args];
  Module.runMain();
}

/** npm runs scripts in the project's folder and keeps in INIT_CWD where the user stood. */
function callersFolder() {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  return script && INIT_CWD && process.cwd() === ROOT ? INIT_CWD : process.cwd();
}

module.exports = { launch };
