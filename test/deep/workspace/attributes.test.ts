import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { BlobHash } from '../../../src/domain/ids';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import type { SnapshotRef } from '../../../src/domain/run/checkpoints';
import type { Workspaces } from '../../../src/workspace';
import { setAccessList, setAttribute, setTags, statOf, type Attributes } from '../../support/file-attributes';
import { asTree } from '../../support/hashes';
import { ManifestWorld } from '../../support/manifest-world';
import {
  closeTree,
  nodeAt,
  openTree,
  putNode,
  takeNode,
  type MutableFolder,
} from '../../support/mutable-tree';
import { tempFolder } from '../../support/temp-folder';

/** The table of docs/storage.md, cell by cell. */
const NOBODY = 65_534;
const isSuperuser = process.geteuid?.() === 0;
const probe = tempFolder('attributes');
writeFileSync(join(probe, 'file'), '');
const isKept = setAttribute(join(probe, 'file'), 'user.tag', 'x') && setAccessList(join(probe, 'file'));
rmSync(probe, { recursive: true });

let world: ManifestWorld;

type Change = (tree: MutableFolder) => void;
const text = async (written: string): Promise<Parameters<typeof putNode>[2]> => ({
  ...{ type: 'file', mode: 0o640, size: written.length },
  hash: await world.store.blobs.put(Buffer.from(written)),
});

function move(tree: MutableFolder, from: string, to: string): void {
  const node = takeNode(tree, from);
  if (!node || !putNode(tree, to, node)) throw new Error(`${from} can't go to ${to}`);
}

/** Publishes as another user: in a process of its own, since one that changes its user hides its descriptors from its children. */
class OtherUser {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly answers: AsyncIterator<string>;

  constructor(
    private readonly uid: number,
    private readonly home: string,
  ) {
    this.own();
    const script = `
      const { createInterface } = require('node:readline');
      const { openStore } = require(${JSON.stringify(join(PROJECT_ROOT, 'dist/store'))});
      const { createWorkspaces } = require(${JSON.stringify(join(PROJECT_ROOT, 'dist/workspace'))});
      const home = process.argv[1];
      openStore(home + '/store').then(async (store) => {
        const workspaces = createWorkspaces({ ...store, store, journals: home + '/journals' });
        for await (const line of createInterface({ input: process.stdin })) {
          const [how, request] = JSON.parse(line);
          console.log(JSON.stringify(await workspaces[how](request)));
        }
        await store.close();
      });`;
    this.child = spawn(process.execPath, ['-e', script, home], {
      ...{ uid, gid: uid, cwd: '/' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async publish(how: string, request: unknown): Promise<unknown> {
    this.own();
    this.child.stdin.write(`${JSON.stringify([how, request])}\n`);
    const { value, done } = await this.answers.next();
    if (done === true) throw new Error('the process of the other user ended');
    return JSON.parse(value) as unknown;
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin.end();
    await ended;
  }

  /** What this process has written since is the other user's too. */
  private own(): void {
    const own = (path: string) => chownSync(path, this.uid, this.uid);
    for (const path of ['store', 'journals', 'kept', 'origins'].map((name) => join(this.home, name))) {
      if (!existsSync(path)) continue;
      own(path);
      for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) own(join(path, name));
    }
    own(this.home);
  }
}

const WHO = isSuperuser ? (['root', 'a user'] as const) : (['a user'] as const);

/** Every cell is tried by who may set owners and by who may not. */
const cells = isKept && process.platform === 'linux' ? describe.each(WHO) : describe.skip.each(WHO);

cells('as %s', (who) => {
  let user: OtherUser | undefined;
  let count = 0;
  beforeAll(async () => {
    world = await ManifestWorld.open();
    const home = join(world.folder, 'home');
    for (const path of [world.folder, home]) chmodSync(path, 0o755);
    if (isSuperuser && who === 'a user') user = new OtherUser(NOBODY, home);
  });
  afterAll(async () => {
    await user?.close();
    await world.close();
  });

  async function publishAs<How extends 'publish' | 'publishManifest'>(
    how: How,
    request: Parameters<Workspaces[How]>[0],
  ): Promise<Awaited<ReturnType<Workspaces[How]>>> {
    type Outcome = Awaited<ReturnType<Workspaces[How]>>;
    return (await (user?.publish(how, request) ?? world.workspaces[how](request as never))) as Outcome;
  }

  /** Owner of the planted things, and that of what is made anew: the folder's, or the user's own. */
  const owner = who === 'root' ? 1_000 : isSuperuser ? NOBODY : (process.geteuid?.() ?? 0);
  const maker = who === 'root' ? 0 : owner;

  /** `0/f`, with all that a file can have besides its bytes, and another name outside of the roots; `0/d` with a file. */
  const plant = (): Attributes => {
    world.plant([
      { path: '0/f', text: 'old' },
      { path: '0/d/x', text: 'x' },
      { path: '0/d/y', text: 'y' },
      { path: '0/e/z', text: 'z' },
    ]);
    const planted = ['0/f', '0/d', '0/d/x', '0/d/y', '0/e', '0/e/z'];
    setTags(new Map(planted.map((path) => [world.at(path), path])));
    setAccessList(world.at('0/f'));
    rmSync(join(world.folder, 'other'), { force: true });
    linkSync(world.at('0/f'), join(world.folder, 'other'));
    if (isSuperuser) {
      for (const path of planted) chownSync(world.at(path), owner, owner);
      for (const root of world.roots) chownSync(root, maker, maker);
    }
    return statOf(world.at('0/f'));
  };

  describe('goals', () => {
    const publish = (base: BlobHash, tree: BlobHash, restored?: SnapshotRef) =>
      publishAs('publishManifest', {
        ...{ roots: world.roots, base: asTree(base), tree: asTree(tree) },
        key: { run: world.run, effect: `attributes-${(count += 1)}` },
        ...(restored && { restored }),
      });
    /** Publishes a change, then goes back; what was at the paths after the one and after the other. */
    const tried = async (change: Change, after: string, before = after) => {
      const base = await world.capture();
      const tree = await openTree(world.store.trees, base.tree);
      change(tree);
      const wanted = await closeTree(world.store.trees, tree);
      const done = await publish(base.tree, wanted);
      if (done.status !== 'published') throw new Error(JSON.stringify(done.conflicts));
      const there = statOf(world.at(after));
      const undone = await publish(done.tree, base.tree, base);
      if (undone.status !== 'published') throw new Error(JSON.stringify(undone.conflicts));
      return { there, back: statOf(world.at(before)) };
    };

    test('an edit: all but the inode and the time; the way back: all', async () => {
      const was = plant();
      const edited = await text('new');
      const { there, back } = await tried((tree) => putNode(tree, '0/f', edited), '0/f');
      expect(there).toEqual({ ...was, time: there.time, inode: there.inode });
      expect(there.inode).not.toBe(was.inode);
      expect(readFileSync(join(world.folder, 'other'), 'utf8')).toBe('old');
      expect(back).toEqual(was);
    });

    test('an edit, a delete and the way back of a file with two names in the folder: all', async () => {
      plant();
      linkSync(world.at('0/f'), world.at('0/d/again'));
      const was = statOf(world.at('0/f'));
      const edited = await text('new');
      for (const change of [
        (tree: MutableFolder) => putNode(tree, '0/f', edited),
        (tree: MutableFolder) => takeNode(tree, '0/f'),
      ]) {
        const { back } = await tried(change, '0/d/again', '0/f');
        expect(back).toEqual(was);
        expect(statOf(world.at('0/d/again')).inode).toBe(was.inode);
      }
    });

    test('a copy: all but the owner and the inode', async () => {
      const was = plant();
      const copy = (tree: MutableFolder) => {
        const node = nodeAt(tree, '0/f');
        if (node) putNode(tree, '1/f', node);
      };
      const { there, back } = await tried(copy, '1/f', '0/f');
      expect(there).toEqual({ ...was, owner: maker, inode: there.inode });
      expect(back).toEqual(was);
    });

    test('a copy of what runs with the rights of its owner does so only for the same owner', async () => {
      plant();
      chmodSync(world.at('0/e/z'), 0o4755);
      const copy = (tree: MutableFolder) => {
        const node = nodeAt(tree, '0/e');
        if (node) putNode(tree, '1/e', node);
      };
      const { there, back } = await tried(copy, '1/e/z', '0/e/z');
      expect(there.mode).toBe(maker === owner ? '4755' : '755');
      expect(back.mode).toBe('4755');
    });

    test('a move: all; the way back: all', async () => {
      const was = plant();
      const { there, back } = await tried((tree) => move(tree, '0/f', '1/f'), '1/f', '0/f');
      expect(there).toEqual(was);
      expect(back).toEqual(was);
    });

    test('a delete: the other names stay; the way back: all', async () => {
      const was = plant();
      const { back } = await tried((tree) => takeNode(tree, '0/f'), '0/d', '0/f');
      expect(back).toEqual(was);
      expect(readFileSync(join(world.folder, 'other'), 'utf8')).toBe('old');
    });

    test('a folder that is renamed, with an edit in it: all; the way back: all', async () => {
      plant();
      const [was, inside] = [statOf(world.at('0/d')), statOf(world.at('0/d/x'))];
      const edited = await text('new');
      const change = (tree: MutableFolder) => {
        move(tree, '0/d', '1/d');
        putNode(tree, '1/d/x', edited);
      };
      const { there, back } = await tried(change, '1/d', '0/d');
      expect(there).toEqual({ ...was, time: there.time });
      expect(back).toEqual(was);
      expect(statOf(world.at('0/d/x'))).toEqual(inside);
    });

    test('a folder that is emptied and deleted; the way back: all', async () => {
      plant();
      const was = statOf(world.at('0/e'));
      const change = (tree: MutableFolder) => {
        move(tree, '0/e/z', '1/z');
        takeNode(tree, '0/e');
      };
      const { back } = await tried(change, '1/z', '0/e');
      expect(back).toEqual(was);
      expect(statOf(world.at('0/e/z')).tag).toBe('0/e/z');
    });
  });

  describe('projects', () => {
    /** The same for a project in the first root. */
    const tried = async (change: Change, after: string, before = after) => {
      const directory = world.roots[0] ?? '';
      const base = await world.workspaces.importDirectory(directory);
      const tree = await openTree(world.store.trees, base.tree);
      change(tree);
      const wanted = await closeTree(world.store.trees, tree);
      const publish = (from: BlobHash, to: BlobHash, effect: string) =>
        publishAs('publish', {
          ...{ directory, base: asTree(from), tree: asTree(to) },
          key: { run: world.run, effect: `${effect}-${(count += 1)}` },
          ...(effect === 'undo' && { restored: base }),
        });
      expect((await publish(base.tree, wanted, 'do')).status).toBe('published');
      const there = statOf(join(directory, after));
      expect((await publish(wanted, base.tree, 'undo')).status).toBe('published');
      return { there, back: statOf(join(directory, before)) };
    };

    test('an edit, and the way back: all but the inode; the time comes back', async () => {
      const was = plant();
      const edited = await text('new');
      const { there, back } = await tried((tree) => putNode(tree, 'f', edited), 'f');
      expect(there).toEqual({ ...was, time: there.time, inode: there.inode });
      expect(back).toEqual({ ...was, inode: back.inode });
      expect(readFileSync(join(world.folder, 'other'), 'utf8')).toBe('old');
    });

    test('a move, and the way back: all but the inode; the time comes back', async () => {
      const was = plant();
      const { there, back } = await tried((tree) => move(tree, 'f', 'd/g'), 'd/g', 'f');
      expect(there).toEqual({ ...was, time: there.time, inode: there.inode });
      expect(back).toEqual({ ...was, inode: back.inode });
    });

    test('a delete: the way back has mode and time, and the owner of the folder', async () => {
      const was = plant();
      const { back } = await tried((tree) => takeNode(tree, 'f'), 'd', 'f');
      expect(back).toEqual({ ...was, owner: maker, tag: undefined, acl: false, inode: back.inode });
      expect(lstatSync(join(world.folder, 'other')).ino).toBe(Number(was.inode));
    });
  });
});
