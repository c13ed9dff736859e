// Copies a file and moves another on a disk that has no room for the copy, or turns read-only, and tells how that ended.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toFailure } from '../../../../src/activities/failures';
import { createMemoryStore } from '../../../support/memory-store';
import { createWorkspaces } from '../../../../src/workspace';
import { timedManifest } from '../../../support/manifest';
import { cloneNode, closeTree, nodeAt, openTree, putNode, takeNode } from '../../../support/mutable-tree';
import { plant } from '../../../support/plant-tree';

async function main(): Promise<void> {
  const [root = '', home = '', turns] = process.argv.slice(2);
  const store = createMemoryStore();
  const { blobs, trees } = store;
  const workspaces = createWorkspaces({ blobs, trees, store, journals: join(home, 'journals') });
  const large = randomBytes(160 * 1024);
  plant(root, [
    { path: 'large', bytes: large },
    { path: 'a/x', text: 'x' },
  ]);
  const before = timedManifest(root);
  const { tree: base } = await workspaces.captureManifest({ roots: [root] });
  const tree = await openTree(trees, base);
  const [file, folder] = [nodeAt(tree, '0/large'), takeNode(tree, '0/a')];
  if (file && folder) {
    putNode(tree, '0/copy', cloneNode(file));
    putNode(tree, '0/b', folder);
  }
  const request = { roots: [root], base, tree: await closeTree(trees, tree), key: { run: 'r', effect: 'e' } };
  if (turns === 'read-only') execFileSync('mount', ['-o', 'remount,ro', root]);
  const error = await workspaces.publishManifest(request).catch((reason: unknown) => reason);
  const { message, type } = toFailure(error);
  const now = timedManifest(root).filter((line) => !line.startsWith('.kintsugi-kept-'));
  const unchanged = JSON.stringify(now) === JSON.stringify(before);
  process.stdout.write(JSON.stringify({ message, type, unchanged }));
}

void main();
