import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { HANG_MS } from './until';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built `kintsugi` command, with `input` on its stdin; killed if it hangs. */
export function kintsugiCli(
  env: Record<string, string>,
  args: readonly string[],
  cwd = PROJECT_ROOT,
  input = '',
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const child = spawn(process.execPath, [main, ...args], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: HANG_MS,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
