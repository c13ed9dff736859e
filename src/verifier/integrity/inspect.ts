import { said, saidAll, saidText, type Said } from '../../domain/run/said';
import { type TestFileFacts, weakenings } from '../../domain/verification/integrity/weakening';
import { changesProgram, mayHoldAnswers, signsOfChange } from '../../domain/signs/change-signs';
import type { ChangedFile } from '../../domain/signs/code-lines';
import type { FoundSign } from '../../domain/signs/sign';
import { baseName, parentPath } from '../../domain/files/paths';
import { isCode, isScript } from '../../domain/verification/integrity/judge-text';
import type { BlobHash, TreeHash } from '../../domain/ids';
import {
  isLikelyTest,
  isSourceFile,
  isUnitTest,
  isTest,
  isTestData,
  isManifest,
  protectedReason,
  protection,
} from '../../domain/verification/protected-paths';
import { type BlobStore, readTreeFile, type TreeStore } from '../../store';
import type { LoadProgram } from '../load-program';
import { readReport } from '../read-report';
import { selectTestFiles, judgeReason } from '../select-tests';
import { inlineFactsOf, OUTSIDE } from './inline-tests';
import { shadowsOf } from './shadows';
import { takenBackChanges } from './taken-back';
import { testFactsOf } from './test-facts';
import type { Inspect, InspectedChange, Objection } from './inspection';
import { testedLooks, type Look } from './tested-looks';
import { outsideModule } from '../../domain/verification/integrity/own-modules';
import { commandNames, isCommandFile, judgeBehind } from '../../domain/verification/integrity/taken-places';
import type { CheckReport, Judges, VerificationSpec } from '../../domain/verification/verification';
import { textsOf } from './judges';
import { touchedPaths } from '../../domain/files/touched-paths';

interface Deps {
  trees: TreeStore;
  blobs: BlobStore;
  loadProgram: LoadProgram;
}

interface Present {
  judging: readonly string[];
  paths: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
  commands: ReadonlySet<string>;
  searched: ReadonlySet<string>;
}

const SHOWN = 5;

/** New looks of a change at signs of being tested. Old looks are no finding, nor are those that the user asked for by name. */
export function inspectLooks(changed: readonly ChangedFile[], asked = ''): Objection[] {
  const brought = newLooks(changed).filter(({ what }) => !isAskedFor(what, asked));
  // Several findings of one line say the same.
  const lines = new Map(brought.map((one) => [`${one.path}:${one.line}`, one]));
  return [...lines.values()].slice(0, SHOWN).map(({ path, line, what }) => ({
    path,
    line,
    message: said`${`${path}:${line}`} looks at whether it is being tested: ${what}.`,
  }));
}

/** Names of variables alone: other words of a look may occur in any request. */
function isAskedFor(what: Look['what'], asked: string): boolean {
  const name = /^process\.env\.(\w+)$/.exec(saidText(what))?.[1];
  return name !== undefined && asked.includes(name);
}

/** Looks that a change adds: there are more of them than before, over all changed files together. Moved code adds none. */
function newLooks(changed: readonly ChangedFile[]): (Look & { path: string })[] {
  const known = new Map<string, number>();
  const find = (path: string, text: string): Look[] => testedLooks(path, text) ?? [];
  for (const { path, before } of changed)
    for (const { what } of find(path, before))
      known.set(saidText(what), (known.get(saidText(what)) ?? 0) + 1);
  return changed.flatMap(({ path, after }) =>
    find(path, after).flatMap((one) => {
      const left = known.get(saidText(one.what)) ?? 0;
      known.set(saidText(one.what), left - 1);
      return left > 0 ? [] : [{ ...one, path }];
    }),
  );
}

/** Test files that are read for their values. */
const MOST_TESTS = 500;

/** An inspector over a store. It looks into the whole tree only where a change gives a reason to. */
export function createInspector(deps: {
  trees: TreeStore;
  blobs: BlobStore;
  loadProgram: LoadProgram;
}): Inspect {
  return async (change) => {
    const sources = await changedSources(deps, change);
    const changed = sources.filter(({ path }) => isCode(path));
    return {
      objections: [
        ...sorted('judge', await changedJudges(deps, change)),
        ...sorted('judge', await changedTesting(deps, change)),
        ...sorted('looks', inspectLooks(changed, change.asked)),
        ...sorted('weakened', await weakenedTests(deps, change)),
        ...sorted('shadows', await shadowing(deps, change)),
        ...sorted('takes-back', await takenBackChanges(deps, change)),
      ],
      signs: await signsIn(deps, change, changed),
      fitted: fittedIn(change, sources),
    };
  };
}

function sorted(sort: Objection['sort'], found: readonly Objection[]): Objection[] {
  return found.map((one) => ({ ...one, sort }));
}

async function changedSources(
  stores: { trees: TreeStore; blobs: BlobStore },
  { base, tree, changes }: InspectedChange,
): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const { path, change, renamedFrom } of changes) {
    // Scripts often have no ending.
    const mayBeScript = isScript(path) || !baseName(path).includes('.');
    if (!(isCode(path) || mayBeScript) || isTest(path)) continue;
    const before = change === 'added' ? '' : ((await textOf(stores, base, renamedFrom ?? path)) ?? '');
    const after = change === 'deleted' ? '' : ((await textOf(stores, tree, path)) ?? '');
    if (isCode(path) || isScript(path, before || after)) found.push({ path, before, after });
  }
  return found;
}

function fittedIn({ changes }: InspectedChange, sources: readonly ChangedFile[]): string | undefined {
  const isJudge = (path: string): boolean =>
    isTest(path) || isTestData(path) || protectedReason(path) === 'is a snapshot';
  if (changesProgram(sources.filter(({ path }) => !isJudge(path)))) return undefined;
  return changes
    .flatMap((one) => touchedPaths([one]).map((path) => ({ path, change: one.change })))
    .find(({ path, change }) => isJudge(path) && !(change === 'added' && isUnitTest(path)))?.path;
}

/** Signs that the change passes tests for the wrong reason. The tests are read only where it brings values that may be theirs. */
async function signsIn(
  deps: { blobs: BlobStore; loadProgram: LoadProgram },
  { base, spec, directory, isAsked, asked, report }: InspectedChange,
  changed: readonly ChangedFile[],
): Promise<FoundSign[]> {
  const isByWords = isAsked === true || asked !== undefined;
  if (!mayHoldAnswers(changed)) return signsOfChange(changed, [], isByWords);
  const program = await deps.loadProgram({ tree: base, spec, directory });
  const { files, context } = program;
  const paths = [...new Set([...files.keys(), ...(context.assets?.paths ?? [])])];
  const tests = new Set([
    ...selectTestFiles([...files.keys()], spec, context.config),
    ...paths.filter(isTest),
    ...paths.filter(await isDataOfTests(deps, report)),
  ]);
  const texts = [...tests].slice(0, MOST_TESTS).map(async (path) => {
    const bytes = files.has(path) ? undefined : await context.assets?.read(path);
    return files.get(path) ?? Buffer.from(bytes ?? '').toString('utf8');
  });
  return signsOfChange(changed, await Promise.all(texts), isByWords);
}

const DATA = /\.(?:json|jsonl|csv|tsv|txt|ya?ml)$/;

/** True for a file of data that judges: tests read their rows from it. */
async function isDataOfTests(
  { blobs }: { blobs: BlobStore },
  report: BlobHash | undefined,
): Promise<(path: string) => boolean> {
  const judges = report === undefined ? undefined : (await readReport(blobs, report)).judges;
  const judging = new Set(judges?.files.map(({ path }) => path));
  return (path) => DATA.test(path) && judging.has(path);
}

/** Tests and assertions must not ask for less: those of test files, and those inside of a program. New ones ask for more. */
async function weakenedTests(
  stores: { trees: TreeStore; blobs: BlobStore },
  { base, tree, changes, spec }: InspectedChange,
): Promise<Objection[]> {
  const named = spec.commands.map(({ command }) => command).join(' ');
  const objections: Objection[] = [];
  for (const { path, change, renamedFrom } of changes) {
    const old = renamedFrom ?? path;
    const tests = isTest(old);
    // Rust keeps tests beside the code, and what a command runs may assert outside of any.
    if (change === 'added' || !(tests || old.endsWith('.rs') || named.includes(baseName(old)))) continue;
    const factsOf = tests && isSourceFile(old) && !isLikelyTest(old) ? testFactsOf : inlineFactsOf;
    const facts = factsOf(old, (await textOf(stores, base, old)) ?? '');
    const isIdle = facts?.tests.every((test) => test.assertions === 0 && test.name === OUTSIDE) ?? true;
    if (!facts || (isIdle && (!tests || change === 'deleted'))) continue;
    const after = change === 'deleted' ? undefined : await textOf(stores, tree, path);
    objections.push(...weakened(path, facts, after === undefined ? undefined : factsOf(path, after)));
  }
  return objections;
}

/** Manifests whose parts that say how the project is tested are others now. Who was asked for the change in words may have been asked for that. */
async function changedTesting(
  stores: { trees: TreeStore; blobs: BlobStore },
  { base, tree, changes, impactedFiles = [], asked }: InspectedChange,
): Promise<Objection[]> {
  if (asked !== undefined) return [];
  const objections: Objection[] = [];
  for (const { path, change } of changes) {
    if (change !== 'modified' || baseName(path) !== 'package.json' || impactedFiles.includes(path)) continue;
    const part = testingPart(await textOf(stores, base, path), await textOf(stores, tree, path));
    if (part === undefined) continue;
    const message = said`${path} has another ${part}, which says how the project is tested: name it by ${'--impacted'} if that is meant.`;
    objections.push({ path, message });
  }
  return objections;
}

const RUNNER_KEYS = ['jest', 'mocha', 'ava', 'vitest', 'tap', 'nyc', 'c8'];
const TEST_SCRIPT = /^(?:pre|post)?test\b/;
const RUNS_SCRIPTS = /\b(?:npm|pnpm|yarn|bun|run-[sp]|node --run)\b/;

/** Name of a part of a manifest that says how tests run, and that differs: a runner's key, or a script that ran for tests before or runs around one. */
function testingPart(before = '{}', after = '{}'): string | undefined {
  const [was, now] = [manifestOf(before), manifestOf(after)];
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const key = RUNNER_KEYS.find((name) => differs(was[name], now[name]));
  const [scripts, later] = [manifestOf(was['scripts']), manifestOf(now['scripts'])];
  const script = [...scriptsOfTests(scripts)]
    .flatMap((name) => [name, `pre${name}`, `post${name}`])
    .find((name) => differs(scripts[name], later[name]));
  return key ?? (script && `script "${script}"`);
}

/** Names of the scripts for tests, and of those that they run by `npm run NAME`. */
function scriptsOfTests(scripts: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const found = new Set(Object.keys(scripts).filter((name) => TEST_SCRIPT.test(name)));
  // A set that grows is walked to its new end.
  for (const name of found) {
    const text = String(scripts[name]);
    const words = RUNS_SCRIPTS.test(text) ? text.split(/[\s;&|()'"]/) : [];
    for (const word of words) if (Object.hasOwn(scripts, word)) found.add(word);
  }
  return found;
}

/** Fields of a manifest, or of a part of it; none where it is no object. */
function manifestOf(given: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function weakened(path: string, before: TestFileFacts, after: TestFileFacts | undefined): Objection[] {
  const weaker = weakenings(before, after);
  if (weaker.length === 0) return [];
  return [{ path, message: said`${path} ${saidAll(weaker)}: a test must not be weakened.` }];
}

async function textOf(
  stores: { trees: TreeStore; blobs: BlobStore },
  tree: TreeHash,
  path: string,
): Promise<string | undefined> {
  return (await readTreeFile(stores, tree, path))?.toString('utf8');
}

async function shadowing(
  deps: { trees: TreeStore; loadProgram: LoadProgram },
  { base, tree, changes, spec, directory }: InspectedChange,
): Promise<Objection[]> {
  const added = changes
    .filter(({ change }) => change === 'added' || change === 'renamed')
    .map(({ path }) => path);
  if (added.length === 0) return [];
  const [program, listed] = await Promise.all([
    deps.loadProgram({ tree: base, spec, directory }),
    deps.trees.list(tree),
  ]);
  const paths = new Set(listed.filter((file) => file.type === 'file').map((file) => file.path));
  const found = await shadowsOf(program, added, paths);
  return found.map(({ path, problem }) => ({
    path,
    message: said`${path} ${problem}: change that file, or choose another name.`,
  }));
}

/** Inspects a change for files that judge by their use: edited ones, and new files in the place of one. */
async function changedJudges(deps: Deps, change: InspectedChange): Promise<Objection[]> {
  if (change.report === undefined) return [];
  const { judges, checks } = await readReport(deps.blobs, change.report);
  if (!judges) return [];
  return [...editedJudges(judges, change), ...(await takenPlaces(deps, { judges, checks }, change))];
}

function editedJudges(
  judges: Judges,
  { changes, impactedFiles = [], isAsked = false }: InspectedChange,
): Objection[] {
  const wanted = new Set(impactedFiles);
  // Who asks for a change may ask for new tests and what they read.
  const reasonFor = judgeReason(isAsked ? { ...judges, folders: [] } : judges);
  return touchedPaths(changes)
    .filter((path) => !wanted.has(path))
    .flatMap((path) => {
      const reason = reasonFor(path) ?? unlockedManifest(path, judges, isAsked);
      return reason === undefined
        ? []
        : [{ path, message: said`${path} ${reason} and must not be changed.` }];
    });
}

/** A manifest that is wrong by itself is repaired by who names it; others are left alone. */
function unlockedManifest(path: string, { failing }: Judges, isAsked: boolean): Said | undefined {
  return isManifest(path) && !isAsked && !failing.includes(path) ? protection(path) : undefined;
}

async function takenPlaces(
  deps: Deps,
  { judges, checks }: { judges: Judges; checks: readonly CheckReport[] },
  change: InspectedChange,
): Promise<Objection[]> {
  const { base, tree, spec, directory, impactedFiles = [] } = change;
  const added = change.changes
    .filter(({ change: kind }) => kind === 'added' || kind === 'renamed')
    .map(({ path }) => path)
    .filter((path) => !impactedFiles.includes(path));
  if (added.length === 0) return [];
  const program = await deps.loadProgram({ tree: base, spec, directory });
  const paths = new Set((await deps.trees.list(base)).map(({ path }) => path));
  const kept = new Set((await deps.trees.list(tree)).map(({ path }) => path));
  const named = new Set(judges.files.map(({ path }) => path));
  const judging = [...named, ...paths].filter(
    (path) => kept.has(path) && (named.has(path) || protectedReason(path) !== undefined),
  );
  const texts = await textsOf(program);
  const scripts = judging.map((path) => texts.get(path) ?? '');
  const present = {
    judging,
    paths,
    texts,
    commands: commandNames([...spec.commands.map((check) => check.command), ...scripts]),
    // Beside a file that a check runs, modules are looked for.
    searched: new Set(
      checks
        .flatMap(({ opened }) => opened?.files ?? [])
        .filter((path) => isRun(spec, path))
        .map(parentPath),
    ),
  };
  return added.flatMap((path) => {
    const problem = placeTaken(path, present) ?? (change.isAsked ? undefined : startsElsewhere(path));
    return problem === undefined ? [] : [{ path, message: said`${path} ${problem}: choose another name.` }];
  });
}

/** Files that a repair adds are verified here: it adds nothing that tools, editors and servers start by themselves. */
function startsElsewhere(path: string): Said | undefined {
  const isHidden = path.split('/').some((part) => part.startsWith('.') && !/^\.(?:git)?keep$/.test(part));
  const isPipeline = /(^|\/)(Jenkinsfile|(azure|bitbucket)-pipelines\.ya?ml|appveyor\.ya?ml)$/.test(path);
  return isHidden || isPipeline
    ? said`would be started or read by other tools, and no check shows what it does`
    : undefined;
}

/** True for a file whose name stands in a command. */
function isRun({ commands }: VerificationSpec, path: string): boolean {
  return commands.some(({ command }) => command.includes(baseName(path)));
}

function placeTaken(path: string, { judging, paths, texts, commands, searched }: Present): Said | undefined {
  const judge = judgeBehind(path, judging);
  if (judge !== undefined) return said`would be found in place of ${judge}, which judges the program`;
  const module = outsideModule(path, paths, texts, searched, new Set(judging));
  if (module !== undefined)
    return said`would be loaded in place of the module ${module} from outside of the project`;
  return isCommandFile(path, commands) ? said`has the name of a command that the checks run` : undefined;
}
