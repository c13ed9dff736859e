import { createInterface } from 'node:readline';
import { startProcess } from '../../machine/processes';

export interface ToolRun {
  command: string;
  args: readonly string[];
  cwd?: string;
  deadlineMs: number;
  /** Each line of stdout and stderr as it comes. */
  onLine?: (line: string) => void;
}

/** How a tool ended; `reason` is empty when it succeeded, else one phrase. */
export interface ToolResult {
  ok: boolean;
  reason: string;
  lines: readonly string[];
}

const LINES_KEPT = 2_000;

/** Runs a program to its end or its deadline. Never rejects: a program that cannot be started is a result. */
export function runTool({ command, args, cwd, deadlineMs, onLine }: ToolRun): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = startProcess(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const lines: string[] = [];
    const keep = (line: string) => {
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      onLine?.(line);
    };
    for (const output of [child.stdout, child.stderr]) if (output) createInterface(output).on('line', keep);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, deadlineMs);
    const finish = (reason: string) => {
      clearTimeout(timer);
      resolve({ ok: reason === '', reason, lines });
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => {
      if (code === 0) return finish('');
      if (late) return finish(`no end after ${Math.round(deadlineMs / 1000)} s`);
      finish(
        lines.findLast((line) => line.trim() !== '')?.trim() ?? `ended with ${signal ?? `code ${code}`}`,
      );
    });
  });
}
