import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobHash, TreeHash } from '../../../src/domain/ids';
import { importDirectory } from '../../../src/workspace/capture/import';
import { mergeTrees } from '../../../src/workspace/trees/merge-trees';
import { publish } from '../../../src/workspace/publish/publish';
import type { PublishDeps } from '../../../src/workspace/publish/publish-times';
import { createMemoryStore } from '../../support/memory-store';
import { publishTree } from '../../../src/workflows/publish-result';
import { manifest, timedManifest } from '../../support/manifest';
import { plant, plantTree, type Plant } from '../../support/plant-tree';
import { tempFolder } from '../../support/temp-folder';
import { AFTER as RENAMING, BEFORE } from './publish-plants';

const store = createMemoryStore();
const MOVED = [
  'function roundHalfUp(price) {',
  'const shifted = price * 100;',
  'return Math.round(shifted) / 100;',
];
/** No bytes of it stood elsewhere before. */
const AFTER = RENAMING.map((one) =>
  ['added/deep/er/x', 'to-file'].includes(one.path) ? { ...one, text: `fresh ${one.path}` } : one,
);
const text = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

let folder: string;
let root: string;
let deps: PublishDeps;

beforeEach(() => {
  folder = tempFolder('part');
  root = join(folder, 'root');
  mkdirSync(root);
  deps = { ...store, journals: join(folder, 'journals') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Publishes as a workflow does, after the user's changes. */
async function publishPart(before: Plant[], after: Plant[], change: (root: string) => void) {
  plant(root, before);
  const base = (await importDirectory(store, root)).tree;
  const tree = await plantTree(store, after);
  change(root);
  const original = await importDirectory(store, root);
  const times = timedManifest(root);
  const outcome = await publishTree({ base, tree, partial: true }, (change, given) =>
    publish(deps, { directory: root, key: { run: 'run', effect: change }, ...given }),
  );
  return { base, tree, original, times, outcome };
}

/** Takes back what was published, as a rollback does. */
async function rollBack(
  outcome: { base: TreeHash; tree: TreeHash },
  restored: { tree: TreeHash; times?: BlobHash },
) {
  const present = (await importDirectory(store, root)).tree;
  const merged = await mergeTrees(store, {
    base: outcome.tree,
    ours: present,
    theirs: outcome.base,
  });
  if (merged.status === 'conflict') throw new Error(JSON.stringify(merged.conflicts));
  const key = { run: 'run', effect: 'rollback' };
  await publish(deps, { directory: root, base: present, tree: merged.tree, restored, key });
}

describe('publishing what meets no conflict', () => {
  test.each<[string, (root: string) => void, string[]]>([
    ['an edited file', (at) => writeFileSync(join(at, 'edit.ts'), 'mine'), ['edit.ts']],
    ['a deleted file', (at) => unlinkSync(join(at, 'edit.ts')), ['edit.ts']],
    ['an edited file that would be deleted', (at) => writeFileSync(join(at, 'gone.ts'), 'mine'), ['gone.ts']],
    [
      'a file where a folder would be added: nothing of the folder',
      (at) => plant(at, [{ path: 'added', text: 'mine' }]),
      ['added', 'added/closed', 'added/deep', 'added/deep/er', 'added/deep/er/x'],
    ],
    [
      'an edited file that a folder would replace: nothing of the folder',
      (at) => writeFileSync(join(at, 'to-folder'), 'mine'),
      ['to-folder', 'to-folder/a'],
    ],
    [
      'a file in a folder that a file would replace: all of the folder stays',
      (at) => plant(at, [{ path: 'to-file/mine', text: 'mine' }]),
      ['to-file', 'to-file/inner', 'to-file/inner/y'],
    ],
    [
      'an edited file in a folder that a link would replace: all of the folder stays',
      (at) => writeFileSync(join(at, 'to-link/z'), 'mine'),
      ['to-link', 'to-link/z'],
    ],
    [
      'an edited file in a folder that would go: the folders above it stay',
      (at) => writeFileSync(join(at, 'folder/deep/x'), 'mine'),
      ['folder', 'folder/deep', 'folder/deep/x'],
    ],
    [
      'a link where a folder would be added',
      (at) => symlinkSync(tempFolder('outside'), join(at, 'added')),
      ['added', 'added/closed', 'added/deep', 'added/deep/er', 'added/deep/er/x'],
    ],
  ])('%s', async (_, change, expected) => {
    const { base, original, times, outcome } = await publishPart(BEFORE, AFTER, change);
    if (outcome.status !== 'partial') throw new Error(JSON.stringify(outcome));
    expect(outcome.left.map(({ path }) => path).sort()).toEqual(expected);
    expect(outcome.leftCount).toBe(expected.length);
    // The directory is what the user made of it, with all the rest of the change and nothing else.
    const untouched = (line: string) => expected.some((path) => line.startsWith(`${path} `));
    expect(manifest(root).filter(untouched)).toEqual(
      times.map((line) => line.replace(/ \d+$/, '')).filter(untouched),
    );
    const written = join(root, expected.includes('edit.ts') ? 'to-file' : 'edit.ts');
    expect(readFileSync(written, 'utf8')).toBe(expected.includes('edit.ts') ? 'fresh to-file' : 'new');
    const wanted = await mergeTrees(store, { base, ours: original.tree, theirs: outcome.tree });
    expect(wanted).toMatchObject({ status: 'merged', tree: (await importDirectory(store, root)).tree });
    await rollBack(outcome, original);
    expect(timedManifest(root)).toEqual(times);
  });
});

const file = (path: string, content: string): Plant => ({ path, text: content });
const left = (outcome: { status: string; left?: { path: string }[] }): string[] =>
  (outcome.left ?? []).map(({ path }) => path).sort();

describe('what belongs together is left together', () => {
  const other = file('other', 'old');
  const otherNew = file('other', 'new');

  test.each<[string, Plant[], Plant[], (root: string) => void, string[]]>([
    [
      'a renamed file whose old path the user changed',
      [file('a', 'same')],
      [file('b', 'same')],
      (at) => writeFileSync(join(at, 'a'), 'mine'),
      ['a', 'b'],
    ],
    [
      'a renamed file whose new path the user took',
      [file('a', 'same')],
      [file('b', 'same')],
      (at) => writeFileSync(join(at, 'b'), 'mine'),
      ['a', 'b'],
    ],
    [
      'a renamed file, and the new folder that only it would be in',
      [file('a', 'same')],
      [file('n/m/b', 'same')],
      (at) => writeFileSync(join(at, 'a'), 'mine'),
      ['a', 'n', 'n/m', 'n/m/b'],
    ],
    [
      'a renamed link',
      [{ path: 'a', link: 'nowhere' }],
      [{ path: 'b', link: 'nowhere' }],
      (at) => writeFileSync(join(at, 'b'), 'mine'),
      ['a', 'b'],
    ],
    [
      'two files that change places',
      [file('a', 'one'), file('b', 'two')],
      [file('a', 'two'), file('b', 'one')],
      (at) => writeFileSync(join(at, 'b'), 'mine'),
      ['a', 'b'],
    ],
    [
      'lines that were moved into a file which the user changed, and the file that loses them',
      [file('a.js', text(...MOVED, 'keep();')), file('b.js', 'exports.b = 1;\n')],
      [file('a.js', 'keep();\n'), file('b.js', text('exports.b = 1;', ...MOVED))],
      (at) => writeFileSync(join(at, 'b.js'), 'mine'),
      ['a.js', 'b.js'],
    ],
    [
      'a deleted file whose only line that tells something went elsewhere',
      [file('a.js', 'exports.secondsOfADay = 86400;\n'), file('b.js', '// constants\n')],
      [file('b.js', text('// constants', 'exports.secondsOfADay = 86400;'))],
      (at) => writeFileSync(join(at, 'b.js'), 'mine'),
      ['a.js', 'b.js'],
    ],
  ])('%s', async (_, before, after, change, expected) => {
    const published = await publishPart([...before, other], [...after, otherNew], change);
    const { outcome, original, times } = published;
    if (outcome.status !== 'partial') throw new Error(JSON.stringify(outcome));
    expect(left(outcome)).toEqual(expected);
    expect(outcome.files).toMatchObject([{ path: 'other', change: 'modified' }]);
    expect(readFileSync(join(root, 'other'), 'utf8')).toBe('new');
    await rollBack(outcome, original);
    expect(timedManifest(root)).toEqual(times);
  });

  test('says with what', async () => {
    const { outcome } = await publishPart([file('a', 'same'), other], [file('b', 'same'), otherNew], (at) =>
      writeFileSync(join(at, 'a'), 'mine'),
    );
    expect(outcome).toMatchObject({
      left: [
        { path: 'a', reason: 'it was changed' },
        { path: 'b', reason: 'it belongs together with a' },
      ],
    });
  });

  test('changes that have only common words in common do not', async () => {
    const common = text('return null;', '} else {', 'break;', 'const x = 1;');
    const { outcome } = await publishPart(
      [file('a.js', `${common}a`), file('b.js', 'b\n')],
      [file('a.js', 'a'), file('b.js', `b\n${common}`)],
      (at) => writeFileSync(join(at, 'b.js'), 'mine'),
    );
    expect(left(outcome)).toEqual(['b.js']);
  });
});

describe('a partial publish', () => {
  test('without a conflict publishes all', async () => {
    const { outcome, tree } = await publishPart(BEFORE, AFTER, () => undefined);
    expect(outcome).toMatchObject({ status: 'published', tree });
    expect((await importDirectory(store, root)).tree).toBe(tree);
  });

  test('where all is in conflict changes nothing', async () => {
    const { outcome, times } = await publishPart([file('a', 'old')], [file('a', 'new')], (at) =>
      writeFileSync(join(at, 'a'), 'mine'),
    );
    expect(outcome).toEqual({ status: 'conflict', conflicts: [{ path: 'a', reason: 'it was changed' }] });
    expect(timedManifest(root)).toEqual(times);
  });

  test('does not take what the user did as well for its own', async () => {
    const { outcome, original, times } = await publishPart(
      [file('a', 'old'), file('b', 'old'), file('c', 'old')],
      [file('a', 'new'), file('b', 'new'), file('c', 'new'), file('added/x', 'x')],
      (at) => {
        writeFileSync(join(at, 'a'), 'mine');
        writeFileSync(join(at, 'b'), 'new');
        mkdirSync(join(at, 'added'), { mode: 0o700 });
      },
    );
    if (outcome.status !== 'partial') throw new Error(JSON.stringify(outcome));
    expect(outcome.files.map(({ path }) => path)).toEqual(['added/x', 'c']);
    await rollBack(outcome, original);
    expect(timedManifest(root)).toEqual(times);
  });

  test('done again after a kill is no change, and says the same', async () => {
    const { outcome, base, tree } = await publishPart(BEFORE, AFTER, (at) =>
      writeFileSync(join(at, 'edit.ts'), 'mine'),
    );
    if (outcome.status !== 'partial') throw new Error(JSON.stringify(outcome));
    const before = timedManifest(root);
    const key = { run: 'run', effect: 'publish-1' };
    const again = await publish(deps, { directory: root, base: outcome.base, tree: outcome.tree, key });
    expect(again).toMatchObject({ status: 'published', files: outcome.files });
    expect(timedManifest(root)).toEqual(before);
    const plan = { directory: root, base, tree, key, dryRun: true, partial: true };
    expect(await publish(deps, plan)).toMatchObject({ status: 'conflict', conflicts: [{ path: 'edit.ts' }] });
  });

  test('is planned anew where the user changes more before it is written', async () => {
    plant(root, [file('a', 'old'), file('b', 'old'), file('c', 'old')]);
    const base = (await importDirectory(store, root)).tree;
    const tree = await plantTree(store, [file('a', 'new'), file('b', 'new'), file('c', 'new')]);
    writeFileSync(join(root, 'a'), 'mine');
    const changes: string[] = [];
    const outcome = await publishTree({ base, tree, partial: true }, (change, given) => {
      changes.push(change);
      if (change === 'publish-1') writeFileSync(join(root, 'b'), 'mine');
      return publish(deps, { directory: root, key: { run: 'run', effect: change }, ...given });
    });
    expect(changes).toEqual(['publish', 'plan-1', 'publish-1', 'plan-2', 'publish-2']);
    expect(left(outcome)).toEqual(['a', 'b']);
    expect(readFileSync(join(root, 'b'), 'utf8')).toBe('mine');
    expect(readFileSync(join(root, 'c'), 'utf8')).toBe('new');
  });

  test('that is only planned writes nothing, and is what is published then', async () => {
    plant(root, BEFORE);
    const base = (await importDirectory(store, root)).tree;
    const tree = await plantTree(store, AFTER);
    renameSync(join(root, 'edit.ts'), join(root, 'elsewhere.ts'));
    const before = timedManifest(root);
    const run = (dryRun: boolean) =>
      publishTree({ base, tree, partial: true, dryRun }, (change, given) =>
        publish(deps, { directory: root, key: { run: 'run', effect: change }, ...given }),
      );
    const planned = await run(true);
    expect(timedManifest(root)).toEqual(before);
    expect(planned.status).toBe('partial');
    expect(await run(false)).toEqual(planned);
  });
});
