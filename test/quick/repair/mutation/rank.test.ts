import {
  applyMutations,
  canonicalKey,
  overlaps,
  type PlacedMutation,
  TEMPLATE_PRIORS,
} from '../../../../src/repair/search/mutation';
import { likelierBy, likelierByTitles } from '../../../../src/repair/search/hints';
import { rankMutations, rankPairs, withRepeats } from '../../../../src/repair/search/rank';
import { said } from '../../../../src/domain/run/said';

const text = 'a < b && c < d';

function mutation(given: Partial<PlacedMutation>): PlacedMutation {
  return {
    file: 'x.ts',
    line: 1,
    start: 2,
    end: 3,
    replacement: '<=',
    template: 'relational',
    description: said`< should be <=`,
    weight: 1,
    suspicion: 1,
    precedence: 1,
    ...given,
  };
}

describe('applyMutations', () => {
  it('applies several edits by their places in the original text', () => {
    const edits = [mutation({}), mutation({ start: 11, end: 12, replacement: '>' })];
    expect(applyMutations(text, edits)).toBe('a <= b && c > d');
  });

  it('knows edits that touch the same text', () => {
    expect(overlaps(mutation({ start: 0, end: 5 }), mutation({ start: 4, end: 8 }))).toBe(true);
    expect(overlaps(mutation({ start: 0, end: 4 }), mutation({ start: 4, end: 8 }))).toBe(false);
    expect(overlaps(mutation({ start: 4, end: 4 }), mutation({ start: 4, end: 4 }))).toBe(true);
  });

  it('gives one key to two ways of writing one edit', () => {
    const wide = mutation({ start: 0, end: 5, replacement: 'a <= b' });
    expect(canonicalKey(text, wide)).toBe(canonicalKey(text, mutation({})));
  });
});

describe('rankMutations', () => {
  const texts = new Map([['x.ts', text]]);

  it('orders by suspicion times prior times weight, named files first', () => {
    const likely = mutation({ start: 11, end: 12 });
    const dim = mutation({ suspicion: 0.5 });
    const named = mutation({ file: 'named.ts', precedence: 0, suspicion: 0.01 });
    expect(rankMutations([dim, likely, named], texts)).toMatchObject([named, likely, dim]);
  });

  it('gives the same order for any order of input', () => {
    const list = [
      mutation({ replacement: '>' }),
      mutation({ replacement: '<=' }),
      mutation({ start: 11, end: 12 }),
      mutation({ template: 'negate', start: 0, end: 5, replacement: '!(a < b)' }),
    ];
    expect(rankMutations([...list].reverse(), texts)).toEqual(rankMutations(list, texts));
  });

  it('keeps the best of those that give the same text, and drops those that change nothing', () => {
    const wide = mutation({ template: 'donor', start: 0, end: 5, replacement: 'a <= b' });
    const nothing = mutation({ start: 0, end: 1, replacement: 'a' });
    expect(rankMutations([wide, nothing, mutation({})], texts)).toMatchObject([mutation({})]);
  });
});

describe('rankPairs', () => {
  it('leaves out pairs that overlap and puts a repeated mistake first', () => {
    const first = mutation({ template: 'boolean', start: 0, end: 1, description: said`x` });
    const other = mutation({ template: 'boolean', start: 0, end: 1, description: said`y` });
    const far = mutation({ start: 5, end: 6, description: said`z` });
    const same = mutation({ template: 'boolean', start: 13, end: 14, description: said`x` });
    const pairs = rankPairs([first, other, far, same], 10);
    expect(pairs[0]).toEqual([first, same]);
    expect(pairs).not.toContainEqual([first, other]);
    expect(pairs).toHaveLength(5);
  });

  it('respects its limit', () => {
    const many = Array.from({ length: 50 }, (_, i) => mutation({ start: 3 * i, end: 3 * i + 1 }));
    expect(rankPairs(many, 100)).toHaveLength(100);
  });
});

it('priors are weights over 0 to 1; only that of a form which a failure shows is above', () => {
  const { format, ...guessed } = TEMPLATE_PRIORS;
  const most = Math.max(...Object.values(guessed));
  expect(Math.min(...Object.values(guessed))).toBeGreaterThan(0);
  expect(most).toBe(1);
  expect(format).toBeGreaterThan(most);
});

describe('withRepeats', () => {
  it('puts the same edit at every identical place behind the first of them', () => {
    const first = mutation({});
    const second = mutation({ start: 11, end: 12 });
    const other = mutation({ start: 4, end: 5, replacement: '>', description: said`< should be >` });
    expect(withRepeats([first, other, second])).toEqual([[first], [first, second], [other], [second]]);
  });

  it('puts the edit of all copies of a line behind that of one, also of lines that no failing test ran', () => {
    const line = '  key = NAMES[key] || key;';
    const copied = ['function a(key) {', line, '}', 'function b(key) {', `  ${line}`, '}'].join('\n');
    const [start, second] = [copied.indexOf('NAMES'), copied.lastIndexOf('NAMES')] as const;
    const one = mutation({ start, end: start + 5, line: 2 });
    const description = said`the same as on line ${'2'}`;
    const other = { ...one, start: second, end: second + 5, line: 5, description };
    expect(withRepeats([one], new Map([['x.ts', copied]]))).toEqual([[one], [one, other]]);
  });

  it('repeats no edit at places that overlap', () => {
    const list = [mutation({ start: 0, end: 5 }), mutation({ start: 4, end: 8 })];
    expect(withRepeats(list)).toEqual(list.map((one) => [one]));
  });
});

describe('the order by the words of the failure', () => {
  const code = 'return user.name.length;';
  const optional = mutation({ start: 11, end: 11, replacement: '?', template: 'optional' });
  const relational = mutation({ start: 7, end: 11, replacement: 'other' });

  it('tries the guard of a member first that could not be read', () => {
    const likelier = likelierBy(["Cannot read properties of undefined (reading 'name')"]);
    const ranked = rankMutations([relational, optional], new Map([['x.ts', code]]), likelier);
    expect(ranked).toMatchObject([optional, relational]);
    expect(likelier(mutation({ start: 16, end: 16, replacement: '?', template: 'optional' }), code)).toBe(1);
  });

  it('tries a conversion first where a method is not there', () => {
    const likelier = likelierBy(['str.replace is not a function']);
    const wrap = mutation({ start: 0, end: 3, replacement: 'String(str)', template: 'wrap' });
    expect(likelier(wrap, "str.replace('a', 'b')")).toBeGreaterThan(1);
    expect(likelier(mutation({ ...wrap, replacement: 'Number(str)' }), "str.replace('a', 'b')")).toBe(1);
  });

  it('changes nothing for other failures', () => {
    expect(likelierBy(['expected 3'])(optional, code)).toBe(1);
  });
});

describe('the order by the titles of failing tests', () => {
  const code = 'slot = name';
  const put = (replacement: string) => mutation({ start: 7, end: 11, replacement });

  it.each([
    ['test_key_lookup_ignores_case', 'name.lower()'],
    ['sorts by age', 'sorted(name)'],
    ['rounds half a cent up', 'Math.round(name)'],
    ['leaves what it was given untouched', '{ ...name }'],
    ['a rental that ends at the exact minute', 'name + 1'],
  ])('tries what %s asks for earlier', (title, replacement) => {
    expect(likelierByTitles([title])(put(replacement), code)).toBeGreaterThan(1);
    expect(likelierByTitles(['adds'])(put(replacement), code)).toBe(1);
  });

  it('tries no edit earlier that only keeps such code', () => {
    const likelier = likelierByTitles(['ignores case']);
    const kept = mutation({ start: 0, end: 12, replacement: 'other.lower()' });
    expect(likelier(kept, 'name.lower()')).toBe(1);
  });
});
