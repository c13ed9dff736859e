import { z } from 'zod';
import { deniedCheck } from '../../../domain/heal/checks';
import { failuresOf, isNotRun } from '../../../domain/verification/failed-checks';
import { totalsOf, type CheckReport, type TestResult } from '../../../domain/verification/verification';
import { plural } from '../../../domain/text';
import { runTests, type TestsTask } from '../../../verifier';
import { clip } from '../../material';
import { answer, type DirectoryContext, failure, shownPath, tool } from './context';

const MOST_TOLD = 200;
const MESSAGE_CHARS = 1_500;
const STACK_LINES = 6;

/** Runs tests as a verification does: by the project's own runners, else in the sandbox. The failing ones are told first. */
export const runTestsTool = tool({
  name: 'run_tests',
  description:
    'Runs tests of the project: all of them, or those in `files` (paths or globs), or those with the words of `name` in their title.',
  kind: 'read',
  activity: 'check',
  check: true,
  input: z.object({
    files: z.array(z.string().min(1)).max(100).nullish(),
    name: z.string().min(1).nullish(),
  }),
  summary: ({ files, name }) => `run_tests ${files?.join(' ') ?? 'all'}${name == null ? '' : ` ("${name}")`}`,
  run: async (context, { files, name }) => {
    const choice = { ...(files?.length && { files }), ...(name != null && { name }) };
    const ran = await runTests(context.verifier, testsTask(context), choice);
    const notes = [
      ...(ran.unknown.length > 0 ? [`No test file matches ${ran.unknown.map(shownPath).join(', ')}.`] : []),
      ...ran.notes,
    ];
    if (ran.checks.length === 0) {
      const none =
        notes.length > 0 ? [] : [name == null ? 'The project has no tests.' : `No test is named "${name}".`];
      return failure(context, [...notes, ...none, declared(context.spec.commands)].join(' '));
    }
    const green = ran.checks.every((check) => !isNotRun(check) && failuresOf(check).length === 0);
    return answer(context, [...notes, testsText(ran.checks)].join('\n'), { ok: green && notes.length === 0 });
  },
});

/** Checks that were found are found again: only then is it known how a part of them is run. */
function testsTask({
  tree,
  spec,
  finds,
  directory,
  policy,
  mode,
  runCheck,
  signal,
  ...context
}: DirectoryContext): TestsTask {
  const progress = context.progress ?? (() => undefined);
  const task = { tree, spec, directory, runCheck, signal, progress };
  if (finds === undefined) return task;
  const detect = { denied: deniedCheck({ level: finds, policy, mode: mode ?? '' }) };
  return { ...task, spec: { ...spec, tests: undefined, commands: [], gates: [] }, detect };
}

function declared(commands: readonly { command: string }[]): string {
  if (commands.length === 0) return 'No checks are declared either.';
  return `Its checks are run with run_check: ${commands.map(({ command }) => `"${command}"`).join(', ')}.`;
}

/** Reports of tests as a text: totals, failures, files that did not run, then what passed. */
export function testsText(checks: readonly CheckReport[]): string {
  const { passed, failed, skipped, todo } = totalsOf(checks.flatMap(({ tests }) => tests));
  const skips = skipped + todo > 0 ? `, ${skipped + todo} skipped` : '';
  const sandboxed = checks.filter(({ kind }) => kind === 'tests').length;
  const by = [
    ...(sandboxed > 0 ? [`${plural(sandboxed, 'test file')} of the sandbox`] : []),
    ...checks.flatMap(({ kind, name }) => (kind === 'tests' ? [] : [name])),
  ];
  const head = `${failed} failed, ${passed} passed${skips} by ${by.join(', ')}.`;
  const failures = checks.flatMap((check) =>
    failuresOf(check).map((one) => failureText(check, one.id, one.failure)),
  );
  const notRun = checks
    .filter(isNotRun)
    .map(({ name, stderr }) => `NOT RUN ${shownPath(name)}: ${clip(stderr, 500)}`);
  const rest = checks.flatMap(({ tests }) => tests).filter(({ status }) => status !== 'failed');
  const others = rest.slice(0, MOST_TOLD).map(({ id, status }) => `${status} ${shownPath(id)}`);
  const more = rest.length > MOST_TOLD ? [`… and ${rest.length - MOST_TOLD} more that did not fail`] : [];
  return [head, ...failures, ...notRun, ...others, ...more].join('\n');
}

function failureText(check: CheckReport, id: string, failure: NonNullable<TestResult['failure']>): string {
  const { errorName, message, expected, received, stack } = failure;
  const test = check.tests.find((one) => one.id === id);
  const frames = stack?.split('\n').filter((line) => /^\s*at /.test(line));
  const said = test?.console.map(({ level, text }) => `console.${level}: ${text}`).join('\n') ?? '';
  const parts = [
    `FAILED ${shownPath(id)}`,
    clip(message.includes(errorName) ? message : `${errorName}: ${message}`, MESSAGE_CHARS),
    expected === undefined ? '' : `expected: ${clip(expected, 500)}`,
    received === undefined ? '' : `received: ${clip(received, 500)}`,
    frames?.slice(0, STACK_LINES).join('\n') ?? '',
    clip(said, 500),
  ];
  return parts.filter(Boolean).join('\n  ');
}
