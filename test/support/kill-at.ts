import fs from 'node:fs';

type Call = (...args: unknown[]) => unknown;

/** Calls that change the file system, and some that do not: to die before those is to die after the others. */
const CALLS = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'fchmodSync',
  'chmodSync',
  'futimesSync',
  'lutimesSync',
  'utimesSync',
  'linkSync',
  'unlinkSync',
  'renameSync',
  'mkdirSync',
  'rmdirSync',
  'rmSync',
  'symlinkSync',
];
const PROMISES = ['rename', 'rm', 'open', 'link', 'copyFile', 'mkdir'];

/** Kills this process before its n-th call of the file system (0: never); returns how many there were so far. */
export function killAt(n: number): () => number {
  let calls = 0;
  const count = (): void => {
    calls += 1;
    if (calls === n) process.kill(process.pid, 'SIGKILL');
  };
  for (const [target, names] of [
    [fs, CALLS],
    [fs.promises, PROMISES],
  ] as const)
    for (const name of names) {
      const original = Reflect.get(target, name) as Call;
      Reflect.set(target, name, (...args: unknown[]) => {
        count();
        return Reflect.apply(original, target, args);
      });
    }
  return () => calls;
}
