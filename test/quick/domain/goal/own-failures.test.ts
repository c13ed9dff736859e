import { ownFailures, type EndedCall } from '../../../../src/domain/goal/own-failures';
import type { ItemOutcome } from '../../../../src/domain/goal/outcome';

const call = (tool: EndedCall['tool'], args: object, items: ItemOutcome[], problem?: string): EndedCall => ({
  tool,
  args: { ...args },
  outcome: { items, text: '', problem },
  ok: problem === undefined && items.every(({ ok }) => ok),
});
const good = (path: string, to?: string): ItemOutcome => ({ path, ok: true, ...(to && { to }) });
const bad = (path: string): ItemOutcome => ({ path, ok: false, reason: 'it failed' });
const own = (...calls: EndedCall[]): number[] => {
  const found = ownFailures(['/home/ann'], calls);
  return calls.flatMap((one, index) => (found.has(one) ? [index] : []));
};

const moved = call('move', { items: ['papers'], to: 'old' }, [good('papers', 'old/papers')]);

describe('a failure is the own one of a run', () => {
  it('where an earlier step moved, renamed or deleted the thing, or the folder that it is in', () => {
    expect(own(moved, call('read', { path: 'papers/a.pdf' }, [bad('papers/a.pdf')], 'no.'))).toEqual([1]);
    expect(own(moved, call('read', { path: '/home/ann/papers' }, [bad('papers')], 'no.'))).toEqual([1]);
    const gone = call('delete', { items: ['a'] }, [good('a')]);
    expect(own(gone, call('rename', { path: 'a', name: 'b' }, [bad('a')]))).toEqual([1]);
  });

  it('where an earlier step put something in the place, or was to make it and did not', () => {
    const copied = call('copy', { items: ['a'], to: 'b' }, [good('a', 'b/a')]);
    expect(own(copied, call('move', { items: ['c/a'], to: 'b' }, [bad('c/a')]))).toEqual([1]);
    const unmade = call('make_folder', { path: 'x/y' }, [bad('x/y')]);
    expect(own(unmade, call('list', { path: 'x/y' }, [bad('x/y')], 'no.'))).toEqual([1]);
  });

  it('where it took items of a step that gave none, or its change could not be written', () => {
    expect(own(call('move', { items: { fromStep: 1 }, to: 'b' }, [], 'found nothing'))).toEqual([0]);
    const unwritten = { ...call('write', { path: 'a' }, [good('a')]), ok: false };
    expect(own(unwritten)).toEqual([0]);
  });
});

describe('a failure is learned', () => {
  it('where the folders themselves were so before the run', () => {
    expect(own(moved, call('read', { path: 'notes.txt' }, [bad('notes.txt')], 'no.'))).toEqual([]);
    const made = call('make_folder', { path: 'b' }, [good('b')]);
    expect(own(made, call('move', { items: ['gone.txt'], to: 'b' }, [bad('gone.txt')]))).toEqual([]);
    expect(own(call('list', { path: 'nowhere' }, [bad('nowhere')], 'no.'), moved)).toEqual([]);
  });

  it('where only some of its items failed by what the run had done', () => {
    const both = call('delete', { items: ['papers', 'x'] }, [bad('papers'), bad('x')]);
    expect(own(moved, both)).toEqual([]);
  });

  it('where it took longer than it may', () => {
    expect(own(call('run', { command: 'sleep 9' }, [], 'it took longer than 1 s'))).toEqual([]);
  });
});
