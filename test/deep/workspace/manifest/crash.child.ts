// Publishes a manifest, and kills itself before the n-th call of the file system.
import { dirname, join } from 'node:path';
import { openStore } from '../../../../src/store';
import { createWorkspaces } from '../../../../src/workspace';
import { killAt } from '../../../support/kill-at';

async function main(): Promise<void> {
  const [storeFolder = '', at = '0', request = ''] = process.argv.slice(2);
  const store = await openStore(storeFolder);
  const { blobs, trees } = store;
  const journals = join(dirname(storeFolder), 'journals');
  const workspaces = createWorkspaces({ blobs, trees, store, journals });
  const calls = killAt(Number(at));
  const outcome = await workspaces.publishManifest(
    JSON.parse(request) as Parameters<typeof workspaces.publishManifest>[0],
  );
  process.send?.({ status: outcome.status, calls: calls() });
  await store.close();
  process.disconnect();
}

void main();
