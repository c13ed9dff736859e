import { TESTED_COMPARISON } from '../../../../src/domain/heal/behaviour';
import { hasLeader, rankedByMerit, type Found } from '../../../../src/repair/commands/merit';
import { oneLess, oneMore } from '../../../../src/repair/commands/one-off';
import type { TemplateName } from '../../../../src/domain/heal/mutation/priors';

interface Given {
  line?: number;
  replacement?: string;
  template?: TemplateName;
  signs?: string[];
  green?: boolean;
}

function found({
  line = 1,
  replacement = 'a',
  template = 'relational',
  signs = [],
  green = true,
}: Given): Found {
  const mutant = {
    ...{ start: 0, end: 1, replacement, template, description: replacement, weight: 1 },
    ...{ file: 'a.py', line, suspicion: 1, precedence: 0 },
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
      reason: 'there was no time to verify 1 other edit for the failing tests',
    });
    expect(standing([found({ line: 1 })])?.confidence).toBe('high');
  });

  it('are not sure of the only one of few that were tried', () => {
    expect(rankedByMerit([found({})], { few: 30 })[0]?.standing).toMatchObject({
      confidence: 'ambiguous',
      reason: 'there was time to try 30 edits only',
    });
  });

  it('puts those with signs against them last', () => {
    const doubtful = found({ replacement: 'doubtful', signs: ['a statement deleted'] });
    const plain = found({ replacement: 'plain', template: 'exchange', line: 2 });
    expect(ranked(doubtful, plain)).toEqual({ order: ['plain', 'doubtful'], confidence: 'ambiguous' });
    const compared = found({ replacement: 'compared', signs: [TESTED_COMPARISON] });
    expect(ranked(compared, plain)).toEqual({ order: ['plain', 'compared'], confidence: 'high' });
    expect(ranked(doubtful).confidence).toBe('ambiguous');
  });

  it('is not sure between two that are as likely', () => {
    expect(ranked(found({ replacement: 'a' }), found({ replacement: 'b' })).confidence).toBe('ambiguous');
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
    expect(hasLeader([found({ signs: ['a statement deleted'] })])).toBe(false);
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
