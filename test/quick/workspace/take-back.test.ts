import { createMemoryStore } from '../../support/memory-store';
import { takeBack } from '../../../src/workspace';
import { textsOf, treeOf } from '../../support/text-trees';

const store = createMemoryStore();
const tree = (files: Record<string, string>) => treeOf(store, files);

describe('taking changes back', () => {
  it('takes back several changes, and leaves what people wrote besides', async () => {
    const before = await tree({ 'a.ts': 'one\n', 'own.ts': 'mine\n' });
    const between = await tree({ 'a.ts': 'two\n', 'own.ts': 'mine\n' });
    const after = await tree({ 'a.ts': 'two\n', 'b.ts': 'new\n', 'own.ts': 'mine\n' });
    const present = await tree({ 'a.ts': 'two\n', 'b.ts': 'new\n', 'own.ts': 'changed\n' });
    const merged = await takeBack(store, {
      present,
      undo: [
        { before: between, after },
        { before, after: between },
      ],
    });
    if (merged.status !== 'merged') throw new Error('it is a conflict');
    expect(await textsOf(store, merged.tree)).toEqual({ 'a.ts': 'one\n', 'own.ts': 'changed\n' });
  });

  it('is a conflict where people changed the same lines', async () => {
    const before = await tree({ 'a.ts': 'one\n' });
    const after = await tree({ 'a.ts': 'two\n' });
    const present = await tree({ 'a.ts': 'three\n' });
    expect(await takeBack(store, { present, undo: [{ before, after }] })).toMatchObject({
      status: 'conflict',
      conflicts: [{ path: 'a.ts' }],
    });
  });

  it('of nothing is the tree as it is', async () => {
    const present = await tree({ 'a.ts': 'one\n' });
    expect(await takeBack(store, { present, undo: [] })).toEqual({ status: 'merged', tree: present });
  });
});
