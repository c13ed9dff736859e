import { existsSync } from 'node:fs';
import { runProcessSync } from './index';

const NO_OUTPUT = ['ignore', 'ignore', 'ignore'] as const;

/** True if a command ends with code 0, in two seconds. */
export function works(command: string, args: readonly string[]): boolean {
  return runProcessSync(command, args, { stdio: NO_OUTPUT, timeoutMs: 2_000 }).status === 0;
}

/** Path of a tool of the system, whatever PATH says. */
export function systemTool(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin', '/sbin', '/usr/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((candidate) => existsSync(candidate));
}

let guard: readonly string[] | undefined;

/** Words to put before a command so that it is killed when this process dies; none where the system cannot do it. */
export function diesWithParent(): readonly string[] {
  if (guard) return guard;
  const setpriv = process.platform === 'linux' ? systemTool('setpriv') : undefined;
  // util-linux's setpriv has the option, busybox's has not.
  const words = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : [];
  const [program, ...args] = words;
  guard = program !== undefined && works(program, [...args, '/bin/sh', '-c', 'exit 0']) ? words : [];
  return guard;
}
