// Moves files into a folder that is mounted in a root, and back, and tells what became of them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash } from '../../../../src/domain/ids';
import { createMemoryStore } from '../../../support/memory-store';
import { createWorkspaces } from '../../../../src/workspace';
import { asTree } from '../../../support/hashes';
import { timedManifest } from '../../../support/manifest';
import { closeTree, openTree, putNode, takeNode } from '../../../support/mutable-tree';
import { plant } from '../../../support/plant-tree';

async function main(): Promise<void> {
  const [root = '', home = ''] = process.argv.slice(2);
  mkdirSync(home, { recursive: true });
  const store = createMemoryStore();
  const { blobs, trees } = store;
  const workspaces = createWorkspaces({ blobs, trees, store, journals: join(home, 'journals') });
  plant(root, [
    { path: 'a', text: 'a' },
    { path: 'folder/x', text: 'x' },
    { path: 'inner/y', text: 'y' },
  ]);
  const state = (): string[] => timedManifest(root).filter((line) => !line.includes('.kintsugi-kept-'));
  const first = state();
  const before = await workspaces.captureManifest({ roots: [root] });
  const publish = (base: BlobHash, to: BlobHash, effect: string) =>
    workspaces.publishManifest({
      roots: [root],
      base: asTree(base),
      tree: asTree(to),
      restored: to === before.tree ? before : undefined,
      key: { run: 'r', effect },
    });
  // A mount point itself can't go anywhere.
  const mounted = await openTree(trees, before.tree);
  const inner = takeNode(mounted, '0/inner');
  if (inner) putNode(mounted, '0/other', inner);
  const refusal = await publish(before.tree, await closeTree(trees, mounted), 'mount');
  const tree = await openTree(trees, before.tree);
  for (const [from, to] of [
    ['0/a', '0/inner/a'],
    ['0/folder', '0/inner/folder'],
    ['0/inner/y', '0/y'],
  ] as const) {
    const node = takeNode(tree, from);
    if (node) putNode(tree, to, node);
  }
  const wanted = await closeTree(trees, tree);
  const done = await publish(before.tree, wanted, 'there');
  const moved = state().map((line) => line.split(' ')[0]);
  const back = done.status === 'published' ? await publish(done.tree, before.tree, 'back') : done;
  process.stdout.write(
    JSON.stringify({
      moved,
      status: back.status,
      isRestored: JSON.stringify(state()) === JSON.stringify(first),
      refusal,
    }),
  );
}

void main();
