import type { SessionError } from '../../../domain/session/context';
import type { Handled } from '../../../domain/session/handling';
import { firstLine, plural } from '../../../domain/text';
import {
  VerificationSpec,
  type ListedFailure,
  type Verification,
} from '../../../domain/verification/verification';
import { keepDetail, keepMaterial } from '../keep';
import type { Handler, HandlerInput, SessionDeps } from '../types';

const SHOWN_FAILURES = 5;

/** Runs the project's tests. Where people turned automatic tests off, only a test that they ask for runs. */
export const runTests: Handler = async (deps, input, context) => {
  const { task } = input;
  if (task.isChained && !task.context.autoTest)
    return {
      status: 'done',
      answer: 'The tests were not run: automatic tests are off. Ask for them to run them.',
    };
  const verification = await verified(deps, input, context);
  return { ...(await testOutcome(deps, verification)), ...testTrigger(verification) };
};

function testTrigger({ failed, passed }: Verification): Pick<Handled, 'trigger' | 'reason'> {
  if (failed > 0) return { trigger: 'test_failed', reason: `${plural(failed, 'test')} failed` };
  if (passed === 0) return { trigger: 'tests_missing', reason: 'there are no tests' };
  return { trigger: 'tests_passed', reason: `${plural(passed, 'test')} passed` };
}

/** Runs all checks of the project, and says whether it holds as it is. */
export const verifyProject: Handler = async (deps, input, context) => {
  const verification = await verified(deps, input, context);
  const outcome = await testOutcome(deps, verification);
  return verification.success
    ? { ...outcome, trigger: 'verified', reason: 'all checks passed' }
    : { ...outcome, trigger: 'verification_failed', reason: outcome.answer };
};

function verified(
  deps: SessionDeps,
  { key, directory, heavyFolders, spec = VerificationSpec.parse({}), task }: HandlerInput,
  context: Parameters<Handler>[2],
): Promise<Verification> {
  return deps.verify({ key, directory, heavyFolders, spec, tree: task.files.tree }, context);
}

async function testOutcome(deps: SessionDeps, verification: Verification): Promise<Handled> {
  const { passed, failed, failures, notRun, notes = [], trust } = verification;
  const counts = `${passed} passed, ${failed} failed${notRun ? `, ${plural(notRun.count, 'file')} not run: ${notRun.reason}` : ''}`;
  const shown = failures.slice(0, SHOWN_FAILURES).map(failureText);
  const [first] = failures;
  return {
    status: 'done',
    answer: deps.redact([counts, ...shown, ...notes].join('\n')),
    detail: await keepDetail(deps, { verification }),
    material:
      failed > 0 ? await keepMaterial(deps, [counts, ...failures.map(failureText)].join('\n\n')) : undefined,
    tests: { passed, failed, allPassed: failed === 0 && passed > 0 && trust !== 'none' },
    files: failures.flatMap(({ analysis }) => (analysis.location ? [analysis.location.file] : [])),
    error: first ? errorOf(first) : null,
    stack: first?.failure.stack,
  };
}

function failureText({ id, failure, analysis }: ListedFailure): string {
  const { location } = analysis;
  const at = location ? ` (${location.file}:${location.line})` : '';
  return `- ${id}${at}: ${firstLine(failure.message)}`;
}

function errorOf({ failure, analysis }: ListedFailure): SessionError {
  const { location } = analysis;
  return {
    message: failure.message,
    type: failure.errorName,
    ...(location && { file: location.file, line: location.line }),
  };
}
