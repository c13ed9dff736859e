import { gateMachine } from '../../../../src/domain/gate/machine';
import { GateInput } from '../../../../src/domain/gate/input';
import type { GateEvent } from '../../../../src/domain/gate/state';
import type { TreeDiff } from '../../../../src/domain/files/workspace';
import type { KitEvent } from '../../../../src/domain/run/machine';
import { asTree } from '../../../support/hashes';
import { directory } from '../../../support/healing-machine';
import { failedCheck, failing, verification } from '../../../support/verifications';

const BASE = asTree('a'.repeat(64));
const TREE = asTree('b'.repeat(64));
const EARLIER = asTree('c'.repeat(64));
const DIFF: TreeDiff = {
  ...{ base: BASE, tree: TREE, hash: asTree('d'.repeat(64)), fileCount: 1, size: 1, excerpt: '+1' },
  files: [{ path: 'src/sum.ts', change: 'modified', addedLines: 1, removedLines: 1 }],
};
const LOOK = { diff: DIFF.hash, files: DIFF.files, fileCount: 1, objections: [], signs: [] };
const CHECKOUT = { ...directory, realpath: '/checkouts/one/work' };

function after(events: readonly (GateEvent | KitEvent)[], level = 'MEDIUM') {
  const input = GateInput.parse({ directory, checkout: CHECKOUT, approval: { level } });
  const first = gateMachine.start(input, { id: 'guard-sum' });
  return events.reduce((at, event) => gateMachine.decide(at.state, event), first);
}

const received = (name: string, message: object = {}): GateEvent => ({
  type: 'received',
  number: 1,
  name,
  message,
});
const begun: GateEvent[] = [{ type: 'captured', tree: BASE }];
const measured: GateEvent = { type: 'baseline-seen', verification: verification() };
const judged: GateEvent = { type: 'judged', look: LOOK, verification: verification() };
const broken: GateEvent = {
  ...{ type: 'judged', look: LOOK },
  verification: failing(failedCheck(), {
    comparison: { fixed: 0, broken: 1, fixedIds: [], brokenIds: ['test/sum.test.ts > adds'] },
  }),
};
const offered = (verdict: GateEvent, message: object = {}): GateEvent[] => [
  ...begun,
  received('offer', message),
  { type: 'captured', tree: TREE },
  measured,
  verdict,
  { type: 'compared', diff: DIFF },
];

describe('a gate with a checkout', () => {
  it('keeps the files before the command and lets it begin before any test is run', () => {
    const first = after(begun);
    expect(first.effect.type).toBe('receive');
    expect(first.checkpoints).toMatchObject([{ snapshot: { tree: BASE } }]);
  });

  it('keeps the files when it is told to, and measures the baseline then', () => {
    const kept = after([
      ...begun,
      received('keep', { reason: '30 seconds after the start' }),
      { type: 'captured', tree: TREE },
    ]);
    expect(kept.checkpoints).toEqual([{ snapshot: { tree: TREE }, reason: '30 seconds after the start' }]);
    expect(kept.effect).toMatchObject({ type: 'baseline', tree: BASE });
    expect(gateMachine.decide(kept.state, measured).effect.type).toBe('receive');
  });

  it('keeps the files of each check, also where they are those of the last', () => {
    const checked = after([...begun, received('check'), { type: 'captured', tree: TREE }]);
    expect(checked.checkpoints).toEqual([{ snapshot: { tree: TREE }, reason: 'check 1', mark: 1 }]);
    expect(gateMachine.decide(checked.state, measured).effect).toMatchObject({ type: 'judge', tree: TREE });
  });

  it('offers a proven change, publishes what is approved, and says so', () => {
    const asks = after(offered(judged));
    expect(asks.effect).toMatchObject({
      type: 'ask',
      question: {
        kind: 'publish',
        hash: DIFF.hash,
        always: false,
        summary: expect.stringContaining('Proven'),
      },
    });
    const granted = gateMachine.decide(asks.state, {
      type: 'answered',
      answer: { status: 'granted', edits: [] },
    });
    expect(granted.effect).toEqual({ type: 'publish', base: BASE, tree: TREE, closing: true });
    const published = {
      type: 'published' as const,
      outcome: { status: 'published' as const, tree: TREE, files: DIFF.files },
    };
    expect(gateMachine.decide(granted.state, published).state.ending?.status).toBe('published');
  });

  it('asks about a refused change whatever is granted, with what refuses it', () => {
    const { effect } = after(offered(broken));
    expect(effect).toMatchObject({
      type: 'ask',
      question: {
        always: true,
        warnings: [
          'Refused: 1 finding, 1 file changed; 4 tests passed, 1 failed',
          expect.stringMatching(/^KTG-TEST-BROKEN .*\(refuses\)/),
        ],
      },
    });
  });

  it('publishes nothing unasked that is not proven, or that a failed command has made', () => {
    expect(after(offered(broken), 'LOW').state.ending?.status).toBe('unproven');
    const doubt = 'The command ended with exit code 3.';
    expect(after(offered(judged, { doubt }), 'LOW').state.ending).toMatchObject({
      status: 'unproven',
      why: doubt,
    });
    expect(after(offered(judged), 'LOW').effect.type).toBe('ask');
  });

  it('ends where nothing was changed, without running a test', () => {
    const { effect, state } = after([...begun, received('offer'), { type: 'captured', tree: BASE }]);
    expect([effect.type, state.ending?.status]).toEqual(['finish', 'unchanged']);
  });

  it('names the files that changed in the folder meanwhile', () => {
    const conflicts = [{ path: 'src/sum.ts', reason: 'it was changed' }];
    const asks = after(offered(judged));
    const { state } = gateMachine.decide(asks.state, {
      type: 'published',
      outcome: { status: 'conflict', conflicts },
    });
    expect(state.ending).toMatchObject({ status: 'conflict', conflicts });
  });

  it('judges and offers an earlier checkpoint that people go back to', () => {
    const asks = after(offered(judged));
    const back = gateMachine.decide(asks.state, {
      type: 'rolled-back',
      tree: EARLIER,
      reason: 'rolled back',
    });
    expect(back.effect).toMatchObject({ type: 'judge', tree: EARLIER });
    const none = gateMachine.decide(asks.state, { type: 'rolled-back', tree: BASE, reason: 'rolled back' });
    expect(none.state.ending?.status).toBe('unchanged');
  });

  it('stays open where the files can not be read, and ends where the change can not be shown', () => {
    const gone: GateEvent = { type: 'broken', reason: 'There is no folder.' };
    const lost = after([...begun, received('offer'), gone]);
    expect([lost.effect.type, lost.state.answers.at(-1)?.verdict]).toEqual(['receive', 'unjudged']);
    const judgedOnly = offered(judged).slice(0, -1);
    expect(after([...judgedOnly, gone]).state.ending?.status).toBe('unpublished');
  });

  it('takes no checkpoint and no offer without a checkout', () => {
    const plain = gateMachine.start(GateInput.parse({ directory }), { id: 'gate-sum' });
    const refusals = gateMachine.messages?.map(({ name, refuse }) => [
      name,
      refuse?.(plain.state, {}) !== undefined,
    ]);
    expect(refusals).toEqual([
      ['check', false],
      ['end', false],
      ['keep', true],
      ['offer', true],
    ]);
  });
});
