'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { readText, writeText } = require('./atomic.cjs');
const { withLock } = require('./lock.cjs');
const { npmInstall } = require('./npm.cjs');
const { LaunchError, say } = require('./say.cjs');
const { hashOfContents } = require('./stamp.cjs');

const LOCK_DEADLINE_MS = 20 * 60_000;

/** Source that node_modules must be made from: another lock file or platform is another set of packages. */
function wantedStamp(root) {
  return hashOfContents(root, ['package-lock.json'], process.platform, process.arch);
}

/**
 * Installs the locked dependencies unless node_modules was made from this lock file. An installed package of Kintsugi
 * has no lock file, and its dependencies are there already.
 */
async function ensureDependencies(root) {
  if (!fs.existsSync(path.join(root, 'package-lock.json'))) return;
  const stampFile = path.join(root, 'node_modules', '.kintsugi-stamp');
  const fresh = () => readText(stampFile) === wantedStamp(root);
  if (fresh()) return;
  const onWait = (pid) => say(`waiting for process ${pid}, which installs the dependencies`);
  const lock = path.join(root, '.cache', 'locks', 'dependencies');
  await withLock(lock, { deadlineMs: LOCK_DEADLINE_MS, onWait }, async (hold) => {
    if (fresh()) return;
    const stamp = wantedStamp(root);
    say('installing the locked dependencies');
    // Not `npm ci`: it refuses a lock file when the registry lacks an optional package of some other platform.
    // A production environment must not leave out what the build needs.
    const failure = await npmInstall(root, ['--include=dev', '--include=optional'], { onSpawn: hold });
    if (failure !== undefined) {
      process.stderr.write(`${failure.trim()}\n`);
      throw new LaunchError(
        'npm could not install the dependencies (its output is above): mend that and start again.',
      );
    }
    writeText(stampFile, stamp);
  });
}

module.exports = { ensureDependencies };
