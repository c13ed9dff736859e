import { inlineFactsOf } from '../../../../src/verifier/integrity/inline-tests';
import { extractJson } from '../../../../src/model/json';
import { packageImports } from '../../../../src/repair/llm/related/package-types';
import { readmeParts } from '../../../../src/repair/llm/related';
import { relativePaths } from '../../../../src/commands/run-command';
import { firstMatches } from '../../../../src/machine/patterns/first-matches';
import { hasDecorators } from '../../../../src/sandbox/child/compile/dialect';
import { userFrames } from '../../../../src/sandbox/child/stack';
import { selectTestFiles } from '../../../../src/verifier/select-tests';
import { analyzeFailure } from '../../../../src/domain/verification/analysis';
import { patchText } from '../../../../src/domain/files/edit-match/patch-text';
import { replaceText } from '../../../../src/domain/files/edit-match/replace-text';
import { isJudge } from '../../../../src/domain/verification/integrity/judge-text';
import { stackFrames } from '../../../../src/domain/verification/stack';
import { seenTests } from '../../../../src/domain/verification/seen-tests';
import { FailedCheck, VerificationSpec } from '../../../../src/domain/verification/verification';
import { cpuMs } from '../../../support/cpu-time';

const SIZE = 65_536;
/** CPU time that 64 KB may take, ms. Each took from 1.5 s to minutes; a quarter of a second is little beside that and much on a busy machine. */
const LIMIT = 1_000;
/** Often enough that no collection of the whole process's garbage falls into each. */
const TRIES = 3;

const fill = (word: string, size = SIZE): string => word.repeat(Math.ceil(size / word.length));

function failed(message: string): FailedCheck {
  return FailedCheck.parse({
    id: 'npm test',
    check: 'npm test',
    kind: 'command',
    end: 'completed',
    failure: { errorName: 'ExitCode', message, phase: 'run' },
  });
}

const ATTACKS: readonly [string, () => unknown][] = [
  ['an output of blank lines', () => analyzeFailure(failed(fill('\n')))],
  ['an output of one line without blanks', () => analyzeFailure(failed(fill('F')), fill('a.'))],
  ['an output of carriage returns', () => analyzeFailure(failed(fill('Expected\r')), fill('{"Time":"\r'))],
  ['summaries of mocha without end', () => seenTests([fill('  1 passing\n')])],
  ['a summary of vitest that goes on in blanks', () => seenTests([` Tests${fill(' ')}`])],
  ['paths of a checkout within each other', () => relativePaths(fill('/root'), ['/root', '/root/root'])],
  ['a reply of fences that do not close', () => extractJson(fill('```json\n\n'))],
  ['a reply of braces', () => extractJson(fill('{"'))],
  [
    'a file whose lines are all alike',
    () => replaceText(fill('a\n'), { search: `${fill('a\n', SIZE / 2)}~`, replacement: 'b' }),
  ],
  [
    'a file that repeats one character',
    () => replaceText(fill('a'), { search: `b${fill('a', SIZE / 2)}`, replacement: 'b' }),
  ],
  [
    'a patch of a file whose lines are all alike',
    () => patchText(fill('a\n'), `--- a\n+++ b\n@@ -1 +1 @@\n${fill(' a\n', SIZE / 2)}-z\n+y\n`),
  ],
  ['attributes of Rust that do not close', () => inlineFactsOf('a.rs', fill('#['))],
  ['attributes of Rust without a function', () => inlineFactsOf('a.rs', fill('#[test]'))],
  ['tests of Rust within each other', () => inlineFactsOf('a.rs', fill('#[test]fn a(){'))],
  ['decorators of Python without a function', () => inlineFactsOf('a.py', fill('@\n'))],
  ['tests of Python without end', () => inlineFactsOf('a.py', fill('def test_a(): pass\n'))],
  ['a script of blank lines', () => isJudge('check.js', fill('\n'), true)],
  ['a script of imports', () => isJudge('run.js', `import${fill('\n')}`, false)],
  ['imports without a package', () => packageImports(fill('import\n') + fill('const {'))],
  [
    'a heading of number signs',
    () => readmeParts('README.md', `# a${fill('#')} x`, { files: [], symbols: new Set(['total']) }),
  ],
  ['a decorator on each line of a comment', () => hasDecorators(`/*${fill('\n@a')}`)],
  [
    'frames of parentheses',
    () => userFrames(`at ${fill(' (')})`, { has: () => false, map: () => undefined }),
  ],
  ['a stack of dots', () => stackFrames(fill('.'), ['a.js'])],
  [
    'a glob of the user',
    () =>
      selectTestFiles(
        [`${fill('a', 200)}.js`],
        VerificationSpec.parse({ tests: ['**/*a*a*a*a*b.js', '!+(a|aa)+(a)b'] }),
      ),
  ],
];

/** CPU time of the quickest of a few tries, ms: a slow pattern is slow in each. */
function leastTime(attack: () => unknown): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= LIMIT; tries++) {
    least = Math.min(least, cpuMs(attack));
  }
  return least;
}

describe('64 KB of a hostile text', () => {
  it.each(ATTACKS)('take little time where it is %s', (_, attack) => {
    expect(leastTime(attack)).toBeLessThan(LIMIT);
  });

  it('are left to a thread that is ended, where the pattern is the project’s own', async () => {
    expect(await firstMatches({ patterns: ['^(a+)+$'], texts: [`${fill('a', 64)}!`] }, 500)).toBeUndefined();
  });

  it('give the first pattern that matches, with its groups, where all are harmless', async () => {
    const task = { patterns: ['(', '^~/(.*)$', '.'], texts: ['~/a', 'b', ''] };
    expect(await firstMatches(task)).toEqual([
      { pattern: 1, groups: ['~/a', 'a'] },
      { pattern: 2, groups: ['b'] },
      undefined,
    ]);
  });
});
