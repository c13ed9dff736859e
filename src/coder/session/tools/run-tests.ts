import { inEachLanguage } from '../../../domain/run/said';
import { refuseBaseline } from '../../../domain/heal/input';
import type { SessionError } from '../../../domain/session/context';
import { namesAsked } from '../../../domain/session/follow-up';
import type { Handled } from '../../../domain/session/handling';
import {
  countsText,
  failureText,
  testCounts,
  testText,
  testsAsked,
  type TestsAsked,
} from '../../../domain/session/tests-asked';
import { excerpt, plural } from '../../../domain/text';
import type { ListedFailure, Verification } from '../../../domain/verification/verification';
import type { ChosenTests, TestChoice } from '../../../domain/verification/choice';
import { coverageSum, lineRanges, percentText, worstCovered } from '../../../domain/verification/coverage';
import { keepDetail, keepMaterial } from '../project-files';
import { stemOf, testsOf } from '../questions/code';
import { subjectsOf, subjectText } from '../questions/subjects';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';
import { firstOf } from '../../../domain/run/unshown';

/** Runs the project's tests: all, or those that are asked for. Without automatic tests, only a test that people ask for runs. */
export const runTests: Handler = async (deps, input, context) => {
  const { task } = input;
  if (task.isChained && !task.context.autoTest)
    return { status: 'done', answer: TEST_WORDS[task.language].off };
  const asked = task.isChained ? undefined : testsAsked(task.text);
  if (asked && (asked.of !== 'all' || asked.coverage)) return runChosen(deps, input, context, asked);
  const verification = await verified(deps, input, context);
  return withTrigger(verification, await testOutcome(deps, input, verification));
};

/** Runs the tests, and says which lines they leave out: a question, so it leads to no other mode. */
export const coverageOfTests: Handler = async (deps, input, context) => {
  const asked = { of: 'all', text: '', coverage: true } as const;
  const handled = await runChosen(deps, input, context, asked);
  return { ...handled, trigger: undefined };
};

function withTrigger({ failed, passed }: Verification, outcome: Handled): Handled {
  if (failed > 0) return { ...outcome, trigger: 'test_failed', reason: `${plural(failed, 'test')} failed` };
  if (outcome.status === 'failed') return outcome;
  return passed > 0
    ? { ...outcome, trigger: 'tests_passed', reason: `${plural(passed, 'test')} passed` }
    : { ...outcome, trigger: 'failure_unclear', reason: 'the tests pass by chance' };
}

/** Runs the tests that are asked for. That they pass says nothing of other tests and commands, so no review follows. */
async function runChosen(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
  asked: TestsAsked,
): Promise<Handled> {
  const words = TEST_WORDS[input.task.language];
  const picked = await choiceOf(deps, input, context, asked);
  if ('lack' in picked) return { status: 'failed', answer: picked.lack, reason: picked.lack };
  const choice: TestChoice = { ...picked.choice, ...(asked.coverage && { coverage: true }) };
  const verification = await verified(deps, input, context, choice);
  const { chosen, passed, failed, skipped } = verification;
  if (!chosen) throw new Error('a verification of chosen tests says which these are');
  const { files, left, wholes } = chosen;
  const unrun = wholes.length > 0 ? [words.whole(wholes.join(', '))] : [];
  if (asked.of !== 'all' && (files.length === 0 || passed + failed + skipped === 0) && !verification.notRun) {
    const { notes = [] } = verification;
    const isThere = files.length > 0 && notes.length > 0;
    const none = [...(isThere ? [] : [words.none(picked.what)]), ...notes, ...unrun].join('\n');
    return { status: 'failed', answer: deps.redact(none), reason: none };
  }
  const shown = firstOf(files, SHOWN_FILES, input.task.language);
  const head =
    asked.of === 'all' ? [] : [words.chosen(picked.what, shown.join(', '), left.tests, left.files)];
  const outcome = await testOutcome(deps, input, verification);
  const { total, covered } = coverageSum(chosen.coverage);
  const lines = asked.coverage ? [coverageText(chosen, input.task)] : [];
  const answer = [...head, outcome.answer, ...unrun, ...lines].join('\n');
  const done: Handled = {
    ...outcome,
    answer: deps.redact(answer),
    listed: files,
    ...(outcome.tests && { tests: { ...outcome.tests, allPassed: false } }),
    ...(total > 0 && { coverage: { covered, total } }),
    // What was asked for is missing.
    ...(asked.coverage &&
      total === 0 &&
      outcome.status === 'done' &&
      failed === 0 && { status: 'lacking' as const }),
  };
  return failed === 0 ? done : withTrigger(verification, done);
}

const SHOWN_FILES = 10;

/** The tests that are meant, with what they are of; `lack`: nothing can be meant. */
async function choiceOf(
  deps: SessionDeps,
  input: HandlerInput,
  { signal }: HandlerContext,
  { of, text }: TestsAsked,
): Promise<{ choice: TestChoice; what: string } | { lack: string }> {
  const { task, directory } = input;
  const { tree } = task.files;
  const words = TEST_WORDS[task.language];
  if (of === 'all') return { choice: {}, what: '' };
  if (of === 'name') return { choice: { name: text }, what: `"${text}"` };
  const navigation = await deps.navigate({ directory, tree }, signal);
  const known = { deps, directory, tree, signal, navigation };
  if (of === 'changes') {
    const paths = await changedPaths(deps, input);
    if (paths.length === 0) return { lack: words.unchanged };
    const subjects = paths.filter((path) => navigation.facts(path)).map((path) => ({ path }));
    return {
      choice: { files: await testFiles({ ...known, subjects }) },
      what: `${words.changes} (${paths.slice(0, SHOWN_FILES).join(', ')})`,
    };
  }
  const { found } = await subjectsOf({ text, earlier: task.earlier }, navigation, { needs: false });
  const { sure, plain } = namesAsked(text.toLowerCase());
  const ofFiles = navigation.paths.filter((path) => [...sure, ...plain].includes(stemOf(path).toLowerCase()));
  const subjects = found.length > 0 ? found : ofFiles.map((path) => ({ path }));
  if (subjects.length > 0)
    return {
      choice: { files: await testFiles({ ...known, subjects }) },
      what: subjects.map(subjectText).slice(0, SHOWN_FILES).join(', '),
    };
  const name = text.replace(/^(?:the|a|an)\s/i, '');
  return { choice: { name }, what: `"${name}"` };
}

/** Files that may hold the tests of subjects: those that reach them, and their own. */
async function testFiles(asked: Parameters<typeof testsOf>[0]): Promise<string[]> {
  const reaching = await testsOf(asked);
  return [...new Set([...asked.subjects.map(({ path }) => path), ...reaching.map(({ id }) => id)])];
}

/** Files that differ from the last commit, from the begin of the session, or that it has not committed. */
async function changedPaths(deps: SessionDeps, { task, repository }: HandlerInput): Promise<string[]> {
  const { base, files, context } = task;
  const since = base ? await deps.diffTrees(base.tree, files.tree) : undefined;
  const told = [
    ...(repository?.status === 'fit' ? repository.paths : []),
    ...[...context.pendingChanges, ...(since?.files ?? [])].map(({ path }) => path),
  ];
  return [...new Set(told)];
}

const SHOWN_COVERED = 20;
const WORST = 5;
const RANGES_CHARS = 160;

/** Covered lines by file, and of the first files the lines that no test executes. */
function coverageText(
  { coverage, unmeasured }: ChosenTests,
  { text, language }: HandlerInput['task'],
): string {
  const words = TEST_WORDS[language];
  const sum = coverageSum(coverage);
  if (sum.total === 0) return unmeasured.join('\n');
  const files = worstCovered(coverage, text);
  const lines = files.map((one, at) => {
    const missed = at < WORST ? excerpt(lineRanges(one.missed), RANGES_CHARS) : '';
    return words.file(one.path, percentText(one), missed);
  });
  const head = words.covered(percentText(sum), sum.covered, sum.total);
  return [head, ...firstOf(lines, SHOWN_COVERED, language), words.unloaded, ...unmeasured].join('\n');
}

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
  context: HandlerContext,
  choice?: TestChoice,
): Promise<Verification> {
  const { tree } = task.files;
  return deps.verify({ key, directory, heavyFolders, spec, detect, tree, choice }, context);
}

async function testOutcome(
  deps: SessionDeps,
  { directory, spec, task }: HandlerInput,
  verification: Verification,
): Promise<Handled> {
  const { passed, failed, failures } = verification;
  const facts = {
    detail: await keepDetail(deps, { verification }),
    tests: testCounts(verification),
  };
  const lack =
    failed === 0
      ? refuseBaseline(
          { directory, verification: verification.found?.spec ?? spec, language: task.language },
          verification,
        )?.sentence
      : undefined;
  // No verdict is no success, and no reason to look for an error either.
  if (lack !== undefined)
    return {
      ...facts,
      status: 'failed',
      answer: deps.redact([lack, countsText(verification, task.language)].join('\n')),
      reason: lack,
      ...(passed === 0 && { trigger: 'tests_missing' }),
      tests: { ...facts.tests, allPassed: false },
    };
  const [first] = failures;
  return {
    ...facts,
    status: 'done',
    answer: deps.redact(testText(verification, task.language)),
    material:
      failed > 0
        ? await keepMaterial(
            deps,
            [countsText(verification, task.language), ...failures.map(failureText)].join('\n\n'),
          )
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

/** Words about tests that were chosen (`what`: what was asked for), and about the lines that they execute. */
const TEST_WORDS = inEachLanguage((say) => ({
  off: say`The tests were not run: automatic tests are off. Ask for them, or begin a session with --auto-test.`,
  chosen: (what: string, files: string, tests: number, others: number) =>
    say`Only the tests of ${what}: ${files}. Left out: ${tests} other test(s), and ${others} file(s) whole.`,
  none: (what: string) => say`No test of the project fits ${what}: nothing was run.`,
  unchanged: say`Nothing differs from the last commit or from the start of the session: nothing was run.`,
  changes: say`what was changed`,
  whole: (commands: string) => say`Not run, since it runs only as a whole: ${commands}.`,
  covered: (percent: string, covered: number, total: number) =>
    say`Covered lines: ${percent} (${covered} of ${total}).`,
  file: (path: string, percent: string, missed: string) =>
    say`- ${path}: ${percent}${missed === '' ? '' : say`; not covered: ${missed}`}`,
  unloaded: say`Files that no test loads may not be counted.`,
}));
