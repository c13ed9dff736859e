import { createMemoryStore } from '../../../support/memory-store';
import { identified } from '../../../../src/workspace/manifest/merge-manifests';
import { flatten, flatTree } from '../../../support/flat-tree';

const store = createMemoryStore();
type Paths = Record<string, string>;

async function identify(checkpoint: Paths, last: Paths, published: Paths): Promise<Paths> {
  const trees = {
    tree: await flatTree(store, checkpoint),
    last: await flatTree(store, last),
    published: await flatTree(store, published),
  };
  return flatten(store, await identified(store, trees));
}

test('a file that the run wrote has the identity that it was published under, at whatever path', async () => {
  expect(await identify({ a: 'text', b: 'X' }, { a: 'text', b: 'X' }, { a: 'N', b: 'X' })).toEqual({
    a: 'N',
    b: 'X',
  });
  expect(await identify({ before: 'text' }, { after: 'text' }, { after: 'N' })).toEqual({ before: 'N' });
});

test('a file that was never published, or has other bytes by now, stays a file', async () => {
  expect(await identify({ a: 'first', c: 'gone' }, { a: 'second' }, { a: 'N' })).toEqual({
    a: 'first',
    c: 'gone',
  });
});

test('two files of the same bytes get one identity each', async () => {
  expect(await identify({ a: 'text', c: 'text' }, { a: 'text', b: 'text' }, { a: 'M', b: 'N' })).toEqual({
    a: 'M',
    c: 'N',
  });
});

test('a copy has its own identity, and its original keeps the old one', async () => {
  const published = { a: 'X', b: 'Y' };
  expect(await identify({ a: 'X' }, { a: 'X', b: 'X' }, published)).toEqual({ a: 'X' });
  expect(await identify({ a: 'X', b: 'X' }, { a: 'X', b: 'X' }, published)).toEqual(published);
  expect(await identify({ a: 'X', c: 'X' }, { a: 'X', b: 'X' }, published)).toEqual({ a: 'X', c: 'Y' });
});

test('what went to another file system was, before, the file that is kept', async () => {
  expect(await identify({ a: 'X' }, { b: 'X' }, { b: 'Y' })).toEqual({ a: 'X' });
  expect(await identify({ b: 'X' }, { b: 'X' }, { b: 'Y' })).toEqual({ b: 'Y' });
});
