import { budgetOf, partOf, without } from '../search/budget';
import type { Extent } from '../search/merit';
import { signsOf } from '../../domain/signs/edit-signs';
import { WRAPPED } from '../../domain/heal/partial-repair';
import type { PlacedMutation } from '../search/mutation';
import type { Candidate, Evidence, Proposal } from '../../domain/heal/proposal';
import { NO_USAGE } from '../../domain/run/budget';
import { isSourceFile } from '../../domain/verification/protected-paths';
import { failuresOf, isNotRun } from '../../domain/verification/failed-checks';
import type { VerificationReport } from '../../domain/verification/verification';
import type { Sign } from '../../domain/signs/sign';
import type { ProgramFiles } from '../../sandbox';
import { protector, readReport } from '../../verifier';
import { CommandSearch } from '../commands';
import { answerTest, withTest } from '../compare/candidates';
import type { ProposeContext, Proposer } from '../types';
import { accelerated } from './tests-in-sandbox';
import { candidateOf, treeOf, type MutationDeps } from './candidate';
import { editedText, type Repair } from './compare';
import { missingImports } from './missing-imports';
import { combineFixes, MAX_FIXES, Memories } from './combine';
import { hintsOf } from './hints';
import { editedTexts, Trials, type Edits, type Fix } from './trials';
import { locate, type FailingProgram, type Suspects } from './locate';
import { rankedRepairs } from './ranked-repairs';
import { agreementNote, confidenceNote, noteOf, timeNote } from './notes';
import { search } from './search';
import { breaksTypes } from './type-check';

/** Material of a proposal, read once. */
interface Task {
  evidence: Evidence;
  context: ProposeContext;
  report: VerificationReport;
  program: FailingProgram;
  imports: { edits: readonly PlacedMutation[]; files: ProgramFiles };
  /** May a repair change this path? */
  mayChange(path: string): boolean;
}

/** Finished search: repairs in the order of merit. */
interface Answer {
  repairs: Repair[];
  searched: number;
  note: string;
  /** Texts that the edits are made of. */
  files?: ProgramFiles;
  /** Test files that fail. */
  failing?: readonly string[];
}

/**
 * The proposer that needs no model: it locates the fault by coverage, edits the suspicious places by templates,
 * tries the edits in the sandbox and returns at most five that repair something and break nothing.
 */
export function createMutationProposer(deps: MutationDeps): Proposer {
  const memories = new Memories();
  const commands = new CommandSearch(deps.benchesOf);
  return {
    name: 'mutation',
    async propose(evidence, context) {
      const startedMs = performance.now();
      const task = await read(deps, evidence, context);
      const answer = await answerTo(deps, task, memories, commands);
      const candidates = await candidatesOf(deps, task, answer);
      return proposal(candidates, answer, Math.round(performance.now() - startedMs));
    },
  };
}

async function read(deps: MutationDeps, evidence: Evidence, context: ProposeContext): Promise<Task> {
  const [report, { files, context: surroundings }] = await Promise.all([
    readReport(deps.blobs, evidence.report),
    deps.loadProgram({ tree: evidence.tree, directory: context.directory, spec: context.verification }),
  ]);
  const flaky = new Set(report.flaky);
  const protectedReason = protector(context.verification, {
    ...report,
    impactedFiles: evidence.impactedFiles,
    policy: context.policy,
    mode: context.mode,
  });
  const failures = report.checks
    .filter((check) => check.kind === 'tests')
    .flatMap(failuresOf)
    .filter((failed) => !flaky.has(failed.id));
  const program: FailingProgram = {
    files,
    context: surroundings,
    testFiles: report.checks
      .filter((check) => check.kind === 'tests' && !isNotRun(check))
      .map((check) => check.name),
    failures,
    analysis: evidence.analysis,
    limits: context.verification.limits,
    isMutable: (path) => isSourceFile(path) && protectedReason(path) === undefined,
    impactedFiles: evidence.impactedFiles,
    endless: new Set(report.checks.filter((check) => check.end === 'timeout').map((check) => check.name)),
  };
  const mayChange = (path: string): boolean => protectedReason(path) === undefined;
  const imports = await missingImports(report, program, mayChange);
  return { evidence, context, report, program, imports, mayChange };
}

async function answerTo(
  deps: MutationDeps,
  task: Task,
  memories: Memories,
  commands: CommandSearch,
): Promise<Answer> {
  if (task.program.failures.length > 0) return triedInSandbox(deps, task, memories);
  const { program, report, context } = task;
  const quick = await accelerated(
    deps.sandbox,
    { program, report, spec: context.verification },
    context.signal,
  );
  if (!quick) return triedByCommands(commands, task);
  const others = report.checks.filter(({ kind }) => kind === 'command');
  const answer = await triedInSandbox(
    deps,
    {
      ...task,
      program: quick.program,
      report: {
        ...report,
        checks: [...quick.checks, ...others],
        flaky: [...report.flaky, ...quick.ignored.ids],
      },
    },
    memories,
  );
  const failing = quick.program.failures.map(({ check }) => check);
  return {
    ...answer,
    failing,
    note: `${agreementNote(quick.ignored.count)}; ${answer.note}`,
  };
}

async function triedInSandbox(deps: MutationDeps, task: Task, memories: Memories): Promise<Answer> {
  const { lines } = budgetFor(task);
  const groups = await locate(deps.sandbox, task.program, lines, task.context.signal);
  return repairGroups(deps, task, trialsOf(deps, task, memories, groups), groups);
}

function budgetFor({ evidence, context }: Task) {
  return budgetOf(evidence.round, context.effort);
}

function trialsOf(deps: MutationDeps, task: Task, memories: Memories, groups: readonly Suspects[]): Trials {
  const { program, report, evidence, context } = task;
  return new Trials(
    deps.sandbox,
    {
      files: program.files,
      context: program.context,
      testFiles: program.testFiles,
      checks: report.checks.filter((check) => check.kind === 'tests'),
      flaky: new Set(report.flaky),
      limits: program.limits,
      memory: memories.of(`${evidence.tree} ${JSON.stringify(context.verification)}`),
      suspectFiles: [...new Set(groups.flatMap((group) => group.places.map((places) => places.path)))],
    },
    context.signal,
  );
}

/** Searches group after group; a group that a fix of an earlier one repairs as well is left out. */
async function repairGroups(
  deps: MutationDeps,
  task: Task,
  trials: Trials,
  groups: readonly Suspects[],
): Promise<Answer> {
  const { context, program, evidence } = task;
  const whole = budgetFor(task);
  let rest = whole;
  const hints = hintsOf(program.failures, program.files);
  const messages = program.failures.map(({ failure }) => failure.message);
  const found: Fix[][] = [];
  const notes: string[] = [];
  const startedMs = performance.now();
  let searched = 0;
  let spent = 0;
  let extent: Extent | undefined;
  for (const [index, suspects] of groups.entries()) {
    const best = found.map((fixes) => fixes[0]).filter((fix) => fix !== undefined);
    if (best.some((fix) => fix.green) || rest.costMs <= 0) break;
    if (suspects.tests.every((test) => best.some((fix) => fix.fixed.includes(test)))) continue;
    const before = searched;
    const budget = partOf(rest, groups.length - index, index === 0);
    const result = await search(trials, {
      suspects,
      first: task.imports.edits.filter(({ file }) => program.files.has(file)),
      hints,
      messages,
      budget,
      signal: context.signal,
      onTried: (count) => context.progress({ done: before + count, of: whole.singles + whole.pairs }),
      compiles: (edits) =>
        [...editedTexts(program.files, edits)].every(
          ([path, text]) => !breaksTypes(path, program.files.get(path) ?? '', text),
        ),
      isFresh: async (edits) =>
        !isTried(evidence, await treeOf(deps, evidence.tree, editedTexts(program.files, edits))),
    });
    searched += result.searched;
    rest = without(rest, result.used);
    notes.push(...result.notes);
    if (result.isSpent) spent += 1;
    found.push(result.fixes);
    extent ??= result.extent;
  }
  if (spent > 0) notes.push(timeNote(spent, groups.length, performance.now() - startedMs));
  const fixes = await combineFixes(trials, found);
  const { report } = task;
  const repairs = await rankedRepairs(deps.sandbox, { program, report, signal: context.signal }, trials, {
    fixes,
    extent,
  });
  return {
    repairs,
    searched,
    note: [noteOf(fixes, searched), ...confidenceNote(repairs), ...new Set(notes)].join('; '),
  };
}

/** Where no test of the sandbox fails, edits are tried with the command that failed. */
async function triedByCommands(search: CommandSearch, task: Task): Promise<Answer> {
  const { evidence, context, report, program, imports, mayChange } = task;
  const renamed = imports.edits.map((edit): Repair => ({ edits: [edit] }));
  const given = { evidence, context, report, files: program.files, surroundings: program.context, mayChange };
  const answer = await search.search(given);
  const note =
    renamed.length > 0 ? `imports that name nothing: the likeliest edits; ${answer.note}` : answer.note;
  return { ...answer, repairs: [...renamed, ...answer.repairs], note };
}

/** The first five whose trees are new: in the order of merit where they were compared, else smallest change first. */
async function candidatesOf(deps: MutationDeps, task: Task, answer: Answer): Promise<Candidate[]> {
  const sources = new Map([...(answer.files ?? []), ...task.imports.files]);
  const tests = answer.files ?? task.program.files;
  const candidates: Candidate[] = [];
  const failures = task.report.checks.flatMap(failuresOf);
  const { language } = task.context;
  const failing = answer.failing ?? task.program.failures.map(({ check }) => check);
  const seen = new Set<string>();
  for (const { edits, standing, answered } of answer.repairs) {
    if (candidates.length >= MAX_FIXES) break;
    task.context.signal.throwIfAborted();
    const texts = editedTexts(sources, edits);
    const tree = await treeOf(deps, task.evidence.tree, texts);
    if (tree === undefined || seen.has(tree) || isTried(task.evidence, tree)) continue;
    seen.add(tree);
    const candidate = await candidateOf(deps, task.evidence, { edits, texts, tree, failures, language });
    const test = answered && (await answerTest(deps, tests, { tree, answered, failing }));
    const signs = signsAgainst(edits, sources, standing !== undefined);
    candidates.push({
      ...candidate,
      ...(standing && { standing: withTest(standing, test) }),
      ...(signs.length > 0 && { signs }),
    });
  }
  if (candidates.some(({ standing }) => standing)) return candidates;
  return candidates.sort((a, b) => a.diff.size - b.diff.size || (a.diff.hash < b.diff.hash ? -1 : 1));
}

/** Signs against edits. Of those that were not compared with others a wrap is one: most values can be wrapped so that some test passes. */
function signsAgainst(edits: Edits, sources: ProgramFiles, isCompared: boolean): Sign[] {
  const signs = new Set<Sign>(
    edits.flatMap((edit) => signsOf(editedText(edit, sources.get(edit.file) ?? ''))),
  );
  if (!isCompared && edits.length === 1 && ['wrap', 'append'].includes(edits[0]?.template ?? ''))
    signs.add(WRAPPED);
  return [...signs];
}

function isTried(evidence: Evidence, tree: string | undefined): boolean {
  return tree === undefined || evidence.tried.some((one) => one.tree === tree);
}

function proposal(candidates: Candidate[], answer: Answer, durationMs: number): Proposal {
  return { candidates, note: answer.note, searched: answer.searched, usage: NO_USAGE, durationMs };
}
