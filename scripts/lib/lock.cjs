'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { besides, readText, writeText } = require('./atomic.cjs');
const { identify, isAlive } = require('./process-identity.cjs');
const { LaunchError } = require('./say.cjs');

// A lock is a folder of numbered files, and the highest number is the one that counts. A lock whose owner is gone is
// never removed, but outnumbered: of two processes that find it so, only one can create the next number. Removing it
// instead would let the slower one remove the quicker one's fresh lock.

const POLL_MS = 100;
/** A claim whose text is not there yet counts as held for so long (file systems without hard links only). */
const HALF_WRITTEN_MS = 2_000;

/** The highest number in the folder, 0 where there is none. */
function newest(dir) {
  return fs
    .readdirSync(dir)
    .reduce((most, name) => (/^\d+$/.test(name) ? Math.max(most, Number(name)) : most), 0);
}

/** Those processes of lock `number` that still run; empty when it is free. */
function holders(dir, number) {
  const file = path.join(dir, String(number));
  const text = number === 0 ? undefined : readText(file);
  if (text === undefined) return [];
  try {
    return JSON.parse(text).processes.filter(isAlive);
  } catch {
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age < HALF_WRITTEN_MS ? [{ pid: 0 }] : [];
  }
}

/** Creates the file with its text at once; false where the name is taken. */
function createOnce(file, text) {
  const temporary = besides(file);
  fs.writeFileSync(temporary, text);
  try {
    fs.linkSync(temporary, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    return createWithoutLink(file, text);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

function createWithoutLink(file, text) {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes lock `number`; false where another process was quicker. */
function claim(dir, number) {
  const file = path.join(dir, String(number));
  if (!createOnce(file, JSON.stringify({ processes: [identify(process.pid)] }))) return false;
  if (newest(dir) > number) {
    fs.rmSync(file, { force: true });
    return false;
  }
  for (const name of fs.readdirSync(dir)) {
    if (/^\d+$/.test(name) && Number(name) < number) fs.rmSync(path.join(dir, name), { force: true });
  }
  return true;
}

async function acquire(dir, { deadlineMs, onWait }) {
  fs.mkdirSync(dir, { recursive: true });
  const deadline = Date.now() + deadlineMs;
  for (let told = false; ;) {
    const number = newest(dir);
    const [holder] = holders(dir, number);
    if (!holder) {
      if (claim(dir, number + 1)) return path.join(dir, String(number + 1));
      continue;
    }
    if (!told) onWait?.(holder.pid);
    told = true;
    if (Date.now() > deadline) {
      throw new LaunchError(`process ${holder.pid} has held ${dir} for too long: end it and start again.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Runs `work` while no other process runs it under the same folder, and releases the lock however it ends: a process
 * that is killed releases it too. `work` gets a function to name child processes that must end as well before the
 * lock is free. `onWait(pid)` is called once if another process has it; after `deadlineMs` of waiting: `LaunchError`.
 */
async function withLock(dir, options, work) {
  const file = await acquire(dir, options);
  const processes = [identify(process.pid)];
  try {
    return await work((childPid) => {
      processes.push(identify(childPid));
      writeText(file, JSON.stringify({ processes }));
    });
  } finally {
    writeText(file, JSON.stringify({ processes: [] }));
  }
}

module.exports = { withLock };
