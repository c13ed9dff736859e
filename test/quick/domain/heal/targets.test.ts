import { ENGLISH } from '../../../../src/domain/run/said';
import { targetsLine, timeTargets } from '../../../../src/domain/heal/targets';
import { projectStructure } from '../../../../src/domain/files/project-structure';

const timings = {
  importMs: 1,
  baselineMs: 2,
  executeMs: 10_001,
  testGenerationMs: [],
  testScoringMs: 9_000,
  repairMs: [4_000, 15_000, 2_000],
  waitingMs: 900_000,
  workMs: 60_000,
};

test('each target stands beside the longest that was measured', () => {
  expect(timeTargets(timings, 2_999)).toEqual([
    { name: 'generation', targetMs: 10_000, measuredMs: 10_001, met: false },
    { name: 'testGeneration', targetMs: 5_000 },
    { name: 'execution', targetMs: 3_000, measuredMs: 2_999, met: true },
    { name: 'iteration', targetMs: 15_000, measuredMs: 15_000, met: true },
    { name: 'total', targetMs: 60_000, measuredMs: 60_000, met: true },
  ]);
});

test('writing tests is measured without trying them, each time by itself', () => {
  const measured = timeTargets({ ...timings, testGenerationMs: [3_000, 4_000] }, undefined);
  expect(measured[1]).toEqual({ name: 'testGeneration', targetMs: 5_000, measuredMs: 4_000, met: true });
});

test('people read only what was measured, and what was late', () => {
  expect(targetsLine(timeTargets({ ...timings, repairMs: [], workMs: 61_240 }, undefined), ENGLISH)).toBe(
    'code 10.0 s of 10 s (late), whole run 61.2 s of 60 s (late)',
  );
});

describe('the structure of a project', () => {
  it('is its files, where they fit', () => {
    expect(projectStructure(['src/b.ts', 'a.ts'])).toBe('a.ts\nsrc/b.ts');
  });

  it('is its folders with their numbers of files, as deep as fits', () => {
    const paths = Array.from(
      { length: 200 },
      (_, n) => `packages/p${n % 4}/src/${n % 2 ? 'deep/' : ''}f${n}.ts`,
    );
    expect(projectStructure([...paths, 'README.md'])).toBe(
      ['README.md', ...[0, 1, 2, 3].map((n) => `packages/p${n}/src/ (50 files)`)].join('\n'),
    );
  });

  it('stays short whatever the project is', () => {
    const flat = Array.from({ length: 5_000 }, (_, n) => `generated-${n}.ts`);
    const text = projectStructure(flat);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/… and \d+ more$/);
    expect(projectStructure([])).toBe('');
  });
});
