/** Fault of a file thread, and its script: it answers nothing. */
export const MUTE_THREADS: readonly [what: string, script: string][] = [
  ['does not load', "throw new Error('broken');"],
  [
    'ends at the first task',
    "require('worker_threads').parentPort.on('message', (port) => port.on('message', () => process.exit(0)));",
  ],
];
