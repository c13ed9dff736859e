import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FAILURE_TABLE } from '../../../../src/domain/verification/analysis/table';
import { PROJECT_ROOT } from '../../../../src/machine/paths';
import { findPatterns, type FoundPattern } from '../../../support/patterns/find-patterns';
import { FULL, slowOn } from '../../../support/patterns/measure';

/** Places that build patterns while the program runs, and why that is safe. */
const BUILT: Readonly<Record<string, string>> = {
  'src/machine/patterns/line-thread.ts': 'a thread that is ended at its deadline',
  'src/machine/patterns/pattern-thread.ts': 'a thread that is ended at its deadline',
  'src/sandbox/child/specifiers.ts': 'a process that is ended at its deadline',
  'src/verifier/test-config/stand-ins/match-tests.cjs': 'an isolate under a deadline',
  'src/sandbox/runtime/web/clone.ts': 'an isolate under a deadline',
  'src/sandbox/libraries.ts': 'names of its own table',
  'src/sandbox/own-globals.ts': 'names of its own table',
  'src/domain/files/protected-names.ts': 'parts of its own table',
  'src/domain/verification/analysis/row.ts': 'rows of its own table, which is tried below',
};

const files = readdirSync(path.join(PROJECT_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(path.sep).join('/')}`)
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .sort();
const found = files.map((file) => ({
  file,
  ...findPatterns(file, readFileSync(path.join(PROJECT_ROOT, file), 'utf8')),
}));
const table = FAILURE_TABLE.map(({ kind, cause, pattern }): FoundPattern => {
  return { place: `the failure table, ${kind}/${cause}`, source: pattern.source, flags: pattern.flags };
});

/** The patterns that are slow on words of their own, each with its place and the text. */
function slowOnes(patterns: readonly FoundPattern[]): string[] {
  const tried = new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one]));
  return [...tried].flatMap(([shown, pattern]) => {
    const slow = slowOn(pattern);
    return slow ? [`${pattern.place} ${shown} takes ${Math.round(slow.ms)} ms on ${slow.recipe}`] : [];
  });
}

describe(`patterns on ${FULL.size / 1024} KB of their own words`, () => {
  it('finds the patterns of the sources', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(found.flatMap(({ constant }) => constant).length).toBeGreaterThan(500);
  });

  // A third of the folders each, so that a failure says where, and no test runs for minutes.
  it.each(['src/sandbox/', 'src/domain/', 'src/'])(
    'takes at most 100 ms for each pattern of %s',
    (folder) => {
      const own = found.filter(({ file }) => {
        const inside = ['src/sandbox/', 'src/domain/', 'src/'].find((one) => file.startsWith(one));
        return inside === folder;
      });
      expect(slowOnes(own.flatMap(({ constant }) => constant))).toEqual([]);
    },
  );

  it('takes at most 100 ms for each row of the failure table', () => {
    expect(slowOnes(table)).toEqual([]);
  });

  it.each([
    ['a quantifier after one that takes the same', '\\s*,?\\s*x', ''],
    ['an end that is searched from each place', ' +$', ''],
    ['a comment that does not close', '\\/\\*[^]*?\\*\\/', 'g'],
    ['nested quantifiers', '^(?:a+)+$', ''],
    ['alternatives that overlap', '(?:\\w|\\d)*!', 'g'],
    ['a line start that blank lines lead on from', '^\\s*x', 'm'],
    ['a rest of the line behind a lone CR', '^x[^\\n]*y', 'm'],
  ])('finds %s', (_, source, flags) => {
    expect(slowOn({ source, flags })).toBeDefined();
  });

  it('knows all places that build patterns while the program runs', () => {
    const built = new Set(found.flatMap((one) => one.built.map(({ file }) => file)));
    expect([...built].sort()).toEqual(Object.keys(BUILT).sort());
  });
});
