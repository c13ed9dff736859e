import { unrunSentences } from '../verification/detected';
import { isTestFile } from '../verification/protected-paths';
import { firstLine } from '../text';
import type { Verification } from '../verification/verification';
import { END_WORDS } from './end-words';
import type { HealInput } from './input';

/** What a baseline is judged by: of a run that heals, or of a session that runs the tests. */
export type BaselineOf = Pick<HealInput, 'directory' | 'verification'> &
  Partial<Pick<HealInput, 'request' | 'fork' | 'language'>>;

/** Why a run can't begin: one sentence with the way out. `isUnjudged`: what the user gave is right, and nothing can judge the project here. */
export interface Refusal {
  sentence: string;
  isUnjudged?: true;
}

/** Why a baseline says nothing of the project; undefined where it does. */
export function refuseBaseline(input: BaselineOf, baseline: Verification): Refusal | undefined {
  const { language = 'en' } = input;
  const words = END_WORDS[language];
  const { realpath } = input.directory;
  const globs = baseline.found ? undefined : input.verification.tests;
  // A linter that is not installed is said; tests that did not run are what counts.
  const unrun = unrunSentences(
    (baseline.found?.checks ?? []).filter(({ by }) => by === 'nobody'),
    language,
  ).join(' ');
  // What did not run is not green.
  if (unrun !== '' && !input.request && baseline.failed === 0)
    return unjudged(baseline.passed > 0 ? words.partRan(unrun) : words.noneRan(realpath, unrun));
  // Tests that nobody runs must not be taken for passing ones, nor for failing ones.
  if (baseline.notRun && input.verification.commands.length === 0) {
    const { count, files, reason } = baseline.notRun;
    return unjudged(words.unverifiable(count, realpath, reason, `--test '!${files[0] ?? '**'}'`));
  }
  if (baseline.trust === 'none' && !input.request)
    return {
      sentence: globs?.length ? words.noMatch(realpath, globs.join(' ')) : words.noTestsFound(realpath),
    };
  if (!input.request && baseline.passed + baseline.failed === 0 && baseline.flaky.length === 0)
    return unjudged(words.allTestsSkipped(baseline.skipped, realpath));
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
  const { location, message } = broken.failure;
  return { sentence: words.unparsed(broken.check, location?.line, firstLine(message)) };
}

function unjudged(sentence: string): Refusal {
  return { sentence, isUnjudged: true };
}
