import { defaultLimits } from '../../../src/commands/limits';
// Runs a command whose log finds no room; this process may write files of a few KiB only.
import { runCommand } from '../../../src/commands/run-command';
import { createMemoryStore } from '../../support/memory-store';

async function main(): Promise<void> {
  const [folder = '', command = ''] = process.argv.slice(2);
  const report = await runCommand(createMemoryStore(), {
    command,
    cwd: folder,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    env: { PATH: process.env['PATH'] ?? '', KINTSUGI_COMMAND: `full-disk-${process.pid}` },
    sandboxing: { kind: 'direct' },
    limits: defaultLimits(),
    logFile: `${folder}/log`,
  });
  process.stdout.write(JSON.stringify(report));
}

void main();
