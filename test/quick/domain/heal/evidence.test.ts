import { concise, type Evidence } from '../../../../src/domain/heal/proposal';
import { asBlob, asTree } from '../../../support/hashes';

const tried = (count: number): Evidence['tried'] =>
  Array.from({ length: count }, (_, n) => ({
    tree: asTree(String(n).padStart(64, '0')),
    proposer: 'llm',
    summary: `try ${n} ${'at length '.repeat(40)}`,
    outcome: 'still failing',
  }));

const EVIDENCE: Evidence = {
  tree: asTree('a'.repeat(64)),
  report: asBlob('b'.repeat(64)),
  baselineReport: asBlob('b'.repeat(64)),
  analysis: { kind: 'logic', cause: 'assertion', repairable: true, summary: 'wrong' },
  errorContext: {
    errorType: 'logic_error',
    errorMessage: `wrong\n${'difference\n'.repeat(200)}`,
    errorStack: 'at f (a.ts:1:1)\n'.repeat(100),
    failedOutput: 'output\n'.repeat(200),
    failedCommand: 'npm test',
    recentFileChanges: ['a.ts'],
  },
  impactedFiles: [],
  vanished: [],
  tried: tried(30),
  round: 1,
};

test('evidence keeps what decides, and leaves texts to the report', () => {
  const { errorContext } = concise(EVIDENCE);
  expect(errorContext).toEqual({
    errorType: 'logic_error',
    errorMessage: 'wrong',
    failedCommand: 'npm test',
    recentFileChanges: ['a.ts'],
  });
});

test('all trees that were tried stay, the last five in words', () => {
  const { tried: kept } = concise(EVIDENCE);
  expect(kept.map(({ tree }) => tree)).toEqual(EVIDENCE.tried.map(({ tree }) => tree));
  expect(kept.map(({ summary }) => summary !== '')).toEqual(Array.from({ length: 30 }, (_, n) => n >= 25));
  expect(kept.at(-1)?.summary).toMatch(/^try 29 at length/);
  expect(kept.at(-1)?.summary.length).toBeLessThanOrEqual(125);
});
