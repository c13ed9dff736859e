import type { Sign } from '../../../../src/domain/signs/sign';
import type { Standing } from '../../../../src/domain/heal/standing';
import type { RoundCandidate } from '../../../../src/domain/heal/proposal';
import { chosenBy } from '../../../../src/domain/heal/ambiguity';
import { outcomeOf } from '../../../../src/domain/heal/delivery';
import { choiceNamed } from '../../../../src/domain/run/questions';
import { publishFork } from '../../../../src/client/fork';
import { asBlob, asTree } from '../../../support/hashes';
import {
  baseline,
  checkpointsOf,
  diffTo,
  play,
  resultOf,
  round,
  start,
  type Played,
  type PlayedEvent,
} from '../../../support/healing-machine';
import { candidate, failing, verification } from '../../../support/verifications';

const FIRST = asBlob('d'.repeat(64));
const SECOND = asBlob('e'.repeat(64));
const GREEN = { comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } };
const CALL = "isScriptProtocol('https:')";

function compared(
  digit: string,
  group: string,
  answer: string,
  { signs, ...more }: Partial<Standing> & { signs?: Sign[] } = {},
): RoundCandidate {
  const standing: Standing = {
    group,
    confidence: 'ambiguous',
    reason: { code: 'rivals', count: 2 },
    deciding: { call: CALL, answer },
    ...more,
  };
  return {
    candidate: { ...candidate(digit), standing, ...(signs && { signs }) },
    verification: verification(GREEN),
  };
}

const TWO = [compared('d', 'A', 'true'), compared('e', 'B', 'false')];

/** A run whose search has found these, with the difference of the winner known. */
function found(input: object, list: readonly RoundCandidate[] = TWO): Played {
  const healed = play(start(input), [baseline(), round({ candidates: list })]);
  return play(healed, [{ type: 'compared', diff: diffTo(FIRST) }]);
}

const LOW = { approval: { level: 'LOW' as const } };
const tell = (text: string): PlayedEvent => ({
  type: 'answered',
  answer: { status: 'told', text, by: 'Ann' },
});

describe('an ambiguous repair', () => {
  it('is not published as a part of a change of two rounds: the second is sure, breaks the change on purpose and is only suggested', () => {
    const part = (confidence: Standing['confidence']) => {
      const standing: Standing = { group: 'A', confidence, reason: { code: 'possible-rivals', count: 2 } };
      const tree = asTree(FIRST);
      const fixed = { comparison: { fixed: 1, broken: 0, fixedIds: [], brokenIds: [] } };
      const first = {
        candidate: { ...candidate('d'), standing },
        verification: failing(undefined, { tree, passed: 6, ...fixed }),
      };
      const sure: Standing = { group: 'A', confidence: 'high', reason: { code: 'alone' } };
      const last = {
        candidate: { ...candidate('e'), standing: sure },
        verification: verification({ ...GREEN, tree: asTree(SECOND), trust: 'command' }),
      };
      const rounds = [round({ candidates: [first] }), round({ candidates: [last] })];
      const broken = play(start(LOW), [baseline(), ...rounds]);
      expect(broken.effect).toMatchObject({ type: 'break', tree: SECOND });
      const tried = { type: 'tried-broken' as const, unnoticed: [] };
      return play(broken, [tried, { type: 'compared', diff: diffTo(SECOND) }]);
    };
    const { delivery, confidence } = resultOf(part('ambiguous'));
    expect(delivery.status).toBe('suggested');
    expect(confidence?.reason).toBe(
      '2 repairs pass the same tests, and no call could be compared to tell if they behave alike',
    );
    expect(part('high').effect.type).toBe('ask');
  });

  it('is suggested and not published by a run that asks nobody', () => {
    const at = found(LOW);
    expect(at.effect.type).toBe('finish');
    const result = resultOf(at);
    expect(result.delivery).toMatchObject({ status: 'suggested' });
    expect(outcomeOf(result.status, result.delivery)).toBe('suggested');
    expect(result.confidence?.question).toBe(
      "`isScriptProtocol('https:')` would be true with A, false with B. Which is right?",
    );
    expect(result.confidence?.choices?.map(({ letter, tree }) => [letter, tree])).toEqual([
      ['A', FIRST],
      ['B', SECOND],
    ]);
  });

  it('keeps the other choices as checkpoints, before the result', () => {
    const trees = checkpointsOf(found(LOW)).map(({ snapshot }) => snapshot.tree);
    expect(trees.slice(-2)).toEqual([SECOND, FIRST]);
  });

  it('is published like any other where the user accepts that', () => {
    const at = found({ ...LOW, acceptAmbiguous: true });
    expect(at.effect.type).toBe('ask');
    expect(resultOf(at).delivery.status).toBe('published');
  });

  it('asks the question that decides where the run asks before it publishes', () => {
    const { effect } = found({});
    expect(effect).toMatchObject({
      type: 'ask',
      question: {
        kind: 'publish',
        form: 'choice',
        choices: ['A: `-` becomes `+` (src/sum.ts:1)', 'B: `-` becomes `+` (src/sum.ts:1)'],
      },
    });
  });

  it('verifies the chosen repair once more and publishes it', () => {
    const chosen = play(found({}), [tell('B')]);
    expect(chosen.effect).toMatchObject({ type: 'verify', tree: SECOND });
    const seen = verification({ tree: asTree(SECOND), ...GREEN });
    const publishing = play(chosen, [
      { type: 'verified', verification: seen },
      { type: 'compared', diff: diffTo(SECOND) },
    ]);
    expect(publishing.effect).toMatchObject({ type: 'publish', tree: SECOND });
    expect(resultOf(publishing).confidence).toEqual({ level: 'high', reason: 'a person chose B' });
  });

  it('is not published where every choice is rejected', () => {
    const rejected = play(found({}), [
      { type: 'answered', answer: { status: 'rejected', reason: 'none of them' } },
    ]);
    expect(resultOf(rejected)).toMatchObject({ tree: FIRST, delivery: { status: 'rejected' } });
  });

  it('of which one alone is left has no question but a reason', () => {
    const only = compared('d', 'A', '', {
      reason: { code: 'signed', signs: ['deleted-statement'] },
      signs: ['deleted-statement'],
      deciding: undefined,
    });
    const { delivery, confidence } = resultOf(found(LOW, [only]));
    expect(delivery).toMatchObject({
      status: 'suggested',
      question: 'The repair has a statement deleted. Publish it as it is?',
    });
    expect(confidence?.choices).toHaveLength(1);
  });
});

describe('the answer to the question', () => {
  const TESTED = asTree('b'.repeat(64));
  const tested = [
    TWO[0] ?? compared('d', 'A', 'true'),
    compared('e', 'B', 'false', {
      deciding: { call: CALL, answer: 'false', test: { tree: TESTED, path: 'test/protocol.test.ts' } },
    }),
  ];

  it('is published with the repair as a test', () => {
    const chosen = play(found({}, tested), [tell('B')]);
    expect(chosen.effect).toMatchObject({ type: 'verify', tree: TESTED });
  });

  it('is left out where its test does not pass', () => {
    const broken = verification({ tree: TESTED, comparison: { ...GREEN.comparison, broken: 1 } });
    const at = play(found({}, tested), [tell('B'), { type: 'verified', verification: broken }]);
    expect(at.effect).toMatchObject({ type: 'verify', tree: SECOND });
  });

  it('can be published after the end, or left out', () => {
    const result = resultOf(found(LOW, tested));
    expect(result.delivery).toMatchObject({
      question: expect.stringContaining('becomes a test in test/protocol'),
    });
    expect(publishFork(result, { choice: 'B' }).checkpoint).toBe(TESTED);
    expect(publishFork(result, { choice: 'B', test: false }).checkpoint).toBe(SECOND);
    expect(checkpointsOf(found(LOW, tested)).map(({ snapshot }) => snapshot.tree)).toContain(TESTED);
  });
});

describe('a sure repair', () => {
  it('is published at LOW and says so', () => {
    const reason = 'all repairs found that pass the tests behave alike on all 12 calls that were compared';
    const at = found(LOW, [
      compared('d', 'A', 'true', { confidence: 'high', reason: { code: 'alike', count: 12 } }),
    ]);
    const result = resultOf(at);
    expect(result.delivery.status).toBe('published');
    expect(result.confidence).toEqual({ level: 'high', reason });
  });
});

describe('a repair of the search beside that of a model', () => {
  const modelled: RoundCandidate = {
    candidate: { ...candidate('e'), proposer: 'llm' },
    verification: verification({ ...GREEN, testFiles: 1 }),
  };
  const beside = (given: Partial<Standing>): Played =>
    play(start({ ...LOW, mode: 'PRECISION' }, true), [
      baseline(),
      round({ candidates: [compared('d', 'A', 'true', given), modelled] }),
    ]);
  const alike: Standing = { group: 'A', confidence: 'high', reason: { code: 'alike' } };

  it('is compared with it, however sure the search was', () => {
    expect(beside(alike).effect).toMatchObject({ type: 'compare-candidates' });
  });

  it('keeps the doubt about edits that were not tried, although both behave alike', () => {
    const asked = beside({ reason: { code: 'untried', count: 3 } });
    const standings = [FIRST, SECOND].map((tree) => ({ tree: asTree(tree), standing: alike }));
    const at = play(asked, [{ type: 'candidates-compared', standings }]);
    const { delivery, confidence } = resultOf(play(at, [{ type: 'compared', diff: diffTo(FIRST) }]));
    expect(delivery.status).toBe('suggested');
    expect(confidence).toMatchObject({ level: 'ambiguous', reason: expect.stringContaining('3 ') });
  });
});

describe('a choice', () => {
  it('is named by its letter in either case, or by all its words', () => {
    const choices = resultOf(found(LOW)).confidence?.choices ?? [];
    expect(chosenBy(choices, 'b')?.tree).toBe(SECOND);
    expect(chosenBy(choices, 'B: `-` becomes `+` (src/sum.ts:1)')?.tree).toBe(SECOND);
    expect(chosenBy(choices, 'C')).toBeUndefined();
    expect(choiceNamed(['A: one', 'B: two'], 'b')).toBe('B: two');
    expect(choiceNamed(['A: one', 'B: two'], 'two')).toBeUndefined();
  });
});

describe('publishing after the end of a run', () => {
  const suggested = resultOf(found(LOW));

  it('begins at the chosen repair and asks nobody', () => {
    expect(publishFork(suggested, { choice: 'B' })).toMatchObject({
      checkpoint: SECOND,
      approval: { level: 'LOW' },
      acceptAmbiguous: true,
      request: null,
    });
  });

  it('needs a choice where there are several', () => {
    expect(() => publishFork(suggested, {})).toThrow('name one with --choice A, --choice B');
    expect(() => publishFork(suggested, { choice: 'C' })).toThrow('has no choice C: name one of A, B');
  });

  it('takes a rejected change as it is', () => {
    const rejected = play(found({}), [{ type: 'answered', answer: { status: 'rejected', reason: 'no' } }]);
    expect(publishFork(resultOf(rejected), {})).toMatchObject({
      checkpoint: FIRST,
      approval: { level: 'MEDIUM' },
    });
    expect(publishFork(resultOf(rejected), { unasked: true }).approval).toEqual({ level: 'LOW' });
  });

  it('refuses what is published already, and what passes nothing', () => {
    const published = resultOf(found({ ...LOW, acceptAmbiguous: true }));
    expect(() => publishFork(published, {})).toThrow('is published already');
    const delivery = { status: 'nothing-to-publish' as const };
    const failed = { ...suggested, status: 'failed' as const, delivery };
    expect(() => publishFork(failed, {})).toThrow('has no change that passes all checks');
  });
});
