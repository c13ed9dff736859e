import { saidText } from '../run/said';
import { z } from 'zod';
import { withoutMark } from '../exact';
import { RunInput } from '../run/input';
import { ForkOrigin } from '../run/fork';
import { VerificationSpec, type Verification } from '../verification/verification';
import { HostDirectory } from '../files/workspace';
import { unrunSentences } from '../verification/detected';
import { isTestFile } from '../verification/protected-paths';
import { firstLine } from '../text';
import { TriedCandidate } from './proposal';
import { END_WORDS } from './words/ends';

/** Input that a baseline is judged by: of a heal, or of a session that runs the tests. */
type BaselineOf = Pick<HealInput, 'directory' | 'verification'> &
  Partial<Pick<HealInput, 'request' | 'fork' | 'language'>>;

/** Reason why a run can't begin: one sentence with the way out. `isUnjudged`: the input is right, but nothing can judge the project here. */
interface Refusal {
  sentence: string;
  isUnjudged?: true;
}

/** Seed 002's task types. `chat_reply` skips the loop. */
export const TaskType = z.enum(['build_site', 'refactor_code', 'chat_reply', 'debug']);
export type TaskType = z.infer<typeof TaskType>;

/** SPEED asks the mutation proposer first and a model only if it finds nothing; PRECISION asks both. */
export const RepairMode = z.enum(['SPEED', 'PRECISION']);
export type RepairMode = z.infer<typeof RepairMode>;

/** `answer`: one answer of a model. `tools`: an agent that reads, edits and runs tests by tools. */
export const Executor = z.enum(['answer', 'tools']);
export type Executor = z.infer<typeof Executor>;

/** Most repair rounds of a run. */
export const MOST_ATTEMPTS = 1_000;

/** Input of a `heal` run. */
export const HealInput = RunInput.extend({
  directory: HostDirectory,
  /** Task to carry out. Absent: repair the failing baseline. */
  request: z.string().trim().min(1).optional(),
  impactedFiles: z.array(z.string()).default([]),
  taskType: TaskType.default('debug'),
  mode: RepairMode.default('SPEED'),
  /** Who carries the request out. Absent: an agent in PRECISION mode, one answer of a model in SPEED mode. */
  executor: Executor.optional(),
  /** Calls of tools that an agent may make. */
  maxCalls: z.number().int().min(1).max(2_000).default(200),
  verification: VerificationSpec.default(() => VerificationSpec.parse({})),
  /** Repair rounds allowed, and the most attempts that are reported. */
  maxAttempts: z.number().int().min(1).max(MOST_ATTEMPTS).default(3),
  /** Time of the search for single edits with commands, ms. Absent: a minute. */
  searchMs: z.number().int().positive().max(3_600_000).optional(),
  /** Absent: tests are written if a request's change has none. `untested`: only if the project has none either. */
  generateTests: z.union([z.boolean(), z.literal('untested')]).optional(),
  /** Publishes the other paths if the user changed some of them meanwhile. */
  partial: z.boolean().optional(),
  /** Publishes an ambiguous repair as if it were sure. */
  acceptAmbiguous: z.boolean().optional(),
  /** Set in a run that only publishes a partial repair: hash of the ids of the tests that people know to fail with it. */
  stillFailing: z.string().optional(),
  /** Publishes nothing, asks nobody, and reports what publishing would do. */
  dryRun: z.boolean().optional(),
  /** Model to ask in place of the worker's own, at the same endpoint. */
  model: z.string().trim().min(1).optional(),
  /** Changes that people turned down in earlier runs: none is offered again. */
  turnedDown: withoutMark(z.array(TriedCandidate)).default([]),
  /** Begins at a state of another run; absent: at the directory as it is. */
  fork: ForkOrigin.optional(),
});
export type HealInput = z.infer<typeof HealInput>;

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
    return unjudged(
      words.unverifiable(count, realpath, saidText(reason, language), `--test '!${files[0] ?? '**'}'`),
    );
  }
  if (baseline.trust === 'none' && !input.request)
    return globs?.length
      ? { sentence: words.noMatch(realpath, globs.join(' ')) }
      : unjudged(words.noTestsFound(realpath));
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
