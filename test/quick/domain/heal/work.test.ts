import { boughtBy } from '../../../../src/domain/heal/facts';
import type { HealEvent } from '../../../../src/domain/heal/effects';
import type { HealTransition } from '../../../../src/domain/heal/state';
import { asTree } from '../../../support/hashes';
import {
  baseline,
  diffTo,
  noUsage,
  play,
  start,
  type PlayedEvent,
  deliveryOf,
  withFacts,
} from '../../../support/healing-machine';
import { verification } from '../../../support/verifications';

const hash = (digit: string) => asTree(digit.repeat(64));
const LOW = { approval: { level: 'LOW' } };
const begun: HealEvent = { type: 'work-begun', task: hash('7') };
const back = (tree: string): PlayedEvent => ({
  type: 'rolled-back',
  tree: hash(tree),
  reason: 'rolled back',
});

/** A turn that calls one tool. */
const thought = (tool: string, kind: 'read' | 'write' | 'end' = 'write'): HealEvent => ({
  type: 'thought',
  turn: {
    transcript: hash('8'),
    calls: [{ tool, kind, work: 'check', loop: tool, summary: `${tool} it` }],
    said: 'So.',
    usage: { ...noUsage, modelCalls: 1 },
  },
});

const called = (tree?: string): HealEvent => ({
  type: 'called',
  outcomes: [
    {
      status: 'done',
      done: {
        ok: true,
        blob: hash('9'),
        excerpt: 'done',
        facts: tree === undefined ? undefined : { of: 'tree', tree: hash(tree) },
        usage: noUsage,
      },
    },
  ],
});

const executed = (tree: string, changedFiles = ['src/sum.ts']): HealEvent => ({
  type: 'executed',
  tree: hash(tree),
  changedFiles,
  summary: 'Did it.',
  usage: noUsage,
});

/** An agent that has edited twice, in two turns. */
const atWork = (input: object = {}, first = verification()) =>
  play(start({ request: 'round up', executor: 'tools', generateTests: false, ...LOW, ...input }, true), [
    baseline(first),
    begun,
    thought('edit'),
    called('b'),
    thought('edit'),
    called('c'),
  ]);

const isAlwaysAsked = ({ effect }: HealTransition): unknown =>
  effect.type === 'ask' ? effect.question.always : effect.type;

describe('the work of an agent', () => {
  it('keeps the files after each turn, once', () => {
    const { checkpoints } = atWork();
    expect(checkpoints.map(({ snapshot, reason }) => [snapshot.tree[0], reason])).toEqual([
      ['a', 'before the run'],
      ['b', 'turn 1 of the agent'],
      ['c', 'turn 2 of the agent'],
    ]);
  });

  it('goes on from the files that the user went back to, and pays for each turn once', () => {
    const { effect, state } = play(atWork(), [back('b')]);
    expect(effect).toMatchObject({ type: 'think', tree: hash('b'), heard: [] });
    expect(effect.type === 'think' && effect.news).toMatch(/went back/);
    expect(state.facts.usage.modelCalls + boughtBy(state).modelCalls).toBe(2);
  });

  it('begins anew from the state before it', () => {
    expect(play(atWork(), [back('a')]).effect).toMatchObject({ type: 'begin-work', tree: hash('a') });
  });

  it('that is done publishes without a question where none is wanted', () => {
    const done = play(atWork(), [thought('finish', 'end'), called(), executed('c')]);
    const green = play(done, [{ type: 'verified', verification: verification({ tree: hash('c') }) }]);
    const asks = play(green, [{ type: 'compared', diff: diffTo(hash('c')) }]);
    expect(isAlwaysAsked(asks)).toBe(false);
  });

  it('is offered to a person where the run went back into the middle of it', () => {
    const done = play(atWork(), [thought('finish', 'end'), called(), executed('c')]);
    const middle = play(done, [
      back('b'),
      { type: 'verified', verification: verification({ tree: hash('b') }) },
      { type: 'compared', diff: diffTo(hash('b')) },
    ]);
    expect(isAlwaysAsked(middle)).toBe(true);
    expect(middle.effect.type === 'ask' && middle.effect.question.warnings?.join()).toMatch(/was not done/);
  });

  it('is whole at the files that it ended with, also where the run goes back to them', () => {
    const done = play(atWork(), [thought('finish', 'end'), called(), executed('c')]);
    const { state } = play(done, [back('c')]);
    expect(state.facts.unfinished).toBeUndefined();
  });

  it('has its own tests scored where the project has none', () => {
    const none = verification({ testFiles: 0, passed: 0, trust: 'none' });
    const done = play(atWork({}, none), [thought('finish', 'end'), called()]);
    const { effect, state } = play(done, [executed('c', ['src/sum.ts', 'src/sum.test.ts'])]);
    expect(effect).toMatchObject({ type: 'score-tests', files: ['src/sum.test.ts'] });
    expect(state.facts.tests.files).toEqual(['src/sum.test.ts']);
  });

  it('that the end of the time stops leaves its files to a fork', () => {
    const end = play(atWork({ timeLimitMs: 60_000 }), [{ type: 'out-of-time' }]);
    expect(deliveryOf(end).end.status).toBe('failed');
    expect(end.state.facts).toMatchObject({ tree: hash('c'), usage: { modelCalls: 2 } });
    expect(end.checkpoints.at(-1)?.snapshot.tree).toBe(hash('c'));
  });

  it('of a fork that finds all done is looked at as a whole', () => {
    const fork = { of: 'heal-old', checkpoint: 1, start: hash('c'), left: [], edits: [] };
    const forked = play(start({ request: 'round up', executor: 'tools', ...LOW }, true), []);
    const input = { ...forked.state.facts.input, fork };
    const at = play(withFacts(forked, { tree: hash('c'), input }), [
      baseline(verification()),
      begun,
      thought('finish', 'end'),
      called(),
    ]);
    expect(at.effect).toMatchObject({ type: 'end-work', base: hash('a'), tree: hash('c') });
  });
});
