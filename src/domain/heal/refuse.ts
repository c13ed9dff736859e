import { unrunSentences } from '../verification/detected';
import { isTestFile } from '../verification/protected-paths';
import { firstLine, plural } from '../text';
import type { NotRun, Verification } from '../verification/verification';
import type { HealInput } from './input';

const UNRUN_WAY_OUT = 'See kintsugi explain, or name the checks that count with --check.';

/** What a baseline is judged by: of a run that heals, or of a session that runs the tests. */
export type BaselineOf = Pick<HealInput, 'directory' | 'verification'> &
  Partial<Pick<HealInput, 'request' | 'fork'>>;

/** Why a run can't begin: one sentence with the way out. `isUnjudged`: what the user gave is right, and nothing can judge the project here. */
export interface Refusal {
  sentence: string;
  isUnjudged?: true;
}

/** A folder in which nothing can be run to see what is wrong; `among`: what was looked at. */
export function noTestsFound(directory: string, among = ''): string {
  return (
    `No tests were found in ${directory}${among}, and no check was given. ` +
    'Name a command that fails where the program is wrong (--check "npm test"), test files of JavaScript (--test GLOB), or say what to do in a request.'
  );
}

/** Why a baseline says nothing of the project; undefined where it does. */
export function refuseBaseline(input: BaselineOf, baseline: Verification): Refusal | undefined {
  const globs = baseline.found ? undefined : input.verification.tests;
  // A linter that is not installed is said; tests that did not run are what counts.
  const unrun = unrunSentences((baseline.found?.checks ?? []).filter(({ by }) => by === 'nobody'));
  // What did not run is not green.
  if (unrun.length > 0 && !input.request && baseline.failed === 0)
    return unjudged(
      `${baseline.passed > 0 ? 'What ran passes, but not all tests of the project ran' : `The tests of ${input.directory.realpath} can't run`}: ${unrun.join(' ')} ${UNRUN_WAY_OUT}`,
    );
  if (baseline.notRun && input.verification.commands.length === 0)
    return unjudged(unverifiable(input.directory.realpath, baseline.notRun));
  if (baseline.trust === 'none' && !input.request && globs?.length) {
    return {
      sentence: `No test file of ${input.directory.realpath} matches --test ${globs.join(' ')}: correct the glob, or leave it out for the usual Jest names.`,
    };
  }
  if (baseline.trust === 'none' && !input.request)
    return { sentence: noTestsFound(input.directory.realpath) };
  if (!input.request && baseline.passed + baseline.failed === 0 && baseline.flaky.length === 0) {
    return unjudged(
      `All ${baseline.skipped} tests of ${input.directory.realpath} are skipped, so nothing can be verified: unskip some, or give a check with --check.`,
    );
  }
  // What an agent of the forked run began, the next one mends.
  if (input.fork && input.request) return undefined;
  const broken = baseline.failures.find(
    ({ failure, check, kind }) =>
      kind === 'tests' &&
      failure.phase === 'collect' &&
      failure.errorName === 'SyntaxError' &&
      (failure.location?.file ?? check) === check &&
      isTestFile(check),
  );
  if (!broken) return undefined;
  const line = broken.failure.location?.line;
  return {
    sentence:
      `The test file ${broken.check} does not parse${line === undefined ? '' : ` (line ${line})`}: ` +
      `${firstLine(broken.failure.message)}. Mend it, or choose the other test files with --test.`,
  };
}

function unjudged(sentence: string): Refusal {
  return { sentence, isUnjudged: true };
}

/** Tests that nobody runs must not be taken for passing ones, nor for failing ones. */
function unverifiable(directory: string, { count, files, reason }: NotRun): string {
  return `${plural(count, 'test file')} of ${directory} can not be verified: ${reason} Or leave out what can not be run: --test '!${files[0] ?? '**'}'.`;
}
