'use strict';
const { spawn, spawnSync } = require('node:child_process');
const os = require('node:os');

/** Sent by a terminal to the whole process group, so the child has them already. */
const FROM_TERMINAL = ['SIGINT', 'SIGHUP', 'SIGQUIT'];
const FORWARDED = [...FROM_TERMINAL, 'SIGTERM'];
const OUTPUT_LIMIT = 256 * 1024;

/** Passes this process's signals to the child; returns the function that stops doing so. */
function forwardSignals(child) {
  const onTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const handlers = FORWARDED.map((signal) => {
    const handler = () => {
      // Twice would be taken for a second Ctrl-C.
      if (!(onTerminal && FROM_TERMINAL.includes(signal))) child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => handlers.forEach((stop) => stop());
}

/**
 * Runs a program to its end with this process's signals. Resolves to its exit code or signal, and with `capture` the
 * last 256 KiB of its output, of which `onOutput` is told as it comes. A program that cannot be started has `error`. `timeoutMs` ends it with SIGKILL.
 */
function run(command, args, { capture = false, onSpawn, onOutput, timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { stdio, ...options });
    const stopForwarding = forwardSignals(child);
    const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT);
      onOutput?.();
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const finish = (result) => {
      clearTimeout(timer);
      stopForwarding();
      resolve({ output, ...result });
    };
    child.on('spawn', () => onSpawn?.(child.pid));
    child.on('error', (error) => finish({ code: 127, signal: null, error }));
    child.on('close', (code, signal) => finish({ code, signal }));
  });
}

/** Words before a command that is killed when this process is; none where the system can't do it: util-linux's setpriv has the option, busybox's has not. */
function dyingWithUs() {
  const words = ['setpriv', '--pdeathsig', 'KILL', '--'];
  const [program, ...args] = words;
  const { status } = spawnSync(program, [...args, 'true'], { stdio: 'ignore' });
  return status === 0 ? words : [];
}

/** Has another program do what this process was started for: whoever ends this one, by whatever signal, ends that. */
async function handOver(command, args) {
  const [program, ...rest] = [...dyingWithUs(), command, ...args];
  endLike(await run(program, rest));
}

/** Ends this process the way its child ended. */
function endLike({ code, signal }) {
  if (signal) {
    process.kill(process.pid, signal);
    // Some signals do not end this process (or not on this system): a shell's code says the same.
    setTimeout(() => process.exit(128 + (os.constants.signals[signal] ?? 0)), 200);
    return;
  }
  process.exit(code ?? 1);
}

module.exports = { endLike, handOver, run };
