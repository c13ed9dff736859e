import { refuseBaseline } from '../../../domain/heal/refuse';
import type { SessionError } from '../../../domain/session/context';
import type { Handled } from '../../../domain/session/handling';
import { countsText, failureText, testCounts, testText } from '../../../domain/session/test-text';
import { plural } from '../../../domain/text';
import type { ListedFailure, Verification } from '../../../domain/verification/verification';
import { keepDetail, keepMaterial } from '../keep';
import type { Handler, HandlerInput, SessionDeps } from '../types';

/** Runs the project's tests. Without automatic tests, only a test that people ask for runs. */
export const runTests: Handler = async (deps, input, context) => {
  const { task } = input;
  if (task.isChained && !task.context.autoTest)
    return {
      status: 'done',
      answer:
        'The tests were not run: automatic tests are off. Ask for them, or begin a session with --auto-test.',
    };
  const verification = await verified(deps, input, context);
  const { failed, passed } = verification;
  const outcome = await testOutcome(deps, input, verification);
  if (failed > 0) return { ...outcome, trigger: 'test_failed', reason: `${plural(failed, 'test')} failed` };
  if (outcome.status === 'failed') return outcome;
  return passed > 0
    ? { ...outcome, trigger: 'tests_passed', reason: `${plural(passed, 'test')} passed` }
    : { ...outcome, trigger: 'failure_unclear', reason: 'the tests pass by chance' };
};

/** Runs all checks of the project, and says whether it holds as it is. */
export const verifyProject: Handler = async (deps, input, context) => {
  const verification = await verified(deps, input, context);
  const outcome = await testOutcome(deps, input, verification);
  if (outcome.status === 'failed') return outcome;
  return verification.success
    ? { ...outcome, trigger: 'verified', reason: 'all checks passed' }
    : { ...outcome, trigger: 'verification_failed', reason: outcome.answer };
};

function verified(
  deps: SessionDeps,
  { key, directory, heavyFolders, spec, detect, task }: HandlerInput,
  context: Parameters<Handler>[2],
): Promise<Verification> {
  return deps.verify({ key, directory, heavyFolders, spec, detect, tree: task.files.tree }, context);
}

async function testOutcome(
  deps: SessionDeps,
  { directory, spec }: HandlerInput,
  verification: Verification,
): Promise<Handled> {
  const { passed, failed, failures } = verification;
  const facts = {
    detail: await keepDetail(deps, { verification }),
    tests: testCounts(verification),
  };
  const lack =
    failed === 0
      ? refuseBaseline({ directory, verification: verification.found?.spec ?? spec }, verification)?.sentence
      : undefined;
  // No verdict is no success, and no reason to look for an error either.
  if (lack !== undefined)
    return {
      ...facts,
      status: 'failed',
      answer: deps.redact([lack, countsText(verification)].join('\n')),
      reason: lack,
      ...(passed === 0 && { trigger: 'tests_missing' }),
      tests: { ...facts.tests, allPassed: false },
    };
  const [first] = failures;
  return {
    ...facts,
    status: 'done',
    answer: deps.redact(testText(verification)),
    material:
      failed > 0
        ? await keepMaterial(deps, [countsText(verification), ...failures.map(failureText)].join('\n\n'))
        : undefined,
    files: failures.flatMap(({ analysis }) => (analysis.location ? [analysis.location.file] : [])),
    error: first ? errorOf(first) : null,
    stack: first?.failure.stack,
  };
}

function errorOf({ failure, analysis }: ListedFailure): SessionError {
  const { location } = analysis;
  return {
    message: failure.message,
    type: failure.errorName,
    ...(location && { file: location.file, line: location.line }),
  };
}
