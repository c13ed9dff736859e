import {
  MOST_CHECKPOINTS,
  withCheckpoint,
  type Checkpoint,
  isCut,
  withNumber,
  withTold,
} from '../../../../src/domain/run/checkpoints';
import { NO_EVENTS, withEvents } from '../../../../src/domain/run/events';
import { asTree } from '../../../support/hashes';

const at = '2026-03-02T12:00:00.000Z';
const treeOf = (index: number) => asTree(index.toString(16).padStart(64, '0'));

test('checkpoints that a run no longer has at hand are found in its events, with their numbers and trees', () => {
  let known: readonly Checkpoint[] = [];
  let log = NO_EVENTS;
  for (let index = 0; index < MOST_CHECKPOINTS + 10; index += 1) {
    const tree = treeOf(index);
    known = withCheckpoint(known, { snapshot: { tree }, reason: `step ${index}` }, { at });
    const told = { kind: 'step-completed', text: `Step ${index} is done`, fields: { tree } };
    log = withEvents(log, withNumber([{ kind: 'other', text: '' }, told], known.at(-1)?.number), at);
  }
  expect(isCut(known)).toBe(true);
  const all = withTold(known, log.recent);
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: MOST_CHECKPOINTS + 10 }, (_, n) => n));
  expect(all.map(({ snapshot }) => snapshot.tree)).toEqual(all.map(({ number }) => treeOf(number)));
});

test('events without a tree, and those of a state that was there already, tell of no checkpoint', () => {
  expect(withNumber([{ kind: 'looked', text: '' }], 3)).toEqual([{ kind: 'looked', text: '' }]);
  const told = { kind: 'step-completed', text: '', fields: { tree: treeOf(1) } };
  expect(withNumber([told], undefined)).toEqual([told]);
  expect(withTold([], withEvents(NO_EVENTS, [told], at).recent)).toEqual([]);
});
