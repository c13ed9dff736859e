import fc from '../../support/fast-check';
import { identityOf } from '../../../src/store';
import { FilesRun } from '../../support/file-tools';

const NAMES = ['a', 'b', 'c', 'd'] as const;
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const items = fc.array(path, { minLength: 1, maxLength: 4 });

/** Calls that may do no harm to what is there, whatever they are called with. */
const moving = fc.oneof(
  fc.record({ tool: fc.constant('move' as const), args: fc.record({ items, to: path }) }),
  fc.record({
    tool: fc.constant('move' as const),
    args: fc.record({ items: items.map((all) => all.slice(0, 1)), to: path, name }),
  }),
  fc.record({ tool: fc.constant('rename' as const), args: fc.record({ path, name }) }),
  fc.record({ tool: fc.constant('make_folder' as const), args: fc.record({ path }) }),
);
const any = fc.oneof(
  moving,
  fc.record({ tool: fc.constant('copy' as const), args: fc.record({ items, to: path }) }),
  fc.record({ tool: fc.constant('delete' as const), args: fc.record({ items }) }),
  fc.record({
    tool: fc.constant('write' as const),
    args: fc.record({ path, content: fc.constantFrom('', 'text', '글') }),
  }),
  fc.record({
    tool: fc.constant('list' as const),
    args: fc.record({ path, depth: fc.integer({ min: 1, max: 3 }) }),
  }),
  fc.record({ tool: fc.constant('find' as const), args: fc.record({ path, name }) }),
);
/** Path → whether it is a folder; what would be below a file is left out. */
const planted = fc.uniqueArray(path, { minLength: 1, maxLength: 12 });

async function begin(paths: readonly string[]): Promise<{ run: FilesRun; count: number }> {
  const run = await FilesRun.on({});
  const hashes = new Map<string, string>();
  const isAbove = (one: string): boolean => paths.some((other) => other.startsWith(`${one}/`));
  paths
    .filter((one) => !isAbove(one))
    .forEach((one, index) => {
      const number = { dev: 1n, ino: BigInt(index + 1), mtimeNs: 5n, birthtimeNs: 5n };
      hashes.set(one, identityOf(number));
    });
  await run.plantIdentities(hashes);
  return { run, count: hashes.size };
}

async function identities(run: FilesRun): Promise<string[]> {
  const files = await run.store.trees.list(run.tree);
  return files.filter(({ type }) => type === 'identity').map(({ hash }) => hash);
}

test('moves in any order keep every file in exactly one place', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.array(moving, { maxLength: 12 }), async (paths, calls) => {
      const { run, count } = await begin(paths);
      const before = (await identities(run)).sort();
      expect(before).toHaveLength(count);
      for (const { tool, args } of calls) await run.call(tool, args);
      expect((await identities(run)).sort()).toEqual(before);
    }),
  );
});

test('a tree is always as the outcomes of the calls say, and items that failed have changed nothing', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.array(any, { maxLength: 12 }), async (paths, calls) => {
      const { run } = await begin(paths);
      for (const { tool, args } of calls) {
        const before = run.tree;
        // Rejects where outcome and tree disagree.
        const { items: told } = await run.call(tool, args);
        if (told.every(({ ok }) => !ok)) expect(run.tree).toBe(before);
      }
    }),
  );
});
