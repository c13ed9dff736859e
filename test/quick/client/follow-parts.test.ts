import { ENGLISH, said } from '../../../src/domain/run/said';
import { inCallersWords } from '../../../src/client/cli/command-name';
import { COMMAND_NAMES } from '../../../src/client/cli/command-names';
import { kintsugiCommand } from '../../../src/client/cli/main';
import { cutTo } from '../../../src/client/cli/live-line';
import { elapsedText } from '../../../src/domain/run/times';
import { progressLine } from '../../../src/client/cli/render';
import { wantsJson } from '../../../src/client/cli/report-error';
import { pendingText } from '../../../src/client/pending-work';
import { callersCommand } from '../../../src/config';
import { spentText } from '../../../src/domain/run/budget-report';

const search = (detail: unknown, attempt = 1) => ({ activity: 'proposeRepairs', attempt, detail });
const checks = (detail?: unknown) => ({ activity: 'verifyTree', attempt: 1, detail });

describe('what a run is at', () => {
  it.each([
    ['a search', [search({ done: 320, of: 4000 })], '320 edits tried of at most 4000'],
    [
      'replies of a model',
      [search({ done: 1, of: 2, note: said`model replies read` })],
      '1 of 2 model replies read',
    ],
    ['checks', [checks(said`${3} of ${10} test files`)], '3 of 10 test files'],
    ['candidates', [checks('npm test'), checks(), checks('started')], ''],
    [
      'an activity that was started again',
      [search({ done: 1, of: 9 }, 2)],
      '1 edit tried of at most 9, try 2',
    ],
    [
      'an effect that fails again and again',
      [{ ...search('started', 7), failure: 'No model can be reached at http://127.0.0.1:9/v1.' }],
      'try 7: No model can be reached at http://127.0.0.1:9/v1.',
    ],
    [
      'an effect that waits for its next try',
      [
        {
          ...search('started', 3),
          failure: 'It is down.',
          retryAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 12)),
        },
      ],
      'try 3 in 12 s: It is down.',
    ],
    ['what has just begun', [search('started'), { activity: 'compareTrees', attempt: 1 }], ''],
    ['nothing', [], ''],
  ])('is told of %s', (_, pending, text) => {
    expect(pendingText(pending, ENGLISH, Date.UTC(2026, 0, 1))).toBe(text);
  });

  it('stands in the line of progress, before what may be long', () => {
    const status = {
      phase: 'repairing',
      attempt: 1,
      maxAttempts: 3,
      detail: 'looking for a repair',
    } as const;
    const full = {
      kind: 'heal',
      ...status,
      grants: [],
      checkpoints: [],
      rollbacks: [],
      log: [],
      logCount: 0,
    };
    expect(progressLine(full, ENGLISH)).toBe('repairing · attempt 1 of 3 · looking for a repair');
    expect(progressLine({ ...full, kind: 'gate', phase: 'judging', detail: '' }, ENGLISH)).toBe('judging');
    expect(progressLine(full, ENGLISH, '9 edits')).toBe(
      'repairing · attempt 1 of 3 · 9 edits · looking for a repair',
    );
  });
});

describe('the live line', () => {
  it.each([
    [0, '0 s'],
    [-5_000, '0 s'],
    [59_900, '59 s'],
    [185_000, '3 min 05 s'],
    [2 * 3_600_000 + 5 * 60_000, '2 h 05 min'],
  ])('tells %d ms as %s', (ms, text) => {
    expect(elapsedText(ms)).toBe(text);
  });

  it.each([
    ['abc', 5, 'abc'],
    ['abcdef', 5, 'abcde'],
    ['尝试修复', 5, '尝试'],
    ['⠋ 1 s · a\nb', 20, '⠋ 1 s · a b'],
  ])('cuts %j to %d columns', (text, columns, cut) => {
    expect(cutTo(text, columns)).toBe(cut);
  });

  it('is empty of tokens where no model was asked, and tells their cost where it is known', () => {
    const usage = { modelCalls: 2, inputTokens: 4_000, outputTokens: 120 };
    expect(spentText({ ...usage, modelCalls: 0 })).toBe('');
    expect(spentText(usage)).toBe('4,120 tokens');
    expect(spentText({ ...usage, costMicroUsd: 31_200 })).toBe('4,120 tokens, $0.0312');
  });
});

describe('hints', () => {
  it.each([
    [
      { npm_lifecycle_event: 'kintsugi', npm_lifecycle_script: 'node scripts/run.cjs kintsugi' },
      'npm run kintsugi --',
    ],
    [{ npm_lifecycle_event: 'npx', npm_lifecycle_script: "'kintsugi' 'heal'" }, 'npx kintsugi'],
    [{ npm_lifecycle_event: 'npx', npm_lifecycle_script: 'jest' }, 'kintsugi'],
    [{ npm_lifecycle_event: 'test' }, 'kintsugi'],
    [{}, 'kintsugi'],
  ])('name the command as %j says that it was called', (env, command) => {
    expect(callersCommand(env)).toBe(command);
  });

  it('keep every other kintsugi', () => {
    expect(
      inCallersWords('start it with kintsugi up, see kintsugi list. The kintsugi bowl', 'npx kintsugi'),
    ).toBe('start it with npx kintsugi up, see npx kintsugi list. The kintsugi bowl');
  });
});

test.each([
  [['heal', '.', '--json'], true],
  [['report', 'x', '--api'], true],
  [['heal', '.'], false],
  [['heal', '--', '--json'], false],
])('%j wants JSON: %s', (args, wanted) => {
  expect(wantsJson(args)).toBe(wanted);
});

test.each(Object.values(COMMAND_NAMES).flat())(
  'the command %s is added by the page that its name leads to',
  (name) => {
    const { commands } = kintsugiCommand(name, () => undefined);
    expect(commands.map((command) => command.name())).toContain(name);
    expect(commands.length).toBeLessThan(13);
  },
);

test('hints of every command are put in the words of the caller', () => {
  const names = kintsugiCommand(undefined, () => undefined).commands.map((command) => command.name());
  expect(names).toEqual(expect.arrayContaining(Object.values(COMMAND_NAMES).flat()));
  expect(names).toContain('topup');
  for (const name of names)
    expect(inCallersWords(`Try: kintsugi ${name} ID`, 'npx kintsugi')).toBe(`Try: npx kintsugi ${name} ID`);
});
