import {
  findCheckpoint,
  noCheckpoint,
  withCheckpoint,
  type Checkpoint,
} from '../../../../src/domain/run/checkpoints';
import { saidText } from '../../../../src/domain/run/said';
import { asTree } from '../../../support/hashes';

const AT = '2026-01-01T00:00:00.000Z';
const tree = (digits: string) => asTree(digits.padEnd(64, '0'));
const known = ['aaaaaa1', 'aaaaaa2', 'bbbbbb1'].reduce<readonly Checkpoint[]>(
  (list, digits) => withCheckpoint(list, { snapshot: { tree: tree(digits) }, reason: digits }, { at: AT }),
  [],
);

describe('checkpoints', () => {
  it('are numbered from 0, and hold when they were made and what was spent until then', () => {
    expect(known.map(({ number }) => number)).toEqual([0, 1, 2]);
    const spent = { tokens: 7, microUsd: 9 };
    const next = withCheckpoint(known, { snapshot: { tree: tree('c') }, reason: 'c' }, { at: AT, spent });
    expect(next.at(-1)).toEqual({ number: 3, snapshot: { tree: tree('c') }, reason: 'c', at: AT, spent });
    expect(known).toHaveLength(3);
  });

  it('do not keep a state twice in a row, and keep one that is come back to', () => {
    const same = { snapshot: { tree: tree('bbbbbb1') }, reason: 'again' };
    expect(withCheckpoint(known, same, { at: AT })).toBe(known);
    const back = { snapshot: { tree: tree('aaaaaa1') }, reason: 'rolled back' };
    expect(withCheckpoint(known, back, { at: AT })).toHaveLength(4);
  });
});

describe('the name of a checkpoint', () => {
  it.each([
    ['0', 0],
    ['2', 2],
    ['3', undefined],
    ['-1', undefined],
    ['aaaaaa', undefined],
    ['aaaaaa2', 1],
    ['bbbbbb', 2],
    ['bbbbb', undefined],
    ['cccccc', undefined],
    ['', undefined],
  ])('%j is that of number %s', (name, number) => {
    expect(findCheckpoint(known, name)?.number).toBe(number);
  });

  it('that names none is told with the numbers that there are', () => {
    expect(saidText(noCheckpoint('run-1', known, '7'))).toBe(
      'The run run-1 has no checkpoint "7": take a number from 0 to 2, as "kintsugi checkpoints run-1" lists them.',
    );
  });
});
