import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './run-tool';

const DOWNLOAD_DEADLINE_MS = 120_000;

/**
 * Run in a process of its own: the SDK's download cannot be cancelled, and it would install the SDK's native runtime
 * in ours. Starting the server once as well proves that the binary runs here.
 */
const PROGRAM = `
const { TestWorkflowEnvironment } = require(process.argv[1]);
const executable = { type: 'cached-download', downloadDir: process.argv[2] };
TestWorkflowEnvironment.createLocal({ server: { executable } })
  .then((environment) => environment.teardown())
  .catch((error) => {
    console.error(String(error.message).split(': ').pop());
    process.exit(1);
  });
`;

/** Lets the SDK download its Temporal CLI to `target`. Resolves to undefined, or to why it failed in one phrase. */
export async function downloadTemporalCli(downloadDir: string, target: string): Promise<string | undefined> {
  await mkdir(downloadDir, { recursive: true });
  const testing = require.resolve('@temporalio/testing');
  const result = await runTool({
    command: process.execPath,
    args: ['-e', PROGRAM, testing, downloadDir],
    deadlineMs: DOWNLOAD_DEADLINE_MS,
  });
  if (!result.ok) return result.reason;
  const binary = (await readdir(downloadDir)).find(
    (name) => name.startsWith('temporal-cli-') && !name.endsWith('.downloading'),
  );
  if (!binary) return 'the download left no binary';
  await rename(join(downloadDir, binary), target);
  return undefined;
}
