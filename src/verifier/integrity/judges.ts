import { posix } from 'node:path';
import { definesTests, isJudge, mayTell } from '../../domain/verification/integrity/judge-text';
import { judgingFolders, ownershipOf } from '../../domain/verification/integrity/ownership';
import { isInProgramFolder, isNamedLikeEntry } from '../../domain/verification/integrity/judge-words';
import { ReferenceFinder } from '../../domain/verification/integrity/references';
import { isCode, isCompiled, isDocument, isScript } from '../../domain/verification/integrity/source-kinds';
import { isLikelyTest, protectedReason } from '../../domain/verification/protected-paths';
import type { CheckReport, JudgingFile, Judges } from '../../domain/verification/verification';
import type { LoadedProgram } from '../load-program';
import { entriesOf } from './entries';
import { namedFiles } from './named-files';

/** Note if it could not be observed which files commands open. */
export const TAKEN_BY_NAME =
  'The file system of the checkouts does not tell which files a check opens, so its judges were found by their names alone.';

/** Checks of a tree before any change. */
export interface JudgesTask {
  commands: readonly string[];
  /** Test files of the sandbox, and what a configuration says of their set-up. */
  judging: readonly string[];
  checks: readonly CheckReport[];
  /** Files that the failures of commands are in, with their lines. */
  failing: ReadonlyMap<string, number | undefined>;
}

const LOOKS =
  /^\s*(?:\w+=\S*\s+)*(?:(?:npx|bunx|yarn|pnpm(?: exec)?|python3? -m|uvx|poetry run)\s+)?(?:\S*\/)?(?:eslint|prettier|tsc|biome|standard|xo|oxlint|jshint|tslint|stylelint|htmlhint|csslint|jsonlint|yamllint|markdownlint(?:-cli2?)?|cspell|xmllint|hadolint|ruff|flake8|black|mypy|pyright|pylint|pyflakes|shellcheck|gofmt|rustfmt)(?:\s|$)/;
/** Files of one folder that are read to see whether they define tests. */
const FOLDER_FILES = 500;
/** Texts that are read beside the sources that the sandbox takes. */
const TEXT_FILES = 3_000;
const TEXT_CHARACTERS = 16 * 1024 * 1024;
const LISTS = /(^|\/)[^./]+$|\.(txt|lst|list|in|csv|ya?ml|toml|ini|cfg|conf|xml|mk|cmake|gradle)$/;

/** Finds the judges of an unchanged tree: what tests and checks load, read and run, and the program does not own. */
export async function judgesOf(program: LoadedProgram, task: JudgesTask): Promise<Judges> {
  const texts = await textsOf(program);
  const opened = openedBy(task.checks, program);
  const paths = new Set([...program.files.keys(), ...(program.context.assets?.paths ?? []), ...opened.files]);
  const text = (path: string): string => texts.get(path) ?? '';
  const named = namedFiles(program, task.commands);
  const failing = new Set(
    [...task.failing].flatMap(([path, line]) => (isTold(text(path), line) ? [] : [path])),
  );
  const judging = new Set(task.commands.flatMap((command) => runJudges(program, command, text, failing)));
  const inFolders = named.below.slice(0, FOLDER_FILES).filter((path) => definesTests(path, text(path)));
  const programs = named.files.filter((path) => isRun(path, text(path)) && !judging.has(path));
  const { judges, shared } = ownershipOf({
    paths,
    texts,
    judges: [
      ...listed(task.judging, 'a configuration or a glob names it'),
      ...listed([...paths].filter(isRunner), 'is a test'),
      ...listed(judging, 'a check runs it'),
      ...listed(inFolders, 'a check runs its folder'),
    ],
    named: new Set(
      namedFiles(
        program,
        task.commands.filter((command) => !onlyReads(command)),
      ).files,
    ),
    entries: new Set([...entriesOf(texts, new ReferenceFinder(paths)), ...programs]),
    opened: new Set(opened.files),
    failing,
  });
  const files = judges.filter(({ path }) => protectedReason(path) === undefined);
  const telling = programs.filter((path) => mayTell(path, text(path)));
  return {
    files,
    shared: [...shared, ...listed(telling, 'a check runs it, and it can tell of its own failure')],
    folders: judgingFolders(paths, new Set([...judges.map(({ path }) => path), ...task.judging])),
    failing: [...task.failing.keys()].sort(),
    observed: opened.observed,
  };
}

/** Of the files that one command names, those that judge; what is loaded beside a judge could do its work. */
function runJudges(
  program: LoadedProgram,
  command: string,
  text: (path: string) => string,
  failing: ReadonlySet<string>,
): string[] {
  const { files, settings, tests } = namedFiles(program, [command]);
  const run = files.filter((path) => isRun(path, text(path)));
  const judges = run.filter(
    (path) =>
      isJudge(path, text(path), failing.has(path)) || (settings.includes(path) && !isInProgramFolder(path)),
  );
  if (judges.length + tests.length === 0 || onlyReads(command)) return judges;
  const mayBeProgram = (path: string): boolean =>
    failing.has(path) ||
    isCompiled(path) ||
    isInProgramFolder(path) ||
    isNamedLikeEntry(path) ||
    definesTests(path, text(path));
  return run.filter((path) => judges.includes(path) || !mayBeProgram(path));
}

/** True for commands of tools alone that look at the files they are given and run none: these are what is checked. */
function onlyReads(command: string): boolean {
  return command.split(/&&|\|\||[;|&\n]/).every((part) => LOOKS.test(part));
}

function isRun(path: string, text: string): boolean {
  return isCode(path) || isScript(path, text);
}

/** True where the line of a failure tells of it itself, as a judge does: the error did not come about there. */
function isTold(text: string, line: number | undefined): boolean {
  const told = line === undefined ? undefined : text.split('\n')[line - 1];
  return told !== undefined && /\b(?:throw|raise|assert\w*|expect|exit|fail|die|panic)\b/.test(told);
}

function listed(paths: Iterable<string>, why: string): JudgingFile[] {
  return [...paths].map((path) => ({ path, why }));
}

/** Tests, and what runs commands or is run before tests: what these name is followed. */
function isRunner(path: string): boolean {
  const reason = protectedReason(path);
  if (reason === 'is a test' || isLikelyTest(path)) return true;
  return reason !== undefined && /\btool\b/.test(reason);
}

/** Files that commands opened; of one that read all there is (a formatter) nothing is known. */
function openedBy(
  checks: readonly CheckReport[],
  program: LoadedProgram,
): { files: string[]; observed: boolean } {
  const ran = checks.filter(
    ({ kind, end, name }) => kind === 'command' && end !== 'not-run' && !onlyReads(name),
  );
  const passive = [...program.files.keys(), ...(program.context.assets?.paths ?? [])].filter(
    (path) => !isCode(path) && !isScript(path) && protectedReason(path) === undefined,
  );
  const documents = passive.filter(isDocument);
  const readsAll = (opened: ReadonlySet<string>): boolean =>
    documents.some((path) => opened.has(path)) &&
    passive.filter((path) => opened.has(path)).length >= passive.length * 0.8;
  const sets = ran.flatMap(({ opened }) => (opened ? [new Set(opened.files)] : []));
  const files = sets.filter((opened) => !readsAll(opened)).flatMap((opened) => [...opened]);
  return { files: [...new Set(files)], observed: ran.every(({ opened }) => opened !== undefined) };
}

/** Texts of what may name files: sources, scripts and lists. */
export async function textsOf({ files, context }: LoadedProgram): Promise<Map<string, string>> {
  const texts = new Map(files);
  const { assets } = context;
  let left = TEXT_CHARACTERS;
  const wanted = (assets?.paths ?? []).filter(
    (path) => isCode(path) || isScript(path) || LISTS.test(posix.basename(path)),
  );
  for (const path of wanted.slice(0, TEXT_FILES)) {
    if (!assets || left <= 0) break;
    const text = Buffer.from(await assets.read(path)).toString('utf8');
    left -= text.length;
    if (!text.includes('\0')) texts.set(path, text);
  }
  return texts;
}
