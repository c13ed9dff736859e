import { settleFailure } from '../../../../src/domain/goal/failing';
import type { GoalState } from '../../../../src/domain/goal/state';
import { onStepDone } from '../../../../src/domain/goal/stepping';
import { NO_USAGE } from '../../../../src/domain/run/budget';
import { asBlob } from '../../../support/hashes';

const HASH = asBlob('a'.repeat(64));
const OTHER = asBlob('b'.repeat(64));

/** A run of one step that is tried with other arguments than the plan's. */
const STATE = {
  ...{
    language: 'en',
    minSuccess: 0.8,
    publish: 'at-end',
    statuses: ['in_progress'],
    at: 0,
    attempt: 2,
    args: OTHER,
  },
  ...{
    plan: { plan: HASH, rows: [{ tool: 'list', line: 'Looking' }] },
    limits: { maxSteps: 9, maxReplans: 0 },
  },
  ...{
    outcomes: {},
    marks: [],
    failures: [],
    results: [],
    references: [],
    openReferences: [],
    executed: 2,
    replans: 0,
  },
  usage: NO_USAGE,
} as unknown as GoalState;

describe('the result of a try with other arguments', () => {
  it('names them where it failed, for what is learned of it', () => {
    const { state } = settleFailure(STATE, { error: 'no such folder' }, []);
    expect(state.results).toMatchObject([{ number: 1, attempt: 2, status: 'failed', args: OTHER }]);
  });

  it('names them where it went well', () => {
    const done = { outcome: HASH, done: 1, total: 1, failed: [], text: '', called: '{}', durationMs: 1 };
    const { state } = onStepDone(STATE, done);
    expect(state.results).toMatchObject([{ number: 1, attempt: 2, status: 'done', args: OTHER }]);
  });

  it('names none where the plan was followed', () => {
    const { state } = settleFailure({ ...STATE, args: undefined }, { error: 'e' }, []);
    expect(state.results[0]).not.toHaveProperty('args');
  });
});
