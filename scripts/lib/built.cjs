'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { readText } = require('./atomic.cjs');
const { run } = require('./child.cjs');
const { withLock } = require('./lock.cjs');
const { LaunchError, say } = require('./say.cjs');
const { hashOfStats } = require('./stamp.cjs');

const LOCK_DEADLINE_MS = 10 * 60_000;
const INPUTS = [
  'src',
  'data',
  'scripts/build.cjs',
  'scripts/build-sandbox.cjs',
  'scripts/train-intent.cjs',
  'scripts/lib',
  'package-lock.json',
];
const SETTINGS = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Changes with everything that `dist` is made from; the Node version because built parts may depend on it. */
function buildStamp(root) {
  return hashOfStats(root, [...INPUTS, ...SETTINGS], process.version);
}

function stampFile(root) {
  return path.join(root, 'dist', '.stamp');
}

/** Builds `dist` if its stamp is not the sources' (an installed package has no sources and is built already). */
async function ensureBuild(root, { always = false } = {}) {
  if (!fs.existsSync(path.join(root, 'src'))) return;
  const fresh = () => readText(stampFile(root)) === buildStamp(root);
  if (!always && fresh()) return;
  const onWait = (pid) => say(`waiting for process ${pid}, which builds`);
  const lock = path.join(root, '.cache', 'locks', 'build');
  await withLock(lock, { deadlineMs: LOCK_DEADLINE_MS, onWait }, async (hold) => {
    if (!always && fresh()) return;
    say('building');
    const script = path.join(root, 'scripts', 'build.cjs');
    const { code } = await run(process.execPath, [script], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      onSpawn: hold,
    });
    if (code !== 0)
      throw new LaunchError('the build failed (its output is above): mend that and start again.');
    if (always) say('dist is up to date');
  });
}

module.exports = { buildStamp, ensureBuild, stampFile };
