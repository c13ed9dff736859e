import type { Sign } from '../../../../src/domain/signs/sign';
import { TESTED_COMPARISON } from '../../../../src/domain/signs/edit-signs';
import type { ProbedCall } from '../../../../src/repair/compare/groups';
import { hasLeader, rankedByMerit, rivalsOf, type Found } from '../../../../src/repair/commands/merit';
import { compared as comparedBy } from '../../../../src/repair/compare';
import { oneLess, oneMore } from '../../../../src/repair/commands/one-off';
import type { TemplateName } from '../../../../src/repair/search/mutation';
import { said } from '../../../../src/domain/run/said';

interface Given {
  line?: number;
  replacement?: string;
  template?: TemplateName;
  signs?: Sign[];
  green?: boolean;
  score?: number;
}

function found({
  line = 1,
  replacement = 'a',
  template = 'relational',
  signs = [],
  green = true,
  score,
}: Given): Found {
  const mutant = {
    ...{ start: 0, end: 1, replacement, template, description: said`${replacement}`, weight: 1 },
    ...{ file: 'a.py', line, suspicion: 1, precedence: 0, score },
  };
  const edited = {
    before: '',
    after: replacement,
    lineBefore: '',
    lineAfter: replacement,
    home: undefined,
    template,
  };
  return { fix: { edits: [mutant], fixed: ['t'], green }, mutant, signs, edited };
}

function ranked(...all: Found[]): { order: string[]; confidence: string | undefined } {
  const repairs = rankedByMerit(all);
  return {
    order: repairs.map(({ edits }) => edits[0]?.replacement ?? ''),
    confidence: repairs[0]?.standing?.confidence,
  };
}

describe('repairs in the order of merit', () => {
  it('are not sure of one beside others as likely that there was no time to verify', () => {
    const [verified, other] = [found({ line: 1 }), found({ line: 2 })];
    const standing = (unverified: Found[]) => rankedByMerit([verified], { unverified })[0]?.standing;
    expect(standing([])?.confidence).toBe('high');
    expect(standing([other])).toMatchObject({
      confidence: 'ambiguous',
      reason: { code: 'unverified-edits', count: 1 },
    });
    expect(standing([found({ line: 1 })])?.confidence).toBe('high');
  });

  it('are not sure of one where not all were tried that are as likely, or nearly so where few were tried', () => {
    const { mutant } = found({});
    const standing = (tried: number, ...scores: number[]) => {
      const one = found({ score: 0.5 });
      const untried = scores.map((score) => ({ ...mutant, score }));
      return rankedByMerit([one], { extent: { tried, untried } })[0]?.standing;
    };
    expect(standing(30, 0.1)?.confidence).toBe('high');
    expect(standing(30, 0.45)).toMatchObject({
      confidence: 'ambiguous',
      reason: { code: 'few-tried', count: 30 },
    });
    expect(standing(30)?.confidence).toBe('high');
    expect(standing(150, 0.45)?.confidence).toBe('high');
    expect(standing(9_000, 0.1, 0.5, 0.7)).toMatchObject({
      confidence: 'ambiguous',
      reason: { code: 'untried', count: 2 },
    });
  });

  it('puts those with signs against them last', () => {
    const doubtful = found({ replacement: 'doubtful', signs: ['deleted-statement'] });
    const plain = found({ replacement: 'plain', template: 'exchange', line: 2 });
    expect(ranked(doubtful, plain)).toEqual({ order: ['plain', 'doubtful'], confidence: 'ambiguous' });
    const compared = found({ replacement: 'compared', signs: [TESTED_COMPARISON] });
    const likely = found({ replacement: 'likely', template: 'operand-swap', line: 2 });
    expect(ranked(compared, likely)).toEqual({ order: ['likely', 'compared'], confidence: 'high' });
    expect(ranked(doubtful).confidence).toBe('ambiguous');
  });

  it('is not sure between two that are as likely', () => {
    expect(ranked(found({ replacement: 'a' }), found({ replacement: 'b' })).confidence).toBe('ambiguous');
  });

  it('is sure of the last item of a list beside another constant index that fits the list of a test, and not beside an edit half as likely', () => {
    const last = found({ replacement: 'all[len(all)-1]', template: 'range' });
    const second = found({ replacement: 'all[1]', template: 'fitted' });
    expect(ranked(second, last)).toEqual({ order: ['all[len(all)-1]', 'all[1]'], confidence: 'high' });
    const other = found({ replacement: 'add(item + 1)', template: 'offset', line: 2 });
    expect(ranked(second, last, other)).toMatchObject({ confidence: 'ambiguous' });
  });

  describe('where their calls are known', () => {
    const files = new Map([['a.py', 'x']]);
    /** Ranked by the answers of each to a call of a test that failed and to one by another input; the program before said `0`. */
    const compared = (all: Found[], answers: string[][], doubts = {}) => {
      const calls = [1, 2].map((n): ProbedCall => ({
        text: `f(${n})`,
        origin: n === 1 ? 'failing' : 'varied',
      }));
      const comparison = comparedBy({ calls, before: ['0', '0'], answers }, rivalsOf(all, files));
      return rankedByMerit(all, doubts, comparison);
    };
    const pair = [found({ replacement: 'a' }), found({ replacement: 'b' })];

    it('is sure of two that behave alike', () => {
      expect(
        compared(pair, [
          ['1', '0'],
          ['1', '0'],
        ]).map(({ standing }) => standing),
      ).toEqual(
        Array(2).fill({
          group: 'A',
          confidence: 'high',
          reason: { code: 'alike', count: 2 },
        }),
      );
    });

    it('asks by a call between two that are as likely and differ', () => {
      const standings = compared(pair, [
        ['1', '0'],
        ['1', '2'],
      ]).map(({ standing }) => standing);
      expect(standings).toMatchObject([
        { group: 'A', confidence: 'ambiguous', deciding: { call: 'f(2)', answer: '0' } },
        { group: 'B', confidence: 'ambiguous', deciding: { call: 'f(2)', answer: '2' } },
      ]);
    });

    it('is not sure of those that behave alike beside one that there was no time to verify', () => {
      const doubts = { unverified: [found({ line: 2 })] };
      const [best] = compared(
        pair,
        [
          ['1', '0'],
          ['1', '0'],
        ],
        doubts,
      );
      expect(best?.standing).toMatchObject({
        confidence: 'ambiguous',
        reason: { code: 'unverified-edits', count: 1 },
      });
    });

    it('goes by their kinds where no call tells anything', () => {
      expect(compared(pair, [[], []])).toEqual(rankedByMerit(pair));
    });
  });

  it('is not sure of one of several that mend as much of the failing tests, and leaves what mends less as it is', () => {
    const part = (replacement: string, template: TemplateName, fixed: string[]): Found => {
      const one = found({ replacement, template, green: false });
      return { ...one, fix: { ...one.fix, fixed } };
    };
    const [second, last] = [part('all[1]', 'number', ['a', 'b']), part('all[n]', 'range', ['a', 'b'])];
    const less = part('all[2]', 'relational', ['a']);
    const reason = { code: 'possible-rivals', count: 2 };
    expect(rankedByMerit([second, last, less]).map(({ standing }) => standing)).toEqual([
      { group: 'A', confidence: 'ambiguous', reason },
      { group: 'B', confidence: 'ambiguous', reason },
      undefined,
    ]);
    expect(rankedByMerit([last, less])[0]?.standing?.confidence).toBe('high');
    const apart = [part('all[n]', 'range', ['a']), part('all[1]', 'range', ['b'])];
    expect(rankedByMerit(apart)[0]?.standing?.reason.code).not.toBe('possible-rivals');
  });

  it('takes a statement of one block for one repair, and of two blocks for two', () => {
    const call = (line: number, indent: string): Found =>
      found({ template: 'missing-call', replacement: `flush()\n${indent}`, line });
    expect(ranked(call(3, '  '), call(4, '  ')).order).toHaveLength(1);
    expect(ranked(call(3, '    '), call(4, '  ')).order).toHaveLength(2);
    expect(ranked(call(3, '  '), call(5, '  ')).order).toHaveLength(2);
  });

  it('has a leader only where one would be published', () => {
    expect(hasLeader([])).toBe(false);
    expect(hasLeader([found({ green: false })])).toBe(false);
    expect(hasLeader([found({})])).toBe(true);
    expect(hasLeader([found({ signs: ['deleted-statement'] })])).toBe(false);
    expect(hasLeader([found({ replacement: 'a' }), found({ replacement: 'b' })])).toBe(false);
  });
});

describe('one more and one less', () => {
  it('take back what is one less or one more already', () => {
    expect(oneLess('index + 1')).toBe('index');
    expect(oneMore('len(xs) - 1')).toBe('len(xs)');
    expect(oneMore('xs[0]-1', '')).toBe('xs[0]');
    expect(oneMore('index + 1')).toBe('index + 1 + 1');
    expect(oneLess('n', '')).toBe('n-1');
  });
});
