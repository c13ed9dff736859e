// Publishes a file that is larger than a small disk to a directory that holds one, and tells how that ended.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { toFailure } from '../../../src/activities/failures';
import { importDirectory } from '../../../src/workspace/capture/import';
import { publish } from '../../../src/workspace/publish/publish';
import { createMemoryStore } from '../../support/memory-store';
import { manifest } from '../../support/manifest';
import { plant, plantTree } from '../../support/plant-tree';

async function main(): Promise<void> {
  const [root = '', journals = ''] = process.argv.slice(2);
  const store = createMemoryStore();
  if (readdirSync(root).length === 0) plant(root, [{ path: 'small.txt', text: 'small' }]);
  const before = manifest(root);
  const { tree: base } = await importDirectory(store, root);
  const text = randomBytes(512 * 1024).toString('hex');
  const tree = await plantTree(store, [{ path: 'small.txt', text }]);
  const key = { run: 'run', effect: 'publish' };
  const error = await publish({ ...store, journals }, { directory: root, base, tree, key }).catch(
    (reason: unknown) => reason,
  );
  const { message, type, nonRetryable, nextRetryDelay } = toFailure(error);
  const unchanged = JSON.stringify(manifest(root)) === JSON.stringify(before);
  const left = readdirSync(journals).filter((name) => name.endsWith('.json'));
  process.stdout.write(JSON.stringify({ message, type, nonRetryable, nextRetryDelay, unchanged, left }));
}

void main();
