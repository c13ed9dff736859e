import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FileEdit } from '../../../src/domain/workspace';
import { applyEdits } from '../../../src/activities/workspace/apply-edits';
import { importDirectory } from '../../../src/activities/workspace/import';
import { publish } from '../../../src/activities/workspace/publish';
import { createMemoryStore } from '../../../src/store/memory-store';
import { manifest, timedManifest } from '../../support/manifest';
import { tempFolder } from '../../support/temp-folder';

/** What one name of a generated folder holds. */
type Thing =
  | { kind: 'file'; bytes: Uint8Array; mode: number }
  | { kind: 'link'; target: string }
  | { kind: 'folder'; mode: number; things: [string, Thing][] };

const names = fc.constantFrom(
  'a',
  'A',
  'b',
  'b c',
  'é',
  'e\u0301',
  'z.ts',
  '-x',
  '.hidden',
  'q\'"',
  'line\nend',
  '🙂',
  'dist',
  'latin\udce9',
);
const bytes = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r\n', 'é', 'xyz') }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(Buffer.alloc(70_000, 'large')),
);
const fileModes = fc.constantFrom(0o644, 0o755, 0o600, 0o444, 0o640, 0o4755);
const folderModes = fc.constantFrom(0o755, 0o700, 0o775, 0o1777);
const targets = fc.constantFrom('a', '..', '/etc/passwd', 'nowhere', '../../b', '.');

const { folder: folders } = fc.letrec<{ folder: [string, Thing][]; thing: Thing }>((tie) => ({
  folder: fc.uniqueArray(fc.tuple(names, tie('thing')), { maxLength: 5, selector: ([name]) => name }),
  thing: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('file' as const), bytes, mode: fileModes }),
    fc.record({ kind: fc.constant('link' as const), target: targets }),
    fc.record({ kind: fc.constant('folder' as const), mode: folderModes, things: tie('folder') }),
  ),
}));

const editPaths = fc
  .array(fc.constantFrom('a', 'A', 'b', 'b c', 'é', 'z.ts', 'new'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const edits: fc.Arbitrary<FileEdit> = fc.oneof(
  fc.record({
    action: fc.constant('create' as const),
    path: editPaths,
    content: fc.string({ maxLength: 20 }),
  }),
  fc.record({
    action: fc.constant('modify' as const),
    path: editPaths,
    content: fc.string({ maxLength: 20 }),
  }),
  fc.record({ action: fc.constant('delete' as const), path: editPaths }),
  fc.record({
    action: fc.constant('replace' as const),
    path: editPaths,
    search: fc.constantFrom('a', 'x', 'xyz'),
    replacement: fc.string({ maxLength: 5 }),
  }),
);

function bytesOf(folder: string, name: string): Buffer {
  // The one name that is not UTF-8.
  const raw = name === 'latin\udce9' ? Buffer.from('latin\xe9', 'latin1') : Buffer.from(name);
  return Buffer.concat([Buffer.from(`${folder}/`), raw]);
}

function build(folder: string, things: readonly [string, Thing][]): void {
  for (const [name, thing] of things) {
    const path = bytesOf(folder, name);
    if (thing.kind === 'link') symlinkSync(thing.target, path);
    else if (thing.kind === 'file') writeFileSync(path, thing.bytes);
    else {
      mkdirSync(path);
      if (name !== 'latin\udce9') build(path.toString(), thing.things);
    }
    if (thing.kind !== 'link') chmodSync(path, thing.mode);
    setTime(path, name);
  }
}

/** Some time of the past, not the same for all, with a part below a millisecond. */
function setTime(path: Buffer, name: string): void {
  const seconds = 1_600_000_000 + name.length * 86_400 + (name.codePointAt(0) ?? 0) / 1_000 + 0.0001234;
  lutimesSync(path, seconds, seconds);
}

/** A repository within the project, with a commit or without: a plain folder whose history is left alone. */
function nestRepository(root: string, commits: boolean): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], {
      cwd: join(root, 'nested'),
      stdio: 'ignore',
    });
  mkdirSync(join(root, 'nested'));
  git('init', '-q');
  writeFileSync(join(root, 'nested', 'inner.txt'), 'inner');
  if (!commits) return;
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
}

async function inFolder(run: (root: string, journals: string) => Promise<void>): Promise<void> {
  const folder = tempFolder('property');
  try {
    mkdirSync(join(folder, 'root'));
    await run(join(folder, 'root'), join(folder, 'journals'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const key = (step: string) => ({ run: 'property', step });

test('import, edits, publish and rollback bring back the original, to the last bit', async () => {
  let published = 0;
  await fc.assert(
    fc.asyncProperty(folders, fc.array(edits, { minLength: 1, maxLength: 12 }), (things, sequence) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const deps = { ...store, journals };
        build(root, things);
        const original = timedManifest(root);
        const { tree: base, times } = await importDirectory(store, root);
        let tree = base;
        for (const edit of sequence) {
          const outcome = await applyEdits(store, tree, [edit]);
          if ('tree' in outcome) tree = outcome.tree;
        }
        if (tree !== base) published += 1;
        expect(await publish(deps, { directory: root, base, tree, key: key('publish') })).toMatchObject({
          status: 'published',
        });
        expect((await importDirectory(createMemoryStore(), root)).tree).toBe(tree);
        expect(
          await publish(deps, {
            directory: root,
            base: tree,
            tree: base,
            restored: { tree: base, times },
            key: key('rollback'),
          }),
        ).toMatchObject({ status: 'published' });
        expect(timedManifest(root)).toEqual(original);
        expect((await importDirectory(store, root)).times).toBe(times);
        expect(readdirSync(journals)).toEqual([]);
      }),
    ),
    { numRuns: 80 },
  );
  // Most sequences change something, or nothing is tested.
  expect(published).toBeGreaterThan(40);
});

test.each([true, false])(
  'a nested repository, with commits: %s, comes back and keeps its history',
  async (commits) => {
    await inFolder(async (root, journals) => {
      const store = createMemoryStore();
      nestRepository(root, commits);
      const original = timedManifest(root);
      const { tree: base, times } = await importDirectory(store, root);
      const outcome = await applyEdits(store, base, [
        { action: 'modify', path: 'nested/inner.txt', content: 'edited' },
        { action: 'create', path: 'nested/new/file', content: 'new' },
      ]);
      const tree = 'tree' in outcome ? outcome.tree : base;
      const deps = { ...store, journals };
      await publish(deps, { directory: root, base, tree, key: key('publish') });
      expect(manifest(root)).not.toEqual(original);
      await publish(deps, {
        directory: root,
        base: tree,
        tree: base,
        restored: { tree: base, times },
        key: key('rollback'),
      });
      expect(timedManifest(root)).toEqual(original);
    });
  },
);

test('any tree can be published over any other, and back', async () => {
  await fc.assert(
    fc.asyncProperty(folders, folders, (first, second) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const other = join(root, '..', 'other');
        mkdirSync(other);
        build(root, first);
        build(other, second);
        const original = timedManifest(root);
        const { tree: base, times: baseTimes } = await importDirectory(store, root);
        const { tree, times } = await importDirectory(store, other);
        const deps = { ...store, journals };
        expect(
          await publish(deps, { directory: root, base, tree, restored: { tree, times }, key: key('there') }),
        ).toMatchObject({
          status: 'published',
        });
        expect(manifest(root)).toEqual(manifest(other));
        expect(
          await publish(deps, {
            directory: root,
            base: tree,
            tree: base,
            restored: { tree: base, times: baseTimes },
            key: key('back'),
          }),
        ).toMatchObject({ status: 'published' });
        expect(timedManifest(root)).toEqual(original);
      }),
    ),
    { numRuns: 60 },
  );
});

test('a conflict leaves the directory untouched', async () => {
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(folders, folders, fc.nat(), (first, second, at) =>
      inFolder(async (root, journals) => {
        const store = createMemoryStore();
        const other = join(root, '..', 'other');
        mkdirSync(other);
        build(root, first);
        build(other, second);
        const base = (await importDirectory(store, root)).tree;
        const tree = (await importDirectory(store, other)).tree;
        const [name] = first[at % Math.max(first.length, 1)] ?? ['none'];
        interfere(bytesOf(root, name));
        const before = manifest(root);
        const outcome = await publish(
          { ...store, journals },
          { directory: root, base, tree, key: key('publish') },
        );
        if (outcome.status === 'published') return;
        conflicts += 1;
        expect(manifest(root)).toEqual(before);
        expect(readdirSync(journals)).toEqual([]);
      }),
    ),
    { numRuns: 120 },
  );
  expect(conflicts).toBeGreaterThan(30);
});

/** Changes whatever stands there, as its user might. */
function interfere(path: Buffer): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) writeFileSync(path, 'mine');
  else if (found.isDirectory()) writeFileSync(Buffer.concat([path, Buffer.from('/mine')]), 'mine');
  else if (found.isSymbolicLink()) {
    rmSync(path);
    writeFileSync(path, 'mine');
  } else appendFileSync(path, 'mine');
}
