import { endNoticeOf, noticeOf, noticeText, type QuestionNotice } from '../../../../src/domain/run/notice';
import { topUpQuestion } from '../../../../src/domain/run/budget-report';
import { Question } from '../../../../src/domain/run/questions';
import { asBlob } from '../../../support/hashes';

const FILES = Array.from({ length: 25 }, (_, number) => `src/file-${number}.ts`);

const QUESTION = Question.parse({
  kind: 'publish',
  hash: asBlob('a'.repeat(64)),
  summary: 'publish 25 changed files',
  files: FILES.map((path) => ({ path, change: 'modified', addedLines: 1, removedLines: 1 })),
  diffExcerpt: '+ the text of a file that nobody elsewhere has to see',
  warnings: ['It changes a test.'],
  requestedAt: '2030-01-01T10:00:00.000Z',
  deadline: '2030-01-02T10:00:00.000Z',
  told: ['slack'],
});

const facts = {
  run: 'heal-shop-12345678',
  directory: '/home/ann/shop',
  host: 'forge',
  cost: '$0.02 of $0.50',
};

describe('the notice of a question', () => {
  const notice = noticeOf(QUESTION, { ...facts, reason: 'asked', language: 'en' });

  it('says what is asked, where, what it has cost, until when, and how to answer', () => {
    const { subject, lines } = noticeText(notice, 'https://runs.example.org/answer/x');
    expect(subject).toBe('heal-shop-12345678 waits for you');
    expect(lines[0]).toBe('publish 25 changed files');
    expect(lines).toContain('It changes a test.');
    expect(lines.slice(-4)).toEqual([
      'In /home/ann/shop on forge.',
      'Spent so far: $0.02 of $0.50.',
      'It waits until 2030-01-02 10:00 UTC, then it counts as rejected.',
      'Look at it and answer: https://runs.example.org/answer/x',
    ]);
    expect(noticeText(notice).lines.at(-1)).toBe('Look at it and answer: kintsugi status heal-shop-12345678');
  });

  it('names twenty files at most, and holds no part of any', () => {
    expect(noticeText(notice).lines.filter((line) => line.startsWith('  src/'))).toHaveLength(20);
    expect(noticeText(notice).lines).toContain('  … +5');
    expect(JSON.stringify(notice)).not.toContain('the text of a file');
  });

  it('speaks the language of the run, each reason in other words', () => {
    for (const [language, script] of [
      ['ko', /\p{Script=Hangul}/u],
      ['zh', /\p{Script=Han}/u],
    ] as const) {
      const subjects = (['asked', 'reminded', 'delegated'] satisfies QuestionNotice['reason'][]).map(
        (reason) => {
          const { subject, lines } = noticeText(noticeOf(QUESTION, { ...facts, reason, language }));
          for (const line of lines.slice(-4)) expect(line).toMatch(script);
          return subject;
        },
      );
      for (const subject of subjects) expect(subject).toMatch(script);
      expect(new Set(subjects).size).toBe(3);
    }
  });
});

it('The notice of a top-up says what it is for, and that the run goes on without the model', () => {
  const waiting = {
    ...{
      what: 'look for repair 2',
      takes: { tokens: 900, microUsd: 0 },
      missing: { tokens: 400, microUsd: 0 },
    },
    ...{
      since: '2030-01-01T10:00:00.000Z',
      deadline: '2030-01-02T10:00:00.000Z',
      hash: asBlob('b'.repeat(64)),
    },
  };
  const notice = noticeOf(topUpQuestion(waiting), { ...facts, reason: 'asked', language: 'en' });
  expect(notice).toMatchObject({ kind: 'top-up', form: 'top-up', hash: waiting.hash, files: 0 });
  const { lines } = noticeText(notice);
  expect(lines[0]).toBe('top up the budget by 400 tokens, to look for repair 2');
  expect(lines).toContain('It waits until 2030-01-02 10:00 UTC, then it goes on without the model.');
});

it('The notice of an end says how the run ended, what it changed and where its report is', () => {
  const end = { outcome: 'healed', failed: false, summary: 'All tests pass.', tests: '3 passed' };
  const notice = endNoticeOf(end, { ...facts, language: 'en' }, QUESTION);
  const { subject, lines } = noticeText(notice);
  expect(subject).toBe('heal-shop-12345678: healed');
  expect([lines[0], lines[1]]).toEqual(['All tests pass.', '  src/file-0.ts']);
  expect(lines.slice(-4)).toEqual([
    'Tests: 3 passed.',
    'In /home/ann/shop on forge.',
    'Spent so far: $0.02 of $0.50.',
    'See the report: kintsugi report heal-shop-12345678',
  ]);
});
