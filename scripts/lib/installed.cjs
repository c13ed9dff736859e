'use strict';
// The package as npm has installed it: small, without what runs the service. Node and packages are brought into the data
// folder, and the package's own code beside them, so that what runs outlives the package (npx, an upgrade).
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { readText, writeText } = require('./atomic.cjs');
const { handOver, run } = require('./child.cjs');
const { withLock } = require('./lock.cjs');
const { ensureNode, isRightNode, refuseOtherPlatforms } = require('./node-binary.cjs');
const { npmInstall } = require('./npm.cjs');
const { LaunchError, say } = require('./say.cjs');

const ROOT = path.resolve(__dirname, '..', '..');
const LOCK_DEADLINE_MS = 20 * 60_000;
const PROGRESS_MS = 5_000;
/** Programs that stay: this one, the one before, and the one of a service that runs. */
const KEPT = 2;
const NATIVE = "require('isolated-vm'); require('@temporalio/core-bridge');";

/** Folder of the data, as src/config/service-options.ts has it. */
function dataFolder(env) {
  if (env.KINTSUGI_HOME) return path.resolve(env.KINTSUGI_HOME);
  return path.join(env.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share'), 'kintsugi');
}

/** Runs `kintsugi ARGS`; never rejects: failures end the process with code 3. */
async function runInstalled(args) {
  try {
    const { node, folder } = await ensureProgram();
    const main = path.join(folder, 'dist', 'client', 'cli', 'main.js');
    if (node !== process.execPath) return await handOver(node, [main, ...args]);
    process.argv = [node, main, ...args];
    Module.runMain();
  } catch (error) {
    say(error instanceof LaunchError ? error.message : (error.stack ?? String(error)));
    process.exitCode = 3;
  }
}

/** Node and the folder of the program, brought at the first use. */
async function ensureProgram() {
  refuseOtherPlatforms();
  const home = dataFolder(process.env);
  const programs = path.join(home, 'programs');
  const { name, version } = JSON.parse(readText(path.join(ROOT, 'package.json')));
  const id = readText(path.join(ROOT, 'release', 'id'));
  const folder = path.join(programs, `${name}-${version}-${id}-${process.platform}-${process.arch}`);
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const bringNode = () => (isRightNode() ? process.execPath : ensureNode(programs));
  if (fs.existsSync(folder)) return { node: await bringNode(), folder };
  const onWait = (pid) => say(`waiting for process ${pid}, which installs the packages`);
  const options = { deadlineMs: LOCK_DEADLINE_MS, onWait };
  return withLock(path.join(programs, 'lock-of-packages'), options, async (hold) => {
    if (fs.existsSync(folder)) return { node: await bringNode(), folder };
    removeOld(home, programs);
    return { node: await bring(folder, bringNode, hold), folder };
  });
}

/** Makes the folder of the program, which gets its name only when it is whole. Resolves to the Node that runs it. */
async function bring(folder, bringNode, hold) {
  const programs = path.dirname(folder);
  const startedMs = performance.now();
  const temporary = fs.mkdtempSync(path.join(programs, 'unfinished-'));
  try {
    say(`first use: installing what runs the service into ${programs} (about 700 MB, once)`);
    // Side by side: both mostly wait for the network. The folder goes only when neither is at work.
    const [node, packages] = await Promise.allSettled([bringNode(), installPackages(temporary, hold)]);
    for (const { reason } of [node, packages]) if (reason) throw reason;
    copyCode(temporary);
    await refuseBroken(node.value, temporary);
    fs.renameSync(temporary, folder);
    say(`ready after ${Math.round((performance.now() - startedMs) / 1000)} s`);
    return node.value;
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function copyCode(folder) {
  for (const part of ['dist', '.node-version', 'LICENSE'])
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true, preserveTimestamps: true });
}

async function installPackages(folder, hold) {
  const release = path.join(ROOT, 'release');
  const lock = readText(path.join(release, 'lock.json'));
  writeText(path.join(folder, 'package.json'), readText(path.join(release, 'package.json')));
  writeText(path.join(folder, 'package-lock.json'), lock);
  const stop = showProgress(folder, JSON.parse(lock).packages);
  const failure = await npmInstall(folder, ['--include=optional'], { onSpawn: hold }).finally(stop);
  if (failure === undefined) return;
  process.stderr.write(`${failure.trim()}\n`);
  throw new LaunchError(
    'npm could not install the packages (its output is above): mend that and start again.',
  );
}

/** Says now and then how many packages are there. Those of other platforms never come. */
function showProgress(folder, packages) {
  const wanted = Object.keys(packages).filter((place) => place !== '' && !packages[place].optional);
  const show = () => {
    const there = wanted.filter((place) => fs.existsSync(path.join(folder, place, 'package.json')));
    say(`packages: ${there.length} of ${wanted.length}`);
  };
  const timer = setInterval(show, PROGRESS_MS);
  return () => clearInterval(timer);
}

/** Native code may not run on this system, of which npm knows nothing. */
async function refuseBroken(node, folder) {
  const { code, output } = await run(node, ['--no-node-snapshot', '-e', NATIVE], {
    cwd: folder,
    capture: true,
  });
  if (code === 0) return;
  process.stderr.write(`${output.trim()}\n`);
  throw new LaunchError(
    `the packages do not run on ${process.platform} ${process.arch} (the reason is above): Kintsugi needs Linux with glibc, macOS or Windows.`,
  );
}

/** Older programs, and what killed installs have left: the lock is held, so none of them is at work. */
function removeOld(home, programs) {
  const remove = (name) => fs.rmSync(path.join(programs, name), { recursive: true, force: true });
  const names = fs.readdirSync(programs);
  names.filter((name) => name.startsWith('unfinished-')).forEach(remove);
  const age = (name) => fs.statSync(path.join(programs, name)).mtimeMs;
  const older = names.filter((name) => name.startsWith('kintsugi-')).sort((a, b) => age(b) - age(a));
  const running = programOfService(home);
  for (const name of older.slice(KEPT - 1)) if (path.join(programs, name) !== running) remove(name);
}

/** Folder that a running service was started from. */
function programOfService(home) {
  try {
    return JSON.parse(readText(path.join(home, 'up.json'))).program;
  } catch {
    return undefined;
  }
}

module.exports = { runInstalled };
