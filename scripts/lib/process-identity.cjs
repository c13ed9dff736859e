'use strict';
const fs = require('node:fs');

/** When a process started, in clock ticks since boot; undefined where the system has no /proc, or for a zombie. */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Names a process for good: a pid alone is given to others once its process has ended. */
function identify(pid) {
  return { pid, start: startOf(pid) };
}

/** True if the very process that `identify` named still runs. */
function isAlive({ pid, start }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return start === undefined || startOf(pid) === start;
}

module.exports = { identify, isAlive };
