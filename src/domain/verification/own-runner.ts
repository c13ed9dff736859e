import { z } from 'zod';
import type { Language } from '../run/language';
import { said, Said, saidText } from '../run/said';
import { excerpt } from '../text';
import type { CheckReport, MissingRunner, TestResult, TestRunner } from './verification';

/** Time limit of one run of a project's own test runner, ms. */
export const OWN_RUNNER_TIMEOUT_MS = 120_000;

/** Runner of the tests of a report outside of the sandbox. */
export function runnerOf({ runner }: Pick<CheckReport, 'runner'>): TestRunner {
  return runner ?? 'jest';
}

/** Verdict of a project's own test runner on a tree that is green in the sandbox. */
export const RunnerOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('agrees'),
    by: z.string(),
    /** Commands of the project besides that could not run. */
    lacks: z.array(Said).optional(),
  }),
  z.object({
    status: z.literal('disagrees'),
    by: z.string(),
    /** At most 10 ids of tests that the sandbox passed and the runner did not; `count` is the whole number. */
    tests: z.array(z.string()),
    count: z.number().int(),
    /** First line of what the runner said of the first of them. */
    said: z.string(),
    /** Of a whole command that fails on the unchanged files too: hash of the ids of what fails. */
    failingHash: z.string().optional(),
  }),
  z.object({ status: z.literal('unconfirmed'), reason: Said }),
]);
export type RunnerOutcome = z.infer<typeof RunnerOutcome>;

/** Commands of the project that could not run besides one that agrees, in words. */
export function lacksText(outcome: RunnerOutcome, language: Language): string[] {
  const lacks = outcome.status === 'agrees' ? outcome.lacks : undefined;
  return (lacks ?? []).map((lack) => saidText(lack, language));
}

/** Thing without which the project's own test runner can't run. */
export function lackOf({ runner }: MissingRunner): Said {
  return runner === undefined
    ? said`its dependencies are on another machine`
    : said`${runner} is not installed in its ${'node_modules'}`;
}

/** One test file as a runner outside of the sandbox ran it. */
export interface RunnerFile {
  file: string;
  tests: readonly { path: readonly string[]; status: 'passed' | 'failed' | 'skipped'; message?: string }[];
  /** Reason why it ran no test. */
  message: string;
}

/** Tests of one file that the sandbox passed and the runner did not. */
export interface Disagreement {
  file: string;
  tests: readonly string[];
  said: string;
}

const nameOf = ({ path }: Pick<TestResult, 'path'> | RunnerFile['tests'][number]): string => path.join(' > ');

/** Tests that passed in the sandbox and that the runner does not confirm. Equal counts suffice: names may differ in form. */
export function disagreements(
  checks: readonly CheckReport[],
  ran: readonly RunnerFile[],
  flaky: ReadonlySet<string> = new Set(),
): Disagreement[] {
  return checks.flatMap((check): Disagreement[] => {
    const wanted = check.tests.filter(({ status, id }) => status === 'passed' && !flaky.has(id)).map(nameOf);
    const known = ran.find(({ file }) => file === check.name);
    const tests = wanted.length === 0 ? [] : notConfirmed(wanted, known?.tests ?? []);
    if (tests.length === 0) return [];
    const failed = known?.tests.find((one) => one.status === 'failed' && tests.includes(nameOf(one)));
    const said = failed?.message ?? known?.message ?? '';
    return [{ file: check.name, tests, said: said === '' ? 'it was not seen to run' : said }];
  });
}

function notConfirmed(wanted: readonly string[], tests: RunnerFile['tests']): string[] {
  const passed = tests.filter(({ status }) => status === 'passed').map(nameOf);
  const failed = tests.filter(({ status }) => status === 'failed').map(nameOf);
  if (failed.length === 0 && passed.length >= wanted.length) return [];
  const left = [...passed];
  return wanted.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Runs of a runner on the change, and, if it disagrees with the sandbox, on the unchanged files. */
export interface RunnerRuns {
  by: string;
  /** Checks of the sandbox on the change and on the unchanged files. */
  checks: readonly CheckReport[];
  baseline: readonly CheckReport[];
  found: readonly Disagreement[];
  ran: readonly RunnerFile[];
  ranBefore: readonly RunnerFile[];
  flaky: ReadonlySet<string>;
}

/**
 * Decides if a disagreement is the program's doing. A runner that does not confirm the sandbox on the unchanged files
 * either, or that can't load a file for the same reason, says nothing about the change.
 */
export function runnerOutcome(runs: RunnerRuns): RunnerOutcome {
  const { by, checks, baseline, found, flaky, ranBefore } = runs;
  if (found.length === 0) return { status: 'agrees', by };
  const unfit = new Set(disagreements(baseline, ranBefore, flaky).map(({ file }) => file));
  const real = found.filter(({ file }) => !unfit.has(file) && !failsToLoadAlike(file, runs));
  const [first] = real;
  if (!first) {
    const words = excerpt(found[0]?.said.split('\n')[0] ?? '', 200);
    const all = found.length >= checks.length;
    return {
      status: 'unconfirmed',
      reason: all
        ? said`${by} does not run them on the unchanged files as the sandbox does (${words})`
        : said`${by} does not run ${String(found.length)} of them on the unchanged files as the sandbox does (${words})`,
    };
  }
  const ids = real.flatMap(({ file, tests }) => tests.map((test) => `${file} > ${test}`));
  return {
    status: 'disagrees',
    by,
    tests: ids.slice(0, 10).map((id) => excerpt(id, 200)),
    count: ids.length,
    said: excerpt(first.said.split('\n')[0] ?? '', 200),
  };
}

/** The runner got no test of the file to run, now as before, and said the same of it. */
function failsToLoadAlike(file: string, { ran, ranBefore }: RunnerRuns): boolean {
  const [now, before] = [ran, ranBefore].map((list) => list.find((one) => one.file === file));
  const silent = (one: RunnerFile | undefined): boolean => (one?.tests.length ?? 0) === 0;
  return silent(now) && silent(before) && firstLine(now) === firstLine(before);
}

function firstLine(one: RunnerFile | undefined): string {
  return (one?.message ?? '').trim().split('\n')[0] ?? '';
}
