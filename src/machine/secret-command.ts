import { runProcessSync } from './processes';

const TIMEOUT_MS = 30_000;

/** First line that a command prints, which a shell runs. Undefined: it failed, printed nothing or took too long. */
export function secretOfCommand(command: string): string | undefined {
  const { status, stdout } = runProcessSync('/bin/sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeoutMs: TIMEOUT_MS,
  });
  const [line = ''] = stdout.split('\n');
  return status === 0 && line.trim() !== '' ? line.trim() : undefined;
}
