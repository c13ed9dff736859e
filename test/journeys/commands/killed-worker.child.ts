// Runs a check that does not end, as a worker would, until this process is killed.
import { createCheckRunner, findCommandTools } from '../../../src/commands';
import { openStore } from '../../../src/store';
import { importDirectory } from '../../../src/workspace/capture/import';

async function main(): Promise<void> {
  const [folder = '', isolated = ''] = process.argv.slice(2);
  const path = process.env['PATH'] ?? '';
  const store = await openStore(`${folder}/store`);
  const { tree } = await importDirectory(store, `${folder}/app`);
  const found = findCommandTools(path);
  const tools = isolated === 'true' ? found : { ...found, bwrap: undefined };
  const runner = await createCheckRunner({ ...store, checkouts: `${folder}/data/checkouts`, path, tools });
  const command = 'sleep 300 & echo begun > begun; sleep 300; true';
  await runner({ allowUnsandboxed: true })(
    tree,
    { command, timeoutMs: 600_000 },
    new AbortController().signal,
  );
}

void main();
