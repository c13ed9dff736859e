import { gateMachine } from '../../../../src/domain/gate/machine';
import { GateInput } from '../../../../src/domain/gate/input';
import type { LookedAt } from '../../../../src/domain/gate/judge';
import type { GateEvent, GateState } from '../../../../src/domain/gate/state';
import type { Verification } from '../../../../src/domain/verification/verification';
import { asTree } from '../../../support/hashes';
import { directory } from '../../../support/healing-machine';
import { failedCheck, failing, verification } from '../../../support/verifications';

const BASE = asTree('a'.repeat(64));
const TREE = asTree('b'.repeat(64));
const LOOK: LookedAt = { diff: asTree('d'.repeat(64)), files: [], fileCount: 1, objections: [], signs: [] };
const TEST_ID = 'test/sum.test.ts > adds';

function after(events: readonly GateEvent[], input: object = {}) {
  const first = gateMachine.start(GateInput.parse({ directory, ...input }), { id: 'gate-sum' });
  return events.reduce((at, event) => gateMachine.decide(at.state, event), first);
}

const begun = (baseline: Verification = verification()): GateEvent[] => [
  { type: 'captured', tree: BASE },
  { type: 'baseline-seen', verification: baseline },
];
const asked = (number: number, message: object = {}): GateEvent[] => [
  { type: 'received', number, name: 'check', message },
  { type: 'captured', tree: TREE },
];
const judged = (
  seen: Verification,
  more: Partial<Extract<GateEvent, { type: 'judged' }>> = {},
): GateEvent => ({
  type: 'judged',
  look: LOOK,
  verification: seen,
  ...more,
});
const answerOf = ({ answers }: GateState) => answers.at(-1);
const idsOf = (state: GateState) => answerOf(state)?.findings.map(({ id }) => id);

describe('a gate', () => {
  it('captures the files, verifies them and waits', () => {
    expect(after([]).effect).toEqual({ type: 'capture', label: 'begin' });
    expect(after(begun().slice(0, 1)).effect).toEqual({ type: 'baseline', label: 'baseline', tree: BASE });
    expect(after(begun()).effect).toMatchObject({ type: 'receive' });
  });

  it('judges a change against its baseline, and proves one that breaks nothing', () => {
    const asks = after([...begun(), ...asked(1)]);
    expect(asks.effect).toMatchObject({ type: 'judge', base: BASE, tree: TREE });
    const { state } = after([...begun(), ...asked(1), judged(verification())]);
    expect(answerOf(state)).toMatchObject({ number: 1, verdict: 'proven', findings: [], isRecorded: false });
  });

  it('answers for the files that it judged last from its record, unless it is asked to look again', () => {
    const once = [...begun(), ...asked(1), judged(verification())];
    const { state, effect } = after([...once, ...asked(2)]);
    expect(effect.type).toBe('receive');
    expect(answerOf(state)).toMatchObject({ number: 2, isRecorded: true, verdict: 'proven' });
    expect(after([...once, ...asked(2, { again: true })]).effect.type).toBe('judge');
  });

  it('tells a test that fails from one that is not run any more, and from one that is new', () => {
    const comparison = { fixed: 0, broken: 1, fixedIds: [], brokenIds: [TEST_ID] };
    const verdict = (seen: Verification) => idsOf(after([...begun(), ...asked(1), judged(seen)]).state);
    expect(verdict(failing(failedCheck(), { comparison }))).toEqual(['KTG-TEST-BROKEN']);
    expect(verdict(verification({ comparison }))).toEqual(['KTG-TEST-MISSING']);
    const failedBefore = after([
      ...begun(failing()),
      ...asked(1),
      judged(verification({ comparison })),
    ]).state;
    expect(answerOf(failedBefore)?.findings[0]?.message).toBe(`"${TEST_ID}" ran before and was not run.`);
    expect(verdict(failing(failedCheck({}, { id: 'test/new.test.ts > new' })))).toEqual(['KTG-TEST-FAILS']);
  });

  it('proves a change of a red project that leaves it no worse, and says that it is red', () => {
    const { state } = after([...begun(failing()), ...asked(1), judged(failing())]);
    expect([answerOf(state)?.verdict, idsOf(state)]).toEqual(['proven', ['KTG-STILL-RED']]);
  });

  it('judges nothing of a change that a red test sees and stays red', () => {
    const other = failing(failedCheck({ message: 'expected 3, received 4' }));
    const otherwise = after([...begun(failing()), ...asked(1), judged(other)]);
    expect([answerOf(otherwise.state)?.verdict, idsOf(otherwise.state)]).toEqual([
      'unjudged',
      ['KTG-RED-TOUCHED', 'KTG-STILL-RED'],
    ]);
    const reached = failing(failedCheck(), { redOnChange: [TEST_ID] });
    expect(idsOf(after([...begun(failing()), ...asked(1), judged(reached)]).state)).toContain(
      'KTG-RED-TOUCHED',
    );
    const timed = (ms: number) =>
      failing(
        failedCheck({ message: `timed out after ${ms} ms in /tmp/run-${ms}${ms > 99 ? ` (${ms}ms)` : ''}` }),
      );
    const framed = (name: string, address: string) =>
      failing(failedCheck({ message: `assert [<generator o...${address}>]\n  at ${name} (index.js:48:18)` }));
    const reframed = [framed('Object.encode', '6d0'), framed('encode', 'f00')] as const;
    expect(idsOf(after([...begun(reframed[0]), ...asked(1), judged(reframed[1])]).state)).toEqual([
      'KTG-STILL-RED',
    ]);
    const long = (count: string) =>
      failing(
        failedCheck({ message: `one\ntwo${count === '9' ? '\nthree' : ''}\n…\nseven\neight in ${count} ms` }),
      );
    expect(idsOf(after([...begun(long('9')), ...asked(1), judged(long('100'))]).state)).toEqual([
      'KTG-STILL-RED',
    ]);
    expect(idsOf(after([...begun(timed(12)), ...asked(1), judged(timed(1_431))]).state)).toEqual([
      'KTG-STILL-RED',
    ]);
  });

  it('judges nothing of red tests that are green by an edit of tests alone', () => {
    const idsBy = (fitted: string | undefined, baseline = failing(), seen = verification()) =>
      idsOf(after([...begun(baseline), ...asked(1), judged(seen, { look: { ...LOOK, fitted } })]).state);
    expect(idsBy('test/a.test.ts')).toEqual(['KTG-TEST-FITTED']);
    expect(idsBy(undefined)).toEqual([]);
    expect(idsBy('test/a.test.ts', verification())).toEqual([]);
    expect(idsBy('test/a.test.ts', failing(), failing())).toEqual(['KTG-STILL-RED']);
  });

  it('knows a red test as before by its addresses and frames, not by its values and words', () => {
    const idsBy = (...messages: [before: string, now: string]) => {
      const [before, now] = messages.map((message) => failing(failedCheck({ message })));
      return idsOf(after([...begun(before), ...asked(1), judged(now ?? failing())]).state);
    };
    const goFrame = (address: string) =>
      `panic: no\nshop.Sum(0xc${address}, 0x2)\n\t/work/sum.go:12 +0x${address}`;
    const alike: [string, string][] = [
      ['<Cart object at 0x7f01a2>', '<Cart object at 0x7f99b3>'],
      ['<Cart object at 0x7f...a2>', '<Cart object at 0x7e...b3>'],
      ['#<Cart:0x00007f01 @sum=1>', '#<Cart:0x00007f99 @sum=1>'],
      ['no\n    #1 0x55d01 in main', 'no\n    #1 0x66e02 in main'],
      [goFrame('1d'), goFrame('2e')],
      ['no\n  at Cart.sum (cart.js:4:8)', 'no\n  at sum (cart.js:4:8)'],
      ['no\n  at Cart$$Lambda/0x0a1.run(Unknown Source)', 'no\n  at Cart$$Lambda/0x0b2.run(Unknown Source)'],
    ];
    for (const texts of alike) expect([texts, idsBy(...texts)]).toEqual([texts, ['KTG-STILL-RED']]);
    const others: [string, string][] = [
      ['expected 0xbeef, received 0xdead', 'expected 0xbeef, received 0x0000'],
      ['expected <0xbeef> but was <0xdead>', 'expected <0xbeef> but was <0x0000>'],
      ['asks for at least (3)', 'asks for at most (3)'],
    ];
    for (const texts of others)
      expect([texts, idsBy(...texts)]).toEqual([texts, ['KTG-RED-TOUCHED', 'KTG-STILL-RED']]);
  });

  it('refuses answers by heart, a question whether tests run and a changed runner, and notes other signs', () => {
    const idsBy = (...names: LookedAt['signs'][number]['sign'][]) => {
      const signs = names.map((sign) => ({ sign, path: 'sum.py', line: 3 }));
      return idsOf(
        after([...begun(), ...asked(1), judged(verification(), { look: { ...LOOK, signs } })]).state,
      );
    };
    expect(idsBy('by-heart', 'special-case')).toEqual(['KTG-BY-HEART', 'KTG-SPECIAL-CASE']);
    expect(idsBy('look-at-runner', 'changed-import')).toEqual(['KTG-BUILT-INS', 'KTG-SPECIAL-CASE']);
    expect(idsBy('changed-import')).toEqual(['KTG-SPECIAL-CASE']);
    expect(idsBy('look-at-tests')).toEqual(['KTG-SNIFFS-TESTS']);
  });

  it('refuses a change that breaks something no finding names', () => {
    const comparison = { fixed: 0, broken: 3, fixedIds: [], brokenIds: [] };
    const { state } = after([...begun(), ...asked(1), judged(verification({ comparison }))]);
    expect(answerOf(state)?.verdict).toBe('refused');
  });

  it('tells by what a check no longer opens, and by what command it is not confirmed', () => {
    const unopened = { of: 'unopened' as const, check: 'npm test', first: 'test/data.json', more: 0 };
    const comparison = {
      fixed: 0,
      broken: 1,
      fixedIds: [],
      brokenIds: [],
      unseen: [unopened],
    };
    const disagrees = { by: 'jest', tests: ['jest'], count: 1, said: 'no' };
    const confirmation = { status: 'disagrees' as const, ...disagrees };
    const seen = judged(verification({ comparison }), { confirmation });
    expect(idsOf(after([...begun(), ...asked(1), seen]).state)).toEqual([
      'KTG-JUDGE-NOT-OPENED',
      'KTG-COMMAND-RED',
    ]);
  });

  it('notes that no runner of the project could confirm what the sandbox calls green', () => {
    const baseline = verification({ ownRunner: { missing: { runner: 'jest' } } });
    const { state } = after([...begun(baseline), ...asked(1), judged(verification())]);
    expect([answerOf(state)?.verdict, idsOf(state)]).toEqual(['proven', ['KTG-UNCONFIRMED']]);
  });

  it('refuses a changed configuration unless it was named, and notes an edited test', () => {
    const files = ['jest.config.js', 'test/sum.test.ts'].map((path) => ({
      ...{ path, change: 'modified' as const, addedLines: 1, removedLines: 1 },
    }));
    const seen = judged(verification(), { look: { ...LOOK, files } });
    expect(idsOf(after([...begun(), ...asked(1), seen]).state)).toEqual([
      'KTG-JUDGE-CHANGED',
      'KTG-JUDGE-EDITED',
    ]);
    const named = after([...begun(), ...asked(1), seen], { impactedFiles: ['jest.config.js'] });
    expect(answerOf(named.state)).toMatchObject({ verdict: 'proven' });
  });

  it('names objections and signs of the change, and lines that no test executes', () => {
    const objections = [
      { path: 'src/sum.ts', line: 3, message: { form: 'looks', values: [] }, sort: 'looks' as const },
    ];
    const look = {
      ...LOOK,
      objections,
      signs: [{ sign: 'special-case' as const, path: 'src/sum.ts', line: 4 }],
    };
    const untested = [{ path: 'src/sum.ts', lines: [4, 5, 6, 9] }];
    const { state } = after([...begun(), ...asked(1), judged(verification({ untested }), { look })]);
    expect(answerOf(state)?.findings).toEqual([
      { id: 'KTG-SNIFFS-TESTS', path: 'src/sum.ts', line: 3, message: 'looks' },
      expect.objectContaining({ id: 'KTG-SPECIAL-CASE', path: 'src/sum.ts', line: 4 }),
      {
        ...{ id: 'KTG-UNTESTED-LINES', path: 'src/sum.ts', line: 4 },
        message: 'No test executes the changed lines 4-6, 9 of src/sum.ts.',
      },
    ]);
  });

  it('says that nothing can be judged where no test was found, and where a check breaks off', () => {
    const bare = verification({ trust: 'none', passed: 0, testFiles: 0, success: false });
    const unjudged = after([...begun(bare), ...asked(1), judged(bare)]);
    expect(answerOf(unjudged.state)?.verdict).toBe('unjudged');
    const broken = after([...begun(), ...asked(1), { type: 'broken', reason: 'The disk is full.' }]);
    expect(answerOf(broken.state)).toMatchObject({ verdict: 'unjudged', number: 1 });
    expect(broken.effect.type).toBe('receive');
  });

  it('ends when it is told to, and fails where it can not begin', () => {
    const ended = after([...begun(), { type: 'received', number: 1, name: 'end', message: {} }]);
    expect([ended.effect.type, ended.state.ending?.status]).toEqual(['finish', 'closed']);
    expect(after([{ type: 'broken', reason: 'gone' }]).state.ending).toEqual({
      status: 'failed',
      why: 'gone',
    });
  });
});
