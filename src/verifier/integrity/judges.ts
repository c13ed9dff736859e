import { said, type Said } from '../../domain/run/said';
import { posix } from 'node:path';
import { ancestorPaths, parentPath } from '../../domain/files/paths';
import {
  assertsAnything,
  definesTests,
  isJudge,
  mayTell,
  isCode,
  isCompiled,
  isDocument,
  isScript,
} from '../../domain/verification/integrity/judge-text';
import {
  isInProgramFolder,
  isNamedLikeEntry,
  isNamedLikeJudge,
  isNamedLikeMaterial,
  stemOf,
} from '../../domain/verification/integrity/judge-words';
import { protectedReason } from '../../domain/verification/protected-paths';
import type { CheckReport, JudgingFile, Judges } from '../../domain/verification/verification';
import type { LoadedProgram } from '../load-program';

/** Note if it could not be observed which files commands open. */
export const TAKEN_BY_NAME =
  'The file system of the checkouts does not tell which files a check opens, so its judges were found by their names alone.';

/** Checks of a tree before any change. */
export interface JudgesTask {
  /** Test files of the sandbox, and what a configuration says of their set-up. */
  judging: readonly string[];
  /** Calls of the project's test command that run no tests, such as linters: a script that one names judges. */
  steps?: readonly string[];
  checks: readonly CheckReport[];
  /** Files that the failures of commands are in, with their lines. */
  failing: ReadonlyMap<string, number | undefined>;
}

/** Texts that are read beside the sources that the sandbox takes. */
const TEXT_FILES = 3_000;
const TEXT_CHARACTERS = 16 * 1024 * 1024;
const LISTS = /(^|\/)[^./]+$|\.(txt|lst|list|in|csv|ya?ml|toml|ini|cfg|conf|xml|mk|cmake|gradle)$/;

/** Finds the judges of an unchanged tree: what its checks opened, and the program does not own. */
export async function judgesOf(program: LoadedProgram, task: JudgesTask): Promise<Judges> {
  const texts = await textsOf(program);
  const paths = pathsOf(program);
  const opened = openedBy(task.checks, paths);
  const failing = [...task.failing].filter(([path, line]) => !isTold(texts.get(path) ?? '', line));
  const owners = new Owners(texts, opened ?? new Set(paths), new Set(failing.map(([path]) => path)));
  const files = [
    ...task.judging.map((path) => ({ path, why: said`a configuration or a glob names it` })),
    ...namedIn(task.steps ?? [], paths).map((path) => ({
      path,
      why: said`a step of the test command runs it`,
    })),
    ...owners.judgesAmong(paths),
  ].filter(({ path }) => protectedReason(path) === undefined);
  return {
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    folders: judgingFolders(paths, new Set(files.map(({ path }) => path))),
    failing: [...task.failing.keys()].sort(),
    observed: opened !== undefined,
  };
}

function pathsOf({ files, context }: LoadedProgram): string[] {
  return [...new Set([...files.keys(), ...(context.assets?.paths ?? [])])].sort();
}

/** Sources outside of the program's folders that a command names by their path. */
function namedIn(commands: readonly string[], paths: readonly string[]): string[] {
  const words = new Set(
    commands.flatMap((command) => command.split(/[\s"'=;&|]+/)).map((word) => posix.normalize(word)),
  );
  return paths.filter((path) => words.has(path) && !isInProgramFolder(path) && !isNamedLikeEntry(path));
}

/** Tells the program from what judges it. */
class Owners {
  /** Names in quotes and imports of the program: paths by their last part, with and without ending. */
  private readonly names = new Set<string>();
  /** Names in quotes and imports of the tests. */
  private readonly tested: ReadonlySet<string>;
  /** Modules that settings of pytest have it load as plugins. */
  private readonly plugins: ReadonlySet<string>;
  private readonly program = new Set<string>();
  private readonly folders: ReadonlySet<string>;

  constructor(
    private readonly texts: ReadonlyMap<string, string>,
    private readonly opened: ReadonlySet<string>,
    private readonly failing: ReadonlySet<string>,
  ) {
    this.plugins = new Set([...texts].flatMap(([path, text]) => pluginsIn(path, text)));
    const sources = [...texts.keys()].filter((path) => this.isSource(path));
    const subjects = this.subjects();
    const queue = sources.filter((path) => this.isRoot(path) || subjects.has(stemOf(path)));
    const byStem = grouped(sources, stemOf);
    const byFolder = grouped(sources, (path) => posix.basename(parentPath(path)));
    for (const [path, text] of texts)
      if (posix.basename(path) === 'package.json')
        queue.push(...publishedBy(text).flatMap((name) => byStem.get(name) ?? []));
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (this.program.has(path)) continue;
      this.program.add(path);
      for (const name of namesIn(this.text(path))) {
        if (this.names.has(name)) continue;
        this.names.add(name);
        queue.push(...(byStem.get(name) ?? []), ...(byFolder.get(name) ?? []));
      }
    }
    const tests = [...texts].filter(
      ([path, text]) => protectedReason(path) !== undefined || definesTests(path, text),
    );
    this.tested = new Set(tests.flatMap(([, text]) => namesIn(text)));
    this.folders = new Set([...this.program].map(parentPath));
  }

  /** Sources that are named as a test of the project is: what it is for. */
  private subjects(): Set<string> {
    const tests = [...this.texts.keys()].filter((path) => protectedReason(path) === 'is a test');
    return new Set(tests.map((path) => stemOf(path).replace(/^test[-_.]|[-_](?:test|spec|tests)$/g, '')));
  }

  judgesAmong(paths: readonly string[]): JudgingFile[] {
    const found = new Map<string, Said>();
    for (const path of paths) {
      const isSource = isCode(path) || isScript(path, this.text(path));
      const why = isSource ? this.whySource(path) : this.whyData(path);
      if (why !== undefined) found.set(path, why);
    }
    const folders = new Set([...found.keys()].map(parentPath));
    for (const path of paths)
      if (!found.has(path) && folders.has(parentPath(path)) && this.isApart(path))
        found.set(path, said`it lies beside judges and the program does not name it`);
    return [...found].map(([path, why]) => ({ path, why }));
  }

  /** A source that a check opened, in a folder where the program has none, although it has some elsewhere. */
  private isApart(path: string): boolean {
    const folder = parentPath(path);
    const isElsewhere = folder !== '' && !isInProgramFolder(path) && !this.folders.has(folder);
    return (
      isElsewhere && isCode(path) && this.opened.has(path) && this.program.size > 0 && !this.failing.has(path)
    );
  }

  private text(path: string): string {
    return this.texts.get(path) ?? '';
  }

  private isSource(path: string): boolean {
    if (!isCode(path) || protectedReason(path) !== undefined) return false;
    return !definesTests(path, this.text(path)) && !this.isPlugin(path);
  }

  private isPlugin(path: string): boolean {
    return this.plugins.has(path.replace(/(?:\/__init__)?\.py$/, ''));
  }

  /** A source that is the program's by its place, or since the failure is in it. */
  private isRoot(path: string): boolean {
    if (isNamedLikeJudge(path, this.inPackage(path)) || isNamedLikeMaterial(path)) return false;
    if (this.failing.has(path) && !assertsAnything(path, this.text(path))) return true;
    return isInProgramFolder(path) || isCompiled(path) || this.inPackage(path) || isNamedLikeEntry(path);
  }

  /** True for a module of a package of Python. */
  private inPackage(path: string): boolean {
    return path.endsWith('.py') && this.texts.has(`${parentPath(path)}/__init__.py`);
  }

  private whySource(path: string): Said | undefined {
    if (!this.opened.has(path) || this.program.has(path)) return undefined;
    if (this.isPlugin(path)) return said`the tests load it as a plugin`;
    const text = this.text(path);
    const failed = this.failing.has(path);
    if (isNamedLikeMaterial(path) && !failed)
      return said`a check opened it and it is kept where tests keep theirs`;
    if (isJudge(path, text, failed, this.inPackage(path)))
      return said`a check opened it and it can tell of a failure`;
    // A helper of tests has a folder of its own.
    const tells = this.isApart(path) && mayTell(path, text);
    return tells ? said`a check opened it and the program does not name it` : undefined;
  }

  private whyData(path: string): Said | undefined {
    if (isDocument(path) || this.failing.has(path)) return undefined;
    if ([path, parentPath(path)].some((one) => this.names.has(posix.basename(one)))) return undefined;
    if (this.names.has(stemOf(path))) return undefined;
    if (isNamedLikeMaterial(path)) return said`its name says so and the program does not name it`;
    if (isInProgramFolder(path)) return undefined;
    if (this.opened.has(path)) return said`a check opened it and the program does not name it`;
    const isNamed =
      this.tested.has(posix.basename(path)) || this.tested.has(posix.basename(parentPath(path)));
    return isNamed ? said`a test names it and the program does not` : undefined;
  }
}

function grouped(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const known = groups.get(keyOf(path));
    if (known) known.push(path);
    else groups.set(keyOf(path), [path]);
  }
  return groups;
}

/** Stems of the files that a package publishes. */
function publishedBy(text: string): string[] {
  const fields =
    text.match(
      /"(?:main|module|browser|types|bin|exports)"\s{0,8}:\s{0,8}(?:"[^"\n]{0,300}"|\{[^{}]{0,2000}\})/g,
    ) ?? [];
  return fields.flatMap((field) =>
    [...field.matchAll(/"([^"\n]{1,300})"/g)].map(([, path = '']) => stemOf(path)),
  );
}

/** Paths, without ending, of the plugins that a file has pytest load. */
function pluginsIn(path: string, text: string): string[] {
  const isPython = path.endsWith('.py');
  if (!isPython && !/\.(?:ini|cfg|toml)$/.test(path)) return [];
  const told = isPython
    ? (/^pytest_plugins\b[^\n]*(?:\n[ \t)\]][^\n]*)*/m.exec(text)?.[0] ?? '')
    : (/^[ \t]*"?addopts\b[^\n]*(?:\n[ \t][^\n]*)*/m.exec(text)?.[0] ?? '');
  const names = isPython ? told.matchAll(/['"]([\w.]+)['"]/g) : told.matchAll(/(?<!\S)-p[ =]?([\w.]+)/g);
  return [...names].map(([, name = '']) => name.replaceAll('.', '/'));
}

/** Last parts of the paths and modules that a source names. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/(['"`])([^'"`\n]{1,200})\1/g)].map(([, , words = '']) => words);
  const imported = [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+([\w., \t]{1,400})/gm)].flatMap(
    ([, words = '']) => words.split(/[\s,]+/),
  );
  return [...quoted.flatMap((words) => words.split(/[\s\\/:?*]+/)), ...imported].flatMap((word) => {
    const last = word.slice(word.lastIndexOf('/') + 1);
    return [last, stemOf(last), ...last.split('.')].filter((part) => part !== '');
  });
}

/** True where the line of a failure tells of it itself, as a judge does: the error did not come about there. */
function isTold(text: string, line: number | undefined): boolean {
  const told = line === undefined ? undefined : text.split('\n')[line - 1];
  return told !== undefined && mayTell('', told);
}

/** Files that checks opened, those aside that a check read with all there is; undefined where it could not be seen. */
function openedBy(checks: readonly CheckReport[], paths: readonly string[]): Set<string> | undefined {
  const ran = checks.filter(({ end }) => end !== 'not-run');
  if (ran.some(({ opened, kind }) => kind === 'command' && opened === undefined)) return undefined;
  const passive = paths.filter((path) => !isCode(path) && protectedReason(path) === undefined);
  const documents = passive.filter(isDocument);
  const readsAll = (files: ReadonlySet<string>): boolean =>
    documents.some((path) => files.has(path)) &&
    passive.filter((path) => files.has(path)).length >= passive.length * 0.8;
  const sets = ran.map(({ opened }) => new Set(opened?.files));
  return new Set(sets.filter((files) => !readsAll(files)).flatMap((files) => [...files]));
}

/** Folders that hold judges and nothing of the program: what is new there would judge as well. */
function judgingFolders(paths: Iterable<string>, judges: ReadonlySet<string>): string[] {
  const all = new Map<string, boolean>();
  for (const path of paths) {
    const judging = judges.has(path) || protectedReason(path) !== undefined;
    for (const folder of ancestorPaths(path)) all.set(folder, (all.get(folder) ?? true) && judging);
  }
  return [...all]
    .filter(([, judging]) => judging)
    .map(([folder]) => folder)
    .sort();
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
