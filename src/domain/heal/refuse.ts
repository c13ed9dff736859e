import { unrunSentences } from '../verification/detected';
import { isTestFile } from '../verification/protected-paths';
import { firstLine } from '../text';
import type { Verification } from '../verification/verification';
import { END_WORDS } from './words/ends';
import type { HealInput } from './input';

/** Input that a baseline is judged by: of a heal, or of a session that runs the tests. */
export type BaselineOf = Pick<HealInput, 'directory' | 'verification'> &
  Partial<Pick<HealInput, 'request' | 'fork' | 'language'>>;

/** Reason why a run can't begin: one sentence with the way out. `isUnjudged`: the input is right, but nothing can judge the project here. */
export interface Refusal {
  sentence: string;
  isUnjudged?: true;
}

/** Reason why a baseline says nothing about the project; undefined: it does. */
export function refuseBaseline(input: BaselineOf, baseline: Verification): Refusal | undefined {
  const { language = 'en' } = input;
  const words = END_WORDS[language];
  const { realpath } = input.directory;
  const globs = baseline.found ? undefined : input.verification.tests;
  // A missing linter is only reported; tests that did not run count.
  const unrun = unrunSentences(
    (baseline.found?.checks ?? []).filter(({ by }) => by === 'nobody'),
    language,
  ).join(' ');
  // Checks that did not run are not green.
  if (unrun !== '' && !input.request && baseline.failed === 0)
    return unjudged(baseline.passed > 0 ? words.partRan(unrun) : words.noneRan(realpath, unrun));
  // Tests that nobody runs neither pass nor fail.
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
  // An agent mends what the agent of the forked run left broken.
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
