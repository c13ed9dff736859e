import { z } from 'zod';
import { failuresOf, isNotRun } from '../../../domain/verification/failed-checks';
import { totalsOf } from '../../../domain/verification/totals';
import type { CheckReport, TestResult } from '../../../domain/verification/verification';
import { plural } from '../../../domain/text';
import { runTests } from '../../../verifier';
import { clip } from '../../material';
import { answer, failure, shownPath } from './answers';
import { tool } from './context';

const MOST_TOLD = 200;
const MESSAGE_CHARS = 1_500;
const STACK_LINES = 6;

/** Runs test files in the sandbox; the failing ones are told first. */
export const runTestsTool = tool({
  name: 'run_tests',
  description:
    'Runs tests of the project in the sandbox: all of them, or those in `files` (paths or globs). `names` tells only of tests whose name contains one of these.',
  kind: 'read',
  activity: 'check',
  check: true,
  input: z.object({
    files: z.array(z.string().min(1)).max(100).nullish(),
    names: z.array(z.string().min(1)).max(20).nullish(),
  }),
  summary: ({ files, names }) =>
    `run_tests ${files?.join(' ') ?? 'all'}${names?.length ? ` (${names.join(', ')})` : ''}`,
  run: async (context, { files, names }) => {
    const { verifier, tree, spec, directory, signal, progress } = context;
    if (spec.tests?.length === 0 && !files?.length)
      return failure(context, `The sandbox runs no tests of this project. ${declared(spec.commands)}`);
    const wanted = files ?? undefined;
    const ran = await runTests(verifier, {
      tree,
      spec,
      directory,
      files: wanted,
      signal,
      progress,
    });
    if (ran.problem !== undefined) return failure(context, ran.problem);
    const { checks, unknown } = ran;
    if (checks.length === 0) {
      const which =
        unknown.length > 0
          ? `No test file matches ${unknown.map(shownPath).join(', ')}.`
          : 'The project has no tests.';
      return failure(context, `${which} ${declared(spec.commands)}`);
    }
    const told = names?.length ? checks.map((check) => named(check, names)) : checks;
    const green = told.every((check) => !isNotRun(check) && failuresOf(check).length === 0);
    const missing = unknown.length > 0 ? [`No test file matches ${unknown.map(shownPath).join(', ')}.`] : [];
    return answer(context, [...missing, testsText(told)].join('\n'), { ok: green && unknown.length === 0 });
  },
});

function declared(commands: readonly { command: string }[]): string {
  if (commands.length === 0) return 'No checks are declared either.';
  return `Its checks are run with run_check: ${commands.map(({ command }) => `"${command}"`).join(', ')}.`;
}

function named(check: CheckReport, names: readonly string[]): CheckReport {
  const tests = check.tests.filter(
    ({ id, path }) => path.length === 0 || names.some((name) => id.includes(name)),
  );
  return { ...check, tests, totals: totalsOf(tests) };
}

/** Reports of tests as a text: totals, failures, files that did not run, then what passed. */
export function testsText(checks: readonly CheckReport[]): string {
  const { passed, failed, skipped, todo } = totalsOf(checks.flatMap(({ tests }) => tests));
  const skips = skipped + todo > 0 ? `, ${skipped + todo} skipped` : '';
  const head = `${failed} failed, ${passed} passed${skips} in ${plural(checks.length, 'test file')} of the sandbox.`;
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
