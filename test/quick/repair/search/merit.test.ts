import { applyClues, cluesOf } from '../../../../src/repair/search/hints';
import type { PlacedMutation, TemplateName } from '../../../../src/repair/search/mutation';
import { belief } from '../../../../src/repair/search/merit';
import { mutantLimit, timeAfterFind, timeLeft } from '../../../../src/repair/search/budget';

const mutation = (template: TemplateName, weight = 1): PlacedMutation => ({
  ...{ start: 0, end: 1, replacement: '', template, description: { form: '', values: [] }, weight },
  ...{ file: 'a.py', line: 1, suspicion: 1, precedence: 0 },
});
const said = (message: string, expected?: string, received?: string) => [
  { errorName: 'Error', message, expected, received },
];

describe('clues of a failure', () => {
  it.each([
    ['an index out of range', said('list index out of range'), 'offset'],
    ['an absent value', said("'NoneType' object has no attribute 'name'"), 'guard'],
    ['a value that is one too small', said('', '3', '2'), 'relational'],
    ['a truth', said('', 'True', 'False'), 'negate'],
    ['another case', said('', 'Anna', 'anna'), 'append'],
    ['another order', said('', '[1, 2]', '[2, 1]'), 'sort-compare'],
  ] as const)('speak for edits of %s', (_, failure, template) => {
    const clues = cluesOf(failure);
    expect(clues[template]).toBeGreaterThan(1);
    expect(applyClues([mutation(template)], clues)[0]?.weight).toBe(clues[template]);
  });

  it('speaks for another index as for another number where a number is wrong', () => {
    const of = (received: string) => cluesOf([{ errorName: '', message: '', expected: '4', received }]);
    for (const clues of [of('3'), of('40')]) expect(clues.fitted).toBe(clues.number);
    expect(of('3').fitted).toBeGreaterThan(1);
  });
});

describe('trust in edits that pass all tests', () => {
  it('goes to a boundary before a deleted statement and a constant condition', () => {
    const boundary = belief(mutation('relational'), []);
    expect(boundary).toBeGreaterThan(belief(mutation('remove'), []));
    const dropped = belief(mutation('relational'), ['dropped-condition']);
    expect(boundary).toBeGreaterThan(dropped);
    const compared = belief(mutation('relational'), ['tested-comparison']);
    expect(dropped).toBeGreaterThan(compared);
    expect(belief(mutation('number'), [])).toBeGreaterThan(belief(mutation('condition-constant'), []));
    expect(belief(mutation('range'), [])).toBeGreaterThan(belief(mutation('fitted'), []));
  });
});

describe('time of a search', () => {
  it('is a minute for all rounds, and a few seconds where a model is asked next', () => {
    expect(timeLeft({ spentMs: 0, quick: false })).toBe(60_000);
    expect(timeLeft({ searchMs: 30_000, spentMs: 0, quick: true })).toBe(2_500);
    expect(timeLeft({ searchMs: 30_000, spentMs: 40_000, quick: false })).toBe(0);
  });

  it('goes on a little after a find, and gives a mutant a few times what the tests take', () => {
    expect(timeAfterFind(100, 'none')).toBe(1_500);
    expect(timeAfterFind(60_000, 'none')).toBe(8_000);
    expect(timeAfterFind(100, 'signs')).toBe(12_000);
    expect(timeAfterFind(60_000, 'signs')).toBe(32_000);
    expect(timeAfterFind(100, 'rivals')).toBe(5_000);
    expect(mutantLimit(1_000)).toBe(4_500);
    expect(mutantLimit(10)).toBe(1_000);
  });
});
