import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { until } from './until';

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** The built `kintsugi` command on a terminal of its own, which `script` of util-linux makes. */
export class Terminal {
  private raw = '';
  private read = 0;
  private readonly exited: Promise<unknown[]>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'close');
    child.stdout?.on('data', (chunk: Buffer) => (this.raw += chunk.toString()));
  }

  static open(env: Record<string, string>, args: readonly string[]): Terminal {
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const command = [process.execPath, main, ...args].map(quoted).join(' ');
    const sized = `stty cols 120 rows 40; exec ${command}`;
    const child = spawn('script', ['-qefc', sized, '/dev/null'], {
      env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new Terminal(child);
  }

  /** Everything shown so far, without control characters. */
  get text(): string {
    return stripVTControlCharacters(this.raw).replaceAll('\r', '');
  }

  /** Waits until something is shown after what was waited for before. */
  async sees(expected: string): Promise<void> {
    await until(
      () => `the terminal shows "${expected}" after\n${this.text}\n`,
      () => this.text.includes(expected, this.read),
    );
    this.read = this.text.indexOf(expected, this.read) + expected.length;
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Exit code of the command once it has ended. */
  async exitCode(): Promise<number> {
    const [code] = (await this.exited) as [number];
    return code;
  }

  /** Ends the command if it has not ended. */
  close(): void {
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
