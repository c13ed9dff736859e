'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('./child.cjs');
const { withLock } = require('./lock.cjs');
const { npmInstall } = require('./npm.cjs');
const { LaunchError, say } = require('./say.cjs');

/** Node 24 and 26: isolated-vm has binaries for these ABIs only. */
const ABIS = ['137', '147'];
/** In order; a platform need not have every version in the registry. */
const WANTED = ['24.21.0', '24', '26'];
const LOCK_DEADLINE_MS = 10 * 60_000;

function isRightNode(abi = process.versions.modules) {
  return ABIS.includes(abi);
}

/** Name of the npm package that holds the official binary for a platform. */
function nodePackage(platform = process.platform, arch = process.arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

function binaryIn(folder) {
  return path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** An installed binary for this platform: a folder gets its name only when it is whole. */
function installed(cache) {
  const names = fs.existsSync(cache) ? fs.readdirSync(cache) : [];
  const prefix = `${nodePackage()}-`;
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+\.\d+\.\d+$/.test(name.slice(prefix.length)))
    .sort()
    .map((name) => binaryIn(path.join(cache, name)))
    .find((file) => fs.existsSync(file));
}

/** Path of a Node that runs Kintsugi, installed into `<root>/.cache/node` if there is none yet. */
async function ensureNode(root) {
  const cache = path.join(root, '.cache', 'node');
  const found = installed(cache);
  if (found) return found;
  const onWait = (pid) => say(`waiting for process ${pid}, which installs Node`);
  return withLock(path.join(cache, 'lock'), { deadlineMs: LOCK_DEADLINE_MS, onWait }, async (hold) => {
    return installed(cache) ?? (await install(cache, hold));
  });
}

async function install(cache, hold) {
  say(
    `needs Node 24 or 26 and this is ${process.version}: installing one into .cache/node (your own stays as it is)`,
  );
  let output = '';
  for (const version of WANTED) {
    const temporary = fs.mkdtempSync(path.join(cache, 'new-'));
    try {
      const failure = await npmInstall(temporary, ['--no-package-lock', `${nodePackage()}@${version}`], {
        onSpawn: hold,
      });
      const folder = failure === undefined && (await keepIfItRuns(cache, temporary));
      if (folder) return binaryIn(folder);
      output ||= failure ?? 'The binary does not run on this system.';
    } finally {
      fs.rmSync(temporary, { recursive: true, force: true });
    }
  }
  process.stderr.write(`${output.trim()}\n`);
  throw new LaunchError(
    `no Node could be installed for ${nodePackage()}: install Node 24 or 26 yourself and start again.`,
  );
}

async function keepIfItRuns(cache, temporary) {
  const unpacked = path.join(temporary, 'node_modules', nodePackage());
  const abi = await run(binaryIn(unpacked), ['-p', 'process.versions.modules'], { capture: true });
  if (!isRightNode(abi.output.trim())) return undefined;
  const { version } = JSON.parse(fs.readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
  const folder = path.join(cache, `${nodePackage()}-${version}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(unpacked, folder);
  return folder;
}

module.exports = { ensureNode, isRightNode, nodePackage };
