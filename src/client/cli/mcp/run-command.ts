import { startProcess } from '../../../machine/processes';

/** End of a command of this CLI. */
export interface CommandEnd {
  /** `null`: it was stopped. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Most of a command's output that is kept, characters. */
const MOST_OUTPUT = 4_000_000;

/** Runs a command of this CLI in a process of its own: what it starts goes on when the client goes away. */
export function runCommand(args: readonly string[], signal: AbortSignal): Promise<CommandEnd> {
  const [, script = ''] = process.argv;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = startProcess(process.execPath, [...process.execArgv, script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        if (texts[name].length < MOST_OUTPUT) texts[name] += text;
      });
    const stop = (): void => void child.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code, ...texts });
    });
  });
}
