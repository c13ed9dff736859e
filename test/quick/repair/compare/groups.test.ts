import type { Sign } from '../../../../src/domain/signs/sign';
import {
  changeOf,
  groupRepairs,
  type Contender,
  type ProbedCall,
} from '../../../../src/repair/compare/groups';
import { confidenceIn, decidingCall } from '../../../../src/repair/compare/confidence';
import { decidingQuestion } from '../../../../src/domain/heal/ambiguity';

const CALLS: ProbedCall[] = [
  { text: "f('javascript:')", origin: 'failing' },
  { text: "f('https:')", origin: 'varied' },
  { text: 'f(null)', origin: 'varied', foreign: true },
];
const BEFORE = ['false', 'false', 'false'];

function contender(repair: string, answers: (string | undefined)[], more: Partial<Contender<string>> = {}) {
  return { repair, answers, signs: [], belief: 1, likeness: 0.5, code: '', size: 10, place: 0, ...more };
}

function names(groups: readonly { members: readonly Contender<string>[] }[]): string[][] {
  return groups.map(({ members }) => members.map(({ repair }) => repair));
}

describe('groups of repairs', () => {
  it('stand by their plainness where one says all that another says', () => {
    const answers = ['true', 'false', 'false'];
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('roundabout', answers, { code: 'return all.sort().sort(by);' }),
      contender('plain', answers, { code: 'return all.sort(by);', place: 1 }),
    ]);
    expect(names(groups)).toEqual([['plain', 'roundabout']]);
  });

  it('puts repairs with the same answers in one group and names the best of it first', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('long', ['true', 'false', 'false'], { size: 30 }),
      contender('short', ['true', 'false', 'false'], { size: 5 }),
    ]);
    expect(names(groups)).toEqual([['short', 'long']]);
    expect(confidenceIn(groups).level).toBe('high');
  });

  it('takes none for alike that only calls of tests have asked: what passes the tests answers these alike', () => {
    const asked = CALLS.map((call) => ({ ...call, origin: 'failing' as const }));
    const groups = groupRepairs(asked, BEFORE, [
      contender('by size', ['true', 'false', 'false']),
      contender('general', ['true', 'false', 'false']),
    ]);
    expect(groups).toHaveLength(2);
    expect(confidenceIn(groups)).toEqual({
      level: 'ambiguous',
      reason: { code: 'possible-rivals', count: 2 },
    });
    const alone = confidenceIn(groupRepairs(CALLS, BEFORE, [contender('one', ['true', 'false', 'false'])]));
    expect(alone).toEqual({ level: 'high', reason: { code: 'alone' } });
  });

  it('ranks the repair that changes least before a smaller one that changes all other answers', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('everything true', ['true', 'true', 'true'], { size: 1 }),
      contender('right', ['true', 'false', 'false'], { size: 20, place: 1 }),
    ]);
    expect(names(groups)).toEqual([['right'], ['everything true']]);
    expect(confidenceIn(groups).level).toEqual('ambiguous');
  });

  it('does not part repairs by inputs of a type that no test uses', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('a', ['true', 'false', 'false']),
      contender('b', ['true', 'false', 'throws TypeError']),
    ]);
    expect(groups).toHaveLength(1);
  });

  it('keeps repairs apart that no call was replayed on', () => {
    const nothing = [undefined, undefined, undefined];
    const groups = groupRepairs(CALLS, BEFORE, [contender('a', nothing), contender('b', nothing)]);
    expect(groups.length).toEqual(2);
  });

  it('keeps repairs apart whose like answers the program gave none to before: what they changed is not known', () => {
    const answers = ['true', 'false', 'false'];
    const groups = groupRepairs(
      CALLS,
      [undefined, 'false', 'false'],
      [contender('a', answers), contender('b', answers)],
    );
    expect(groups.length).toEqual(2);
  });

  it('keeps repairs apart where no call came to what they repair', () => {
    const groups = groupRepairs(CALLS, BEFORE, [contender('a', BEFORE), contender('b', BEFORE)]);
    expect(names(groups)).toEqual([['a'], ['b']]);
    expect(confidenceIn(groups)).toEqual({
      level: 'ambiguous',
      reason: { code: 'possible-rivals', count: 2 },
    });
  });

  it('keeps repairs apart of which only an odd input tells one from the program as it was', () => {
    const [mended, other] = [
      contender('a', ['false', 'false', 'true']),
      contender('b', ['false', 'false', 'throws TypeError'], { place: 1 }),
    ];
    expect(groupRepairs(CALLS, BEFORE, [mended, other])).toHaveLength(2);
    expect(groupRepairs(CALLS, BEFORE, [{ ...mended, place: 2 }, other])).toHaveLength(2);
  });

  it('prefers a repair without signs of a wrong one where behaviour changes as much', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('early exit', ['true', 'x', 'false'], { signs: ['early-exit'], size: 1 }),
      contender('plain', ['true', 'y', 'false'], { size: 9, place: 2 }),
    ]);
    expect(names(groups)).toEqual([['plain'], ['early exit']]);
  });

  it('is not sure of a single repair that has a sign of a wrong one', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('only', ['true', 'false', 'false'], { signs: ['deleted-statement'] }),
    ]);
    expect(confidenceIn(groups)).toEqual({
      level: 'ambiguous',
      reason: { code: 'signed', signs: ['deleted-statement'] },
    });
  });

  it('is not sure where as likely edits were not tried, or an only find is of a kind that is seldom right', () => {
    const only = (belief: number) =>
      groupRepairs(CALLS, BEFORE, [contender('only', ['true', 'false', 'false'], { belief })]);
    expect(confidenceIn(only(1), true, { code: 'untried', count: 2 })).toEqual({
      level: 'ambiguous',
      reason: { code: 'untried', count: 2 },
    });
    expect(confidenceIn(only(0.1))).toEqual({
      level: 'ambiguous',
      reason: { code: 'seldom-right' },
    });
    expect(confidenceIn(only(0.5)).level).toBe('high');
  });

  it('asks for twice the belief of another where no call shows how they differ', () => {
    const two = (belief: number, answers: (string | undefined)[][]) =>
      groupRepairs(CALLS, BEFORE, [
        contender('first', answers[0] ?? [], { belief: 1 }),
        contender('second', answers[1] ?? [], { belief, place: 1 }),
      ]);
    const parted = [
      ['true', 'false', 'false'],
      ['true', 'true', 'false'],
    ];
    expect(confidenceIn(two(0.7, parted)).level).toBe('high');
    expect(confidenceIn(two(0.7, [[], []])).level).toBe('ambiguous');
    expect(confidenceIn(two(0.5, [[], []])).level).toBe('high');
  });

  it('is not sure where more repairs pass than were compared', () => {
    const groups = groupRepairs(CALLS, BEFORE, [contender('only', ['true', 'false', 'false'])]);
    expect(confidenceIn(groups, false).level).toBe('ambiguous');
  });

  it('keeps the order of search among repairs that nothing else parts', () => {
    const groups = groupRepairs(CALLS, BEFORE, [
      contender('later', ['true', 'x', 'false'], { place: 1, size: 1 }),
      contender('earlier', ['true', 'y', 'false'], { place: 0, size: 9 }),
    ]);
    expect(names(groups)).toEqual([['earlier'], ['later']]);
  });

  it('counts no call of a failing test as a change, and one of a passing test most', () => {
    const calls: ProbedCall[] = [
      { text: 'a', origin: 'failing' },
      { text: 'b', origin: 'passing' },
      { text: 'c', origin: 'varied' },
    ];
    expect(changeOf(calls, ['1', '1', '1'], ['2', '1', '1'])).toEqual(0);
    expect(changeOf(calls, ['1', '1', '1'], ['1', '2', '1'])).toEqual(0.8);
    expect(changeOf(calls, ['1', '1', '1'], ['1', '1', '2'])).toEqual(0.2);
  });
});

describe('confidence among groups', () => {
  const pair = (belief: number, signs: Sign[] = []) =>
    groupRepairs(CALLS, BEFORE, [
      contender('A', ['true', 'false', 'false'], { belief, signs }),
      contender('B', ['true', 'true', 'false'], { size: 11, belief: 0.5, place: 9 }),
    ]);

  it('is high where the best is by far the likeliest', () => {
    expect(confidenceIn(pair(0.8)).level).toBe('high');
    expect(confidenceIn(pair(0.6)).level).toBe('ambiguous');
  });

  it('is not surer where different edits behave as the best does: they may all be the same mistake', () => {
    const among = (codes: readonly string[], rival: number) =>
      groupRepairs(CALLS, BEFORE, [
        ...codes.map((code, at) =>
          contender(code, ['true', 'false', 'false'], { belief: at === 0 ? 0.7 : 0.4, code, place: at }),
        ),
        contender('rival', ['true', 'true', 'false'], { belief: rival, code: 'rival', place: 9 }),
      ]);
    expect(names(among(['a - 1', 'b + 1'], 0.7))).toEqual([['a - 1', 'b + 1'], ['rival']]);
    for (const codes of [['a - 1'], ['a - 1', 'b + 1'], ['a - 1', 'b + 1', 'c - 2']])
      expect(confidenceIn(among(codes, 0.7)).level).toBe('ambiguous');
    expect(confidenceIn(among(['a - 1', 'b + 1'], 0.5)).level).toBe('high');
  });

  it('asks for more of the best where no call parts it from another', () => {
    const unlike = (belief: number, blind: number) =>
      groupRepairs(CALLS, BEFORE, [
        contender('A', ['true', 'false', 'false'], { belief }),
        contender('B', ['true', 'true', 'false'], { size: 11, belief: 0.16, place: 8 }),
        contender('C', [undefined, undefined, undefined], { size: 11, belief: blind, place: 9 }),
      ]);
    expect(confidenceIn(unlike(0.9, 0.6)).level).toBe('ambiguous');
    expect(confidenceIn(unlike(0.5, 0.01)).level).toBe('high');
  });

  it('is never high where something speaks against the best, or more repairs pass than were compared', () => {
    expect(confidenceIn(pair(0.8, ['dropped-condition'])).level).toBe('ambiguous');
    expect(confidenceIn(pair(0.8), false).level).toBe('ambiguous');
  });
});

describe('the question that decides', () => {
  const groups = groupRepairs(CALLS, BEFORE, [
    contender('A', ['true', 'false', 'false']),
    contender('B', ['true', 'true', 'false'], { size: 11 }),
  ]);

  it('is about a call that the groups answer differently', () => {
    expect(decidingCall(CALLS, groups)).toEqual({ call: 1, text: "f('https:')", answers: ['false', 'true'] });
  });

  it('says which choice gives which answer', () => {
    const choices = [
      { letter: 'A', answer: 'true' },
      { letter: 'B', answer: 'false' },
      { letter: 'C', answer: 'false' },
    ];
    expect(decidingQuestion("isScriptProtocol('https:')", choices)).toBe(
      "`isScriptProtocol('https:')` would be true with A, false with B and C. Which is right?",
    );
  });

  it('is not asked where one group is left', () => {
    expect(decidingCall(CALLS, groups.slice(0, 1))).toEqual(undefined);
  });
});
