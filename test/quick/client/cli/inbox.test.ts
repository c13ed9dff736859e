import { ENGLISH } from '../../../../src/domain/run/said';
import { inboxLines } from '../../../../src/client/cli/inbox-command';
import type { WaitingRun } from '../../../../src/client/waiting';

const run = (id: string): WaitingRun['run'] => ({
  ...{
    id,
    kind: 'heal',
    execution: 'RUNNING',
    awaitingApproval: true,
    directory: '/home/ann/shop',
    language: 'en',
  },
  startedAt: new Date(0),
});

describe('the lines of the inbox', () => {
  it('say what is asked, and below it what speaks against it, where, since when, until when, what it has cost and who knows', () => {
    const all: WaitingRun[] = [
      {
        ...{ run: run('heal-shop-1'), what: 'publish 2 changed files', since: '2030-01-01T10:00:00.000Z' },
        ...{ deadline: '2030-01-08T10:00:00.000Z', delegate: 'Ada', told: ['slack'], spent: '$0.02' },
        warnings: ['The change may be wrong: edits of its kind are seldom right.'],
      },
      { run: run('agent-shop-2'), what: 'a top-up of its budget', told: [], warnings: [] },
    ];
    expect(inboxLines(all, Date.parse('2030-01-01T13:00:00.000Z'), ENGLISH)).toEqual([
      '1  heal-shop-1  publish 2 changed files',
      '   The change may be wrong: edits of its kind are seldom right.',
      expect.stringMatching(
        /^ {3}\/home\/ann\/shop · waits for .*3.* · until 2030-01-08 10:00 UTC · \$0\.02 spent · told: Ada, slack$/,
      ),
      '2  agent-shop-2  a top-up of its budget',
      '   /home/ann/shop',
    ]);
  });
});
