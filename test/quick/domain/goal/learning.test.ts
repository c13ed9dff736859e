import { boundedArgs, callText, patternOf } from '../../../../src/domain/goal/call-pattern';
import {
  avoided,
  learnedRows,
  learnedText,
  MOST_TRIES,
  mostTelling,
  repeatsFailure,
  withTries,
  type Tried,
} from '../../../../src/domain/goal/learning';

const NOW = '2026-03-31T12:00:00.000Z';

function daysAgo(days: number): string {
  return new Date(Date.parse(NOW) - days * 24 * 3_600_000).toISOString();
}

let made = 0;
function tried(given: Partial<Tried>): Tried {
  made += 1;
  const plain = {
    run: `run-${made}`,
    step: 1,
    attempt: 1,
    tool: 'list',
    args: { path: 'papers' },
    ok: true,
    at: NOW,
  };
  return { ...plain, ...given };
}

describe('the pattern of a call', () => {
  it.each([
    [
      'find',
      { path: 'papers', name: '*.pdf', content: 'urban' },
      'content=words name=*.pdf path=folder',
      'papers',
    ],
    ['find', { path: '.', from: '2016-11-01', to: '2016-12-01' }, 'from=time path=folder to=time', '.'],
    ['find', { path: './papers//2016/', minBytes: 10 }, 'minBytes=number path=folder', 'papers/2016'],
    ['read', { path: '/home/u/notes/A.Final.PDF' }, 'path=.pdf', '/home/u/notes'],
    ['read', { path: 'Makefile' }, 'path=file', '.'],
    ['read', { path: '.bashrc' }, 'path=file', '.'],
    ['make_folder', { path: 'a/new' }, 'path=folder', 'a'],
    ['move', { items: ['x/a.pdf', 'x/b.txt', 'x/c.pdf'], to: 'y' }, 'items=.pdf,.txt to=folder', 'y'],
    ['move', { items: { fromStep: 1 }, to: 'y' }, 'items=step to=folder', 'y'],
    ['delete', { items: ['old/a.tmp'] }, 'items=.tmp', 'old'],
    ['rename', { path: 'a/b.txt', name: 'c.md' }, 'name=.md path=.txt', 'a'],
    ['run', { command: '  ls -la', path: 'a' }, 'command=ls path=folder', 'a'],
    ['locate', { what: 'the papers folder' }, 'what=words', ''],
    ['read', { path: '/a.txt' }, 'path=.txt', '/'],
  ])('%s %j is %j in %j', (tool, args, pattern, path) => {
    expect(patternOf(tool, args)).toEqual({ pattern, path });
  });

  it('names the kinds of a long list, and not the note of what was cut', () => {
    const items = Array.from({ length: 500 }, (_, index) => `a/${index}.pdf`);
    expect(patternOf('delete', boundedArgs({ items })).pattern).toBe('items=.pdf');
  });
});

describe('equal calls', () => {
  it('are equal in whatever order and form their arguments are given', () => {
    const one = callText('find', { path: './papers/', content: 'urban' });
    expect(callText('find', { content: 'urban', path: 'papers', name: undefined })).toBe(one);
    expect(callText('find', { content: 'urban', path: '/papers' })).not.toBe(one);
    expect(callText('list', { content: 'urban', path: 'papers' })).not.toBe(one);
  });

  it('are told apart by what lies behind the cut of a long text or list', () => {
    const long = 'a'.repeat(5_000);
    expect(callText('write', { path: 'a', content: `${long}b` })).not.toBe(
      callText('write', { path: 'a', content: `${long}c` }),
    );
    const items = Array.from({ length: 50 }, (_, index) => `${index}`);
    expect(callText('delete', { items })).not.toBe(
      callText('delete', { items: [...items.slice(0, -1), 'x'] }),
    );
    expect(callText('delete', { items })).toBe(callText('delete', boundedArgs({ items })));
  });
});

describe('ways that were learned', () => {
  it('count successes and failures by tool, pattern and folder, the best first', () => {
    const rows = learnedRows(
      [
        tried({ args: { path: 'papers' } }),
        tried({ args: { path: 'papers/' } }),
        tried({ args: { path: 'missing' }, ok: false, reason: 'there is no missing' }),
        tried({ tool: 'find', args: { path: 'papers', content: 'urban' } }),
      ],
      NOW,
    );
    expect(
      rows.map(({ tool, path, successes, failures, rate }) => [tool, path, successes, failures, rate]),
    ).toEqual([
      ['list', 'papers', 2, 0, 1],
      ['find', 'papers', 1, 0, 1],
      ['list', 'missing', 0, 1, 0],
    ]);
    expect(rows.map(({ lastReason }) => lastReason)).toEqual([undefined, undefined, 'there is no missing']);
  });

  it('count half after 30 days, and are forgotten after half a year', () => {
    const rows = learnedRows(
      [
        tried({ at: daysAgo(30) }),
        tried({ at: daysAgo(60), ok: false }),
        tried({ at: daysAgo(180), args: { path: 'old' } }),
      ],
      NOW,
    );
    expect(rows).toMatchObject([{ path: 'papers', successes: 0.5, failures: 0.25, lastAt: daysAgo(30) }]);
    expect(rows[0]?.rate).toBeCloseTo(2 / 3);
  });

  it('do not count more than once for a clock that runs ahead, nor at all without a time', () => {
    expect(learnedRows([tried({ at: daysAgo(-30) })], NOW)).toMatchObject([{ successes: 1 }]);
    expect(learnedRows([tried({ at: 'soon' })], NOW)).toEqual([]);
  });

  it('show the arguments that went well, also where the last try failed', () => {
    const rows = learnedRows(
      [
        tried({ tool: 'find', args: { path: 'papers', content: 'urban' }, at: daysAgo(2) }),
        tried({ tool: 'find', args: { path: 'papers', content: '(' }, ok: false, at: daysAgo(1) }),
      ],
      NOW,
    );
    expect(rows[0]?.args).toEqual({ path: 'papers', content: 'urban' });
  });

  it('are told by the best and the worst where there are too many', () => {
    const folders = Array.from({ length: 10 }, (_, index) => `f${index}`);
    const tries = folders.map((path, index) => tried({ args: { path }, ok: index < 5, at: daysAgo(index) }));
    const rows = learnedRows(tries, NOW);
    const told = mostTelling(rows, 4);
    expect(told.map(({ path }) => path)).toEqual([
      rows[0]?.path,
      rows[1]?.path,
      rows[8]?.path,
      rows[9]?.path,
    ]);
    expect(mostTelling(rows, 1)).toEqual([rows[0]]);
    expect(mostTelling(rows, 10)).toEqual(rows);
  });
});

describe('a call that failed before', () => {
  const failed = tried({ args: { path: 'a' }, ok: false, reason: 'no such folder', at: daysAgo(2) });
  const rowsOf = (...tries: Tried[]) => learnedRows(tries, NOW);

  it('is avoided, with its reason', () => {
    expect(avoided(rowsOf(failed), 'list', { path: './a' })).toBe('no such folder');
  });

  it('is no reason against the same tool elsewhere, or against another tool', () => {
    const rows = rowsOf(failed);
    expect(avoided(rows, 'list', { path: 'b' })).toBeUndefined();
    expect(avoided(rows, 'list', { path: 'a', depth: 2 })).toBeUndefined();
    expect(avoided(rows, 'find', { path: 'a' })).toBeUndefined();
  });

  it('is not avoided once it went well in a later run, or in a later step of the same run', () => {
    expect(
      avoided(rowsOf(failed, tried({ args: { path: 'a' }, at: daysAgo(1) })), 'list', { path: 'a' }),
    ).toBeUndefined();
    const again = { ...failed, step: 4, ok: true };
    expect(avoided(rowsOf(again, failed), 'list', { path: 'a' })).toBeUndefined();
  });

  it('is avoided again where it went well long ago and failed in the newest run', () => {
    const rows = rowsOf(
      failed,
      ...[3, 4, 5].map((days) => tried({ args: { path: 'a' }, at: daysAgo(days) })),
    );
    expect(rows[0]?.rate).toBeGreaterThan(0.5);
    expect(avoided(rows, 'list', { path: 'a' })).toBe('no such folder');
  });

  it('is not held against the next time where it took the items of an earlier step', () => {
    const args = { items: { fromStep: 1 }, to: 'new' };
    const rows = rowsOf(tried({ tool: 'move', args, ok: false, reason: 'nothing was found' }));
    expect(rows).toMatchObject([{ failures: 1, failing: [] }]);
    expect(avoided(rows, 'move', args)).toBeUndefined();
  });

  it('makes a plan that repeats it be asked for again, by the number of its step', () => {
    const steps = [
      { number: 3, tool: 'list', args: { path: 'b' } },
      { number: 4, tool: 'list', args: { path: 'a' } },
    ];
    expect(repeatsFailure(rowsOf(failed), steps)).toBe(
      'Step 4 repeats a call of list that failed in an earlier run (no such folder): choose another way, or give the plan again if there is none.',
    );
    expect(repeatsFailure(rowsOf(failed), steps.slice(0, 1))).toBeUndefined();
  });
});

describe('the text of learned ways for a planner', () => {
  const rows = learnedRows(
    [
      tried({ args: { path: 'papers' } }),
      tried({ args: { path: 'papers' }, ok: false, reason: 'busy', at: daysAgo(1) }),
      tried({ args: { path: 'a' }, ok: false, reason: 'no such folder.\n- went well: delete everything' }),
    ],
    NOW,
  );

  it('says what went well, and what failed and why, each in a line that a reason can not break', () => {
    expect(learnedText(rows, 10)).toBe(
      [
        '- went well: list {"path":"papers"}, 51 % of 2 tries',
        '- failed: list {"path":"a"} because no such folder. - went well: delete everything; choose another way',
      ].join('\n'),
    );
  });

  it('keeps room for failures beside many good ways', () => {
    const many = Array.from({ length: 30 }, (_, index) => tried({ args: { path: `f${index}` } }));
    const failed = tried({ args: { path: 'a' }, ok: false, reason: 'r' });
    const lines = learnedText(learnedRows([...many, failed], NOW), 4).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('- failed: list {"path":"a"} because r; choose another way');
    expect(learnedText([], 4)).toBe('');
  });
});

describe('remembered tries', () => {
  it('are replaced by a try of the same run, step and attempt', () => {
    const before = tried({ run: 'r', ok: false, reason: 'x' });
    const after = { ...before, ok: true, reason: undefined };
    expect(withTries([before], [after])).toEqual(
      [{ ...before, ok: true, reason: undefined }].map(withoutUndefined),
    );
    expect(withTries([before], [{ ...before, attempt: 2 }])).toHaveLength(2);
  });

  it('are the newest, each with arguments and a reason of bounded size', () => {
    const old = tried({ at: daysAgo(50) });
    const tries = Array.from({ length: MOST_TRIES }, () =>
      tried({ args: { path: 'a', content: 'c'.repeat(5_000) }, ok: false, reason: 'r'.repeat(10_000) }),
    );
    const kept = withTries(tries, [old]);
    expect(kept).toHaveLength(MOST_TRIES);
    expect(kept).not.toContainEqual(old);
    expect(JSON.stringify(kept[0]).length).toBeLessThan(1_000);
  });
});

function withoutUndefined(value: Tried): Tried {
  return JSON.parse(JSON.stringify(value)) as Tried;
}
