'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { writeText } = require('./atomic.cjs');
const { run } = require('./child.cjs');
const { withLock } = require('./lock.cjs');
const { npmInstall } = require('./npm.cjs');
const { LaunchError, say } = require('./say.cjs');

/**
 * The one Node that runs worker, sandbox and tests: another one might judge the same project differently, and
 * isolated-vm has binaries for few.
 */
const NODE_VERSION = fs.readFileSync(path.resolve(__dirname, '..', '..', '.node-version'), 'utf8').trim();
/** Integrity of the npm packages that hold the official binaries of this version, by platform. */
const PACKAGES = {
  'linux-x64':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'win-x64':
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};
const LOCK_DEADLINE_MS = 10 * 60_000;

function isRightNode(version = process.version) {
  return version === `v${NODE_VERSION}`;
}

function platformName() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

/** Folder and program of the Node in a cache; the folder gets its name only when it is whole. */
function placeIn(cache) {
  const folder = path.join(cache, `node-${platformName()}-${NODE_VERSION}`);
  return { folder, binary: binaryIn(folder) };
}

function binaryIn(folder) {
  return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Path of the Node that runs Kintsugi, installed into the folder `cache` if it is not there yet. */
async function ensureNode(cache) {
  const { folder, binary } = placeIn(cache);
  if (fs.existsSync(binary)) return binary;
  const onWait = (pid) => say(`waiting for process ${pid}, which installs Node`);
  return withLock(path.join(cache, 'lock'), { deadlineMs: LOCK_DEADLINE_MS, onWait }, async (hold) => {
    if (!fs.existsSync(binary)) await install(cache, folder, hold);
    return binary;
  });
}

/** The way out where it can't be installed. */
const BY_HAND = `install Node ${NODE_VERSION} yourself (nodejs.org has it), put it first on PATH, and start again.`;

/** Throws where this Node is not the right one and there is no package of that for the platform. */
function refuseOtherPlatforms() {
  if (isRightNode() || PACKAGES[platformName()]) return;
  throw new LaunchError(
    `needs Node ${NODE_VERSION}, this is ${process.version}, and npm has no package of it for ${platformName()}: ${BY_HAND}`,
  );
}

async function install(cache, folder, hold) {
  say(
    `needs Node ${NODE_VERSION} and this is ${process.version}: installing it into ${cache} (your own stays as it is)`,
  );
  // Left by installs that were killed: the lock is held, so none of them is at work.
  for (const name of fs.readdirSync(cache))
    if (name.startsWith('new-')) fs.rmSync(path.join(cache, name), { recursive: true, force: true });
  const temporary = fs.mkdtempSync(path.join(cache, 'new-'));
  try {
    const name = `node-${platformName()}`;
    lockPackage(temporary, name, PACKAGES[platformName()]);
    const failure = await npmInstall(temporary, [], { onSpawn: hold });
    const unpacked = path.join(temporary, 'node_modules', name);
    const ran = failure ?? (await whyItDoesNotRun(binaryIn(unpacked)));
    if (ran !== undefined) {
      process.stderr.write(`${ran.trim()}\n`);
      throw new LaunchError(`Node ${NODE_VERSION} could not be installed (the reason is above): ${BY_HAND}`);
    }
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(unpacked, folder);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** A lock file in `folder` by which npm refuses any other bytes. */
function lockPackage(folder, name, integrity) {
  const dependencies = { [name]: NODE_VERSION };
  const packages = {
    '': { dependencies },
    [`node_modules/${name}`]: { version: NODE_VERSION, integrity },
  };
  writeText(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeText(path.join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}

/** Undefined where the program is the right Node. */
async function whyItDoesNotRun(binary) {
  const { output, error } = await run(binary, ['--version'], { capture: true });
  return isRightNode(output.trim())
    ? undefined
    : `It does not run on this system: ${error?.message ?? output}`;
}

module.exports = { ensureNode, isRightNode, refuseOtherPlatforms };
