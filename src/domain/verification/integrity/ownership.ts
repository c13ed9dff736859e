import { ancestorPaths, parentPath } from '../../files/paths';
import { protectedReason } from '../protected-paths';
import type { JudgingFile } from '../verification';
import { callsAsCheck } from './check-calls';
import { assertsAnything, definesTests, isJudge, mayTell } from './judge-text';
import {
  isInProgramFolder,
  isNamedLikeEntry,
  isNamedLikeJudge,
  isNamedLikeMaterial,
  stemOf,
} from './judge-words';
import { ReferenceFinder, type References } from './references';
import { isCode, isCompiled, isDocument, isScript } from './source-kinds';

/** Owners of the project's files, as far as a repair must know them. */
export interface Ownership {
  /** Not the program's: a repair may not change them. */
  judges: JudgingFile[];
  /** Files that are program and judge at once: changes of them are reported. */
  shared: JudgingFile[];
}

/** Facts on a project before any change. */
export interface Ground {
  paths: ReadonlySet<string>;
  /** Texts of sources, scripts and lists. Of other files the path alone counts. */
  texts: ReadonlyMap<string, string>;
  /** Judges that are known: tests, what a configuration names, what a check runs. */
  judges: readonly JudgingFile[];
  /** Files that checks name: the program, or data that it is run on. */
  named: ReadonlySet<string>;
  /** Files that the program begins with, by its manifests. */
  entries: ReadonlySet<string>;
  /** Files that checks opened, where that could be seen; checks that read all there is tell nothing. */
  opened: ReadonlySet<string>;
  /** Files that failures are in. */
  failing: ReadonlySet<string>;
}

/**
 * Decides who owns the files. The program owns files that its entries, its source folders and the subjects of its tests
 * reach, and files that these name. A judge is a file that judges load, read, run or name, and the program does not.
 */
export function ownershipOf(ground: Ground): Ownership {
  return new Owners(ground).decide();
}

class Owners {
  private readonly finder: ReferenceFinder;
  private readonly protected = new Map<string, boolean>();
  private readonly followed = new Set<string>();
  private readonly below: ReadonlyMap<string, readonly string[]>;
  private readonly references = new Map<string, References>();
  private readonly judges = new Map<string, string>();
  private readonly shared = new Map<string, string>();
  private readonly program: ReadonlySet<string>;
  /** Paths that the program's sources name. */
  private readonly data: { files: ReadonlySet<string>; folders: ReadonlySet<string> };

  constructor(private readonly ground: Ground) {
    this.finder = new ReferenceFinder(ground.paths);
    this.below = pathsByFolder(ground.paths);
    for (const { path, why } of ground.judges) this.judges.set(path, why);
    this.program = this.reachedFrom(this.programRoots());
    const seen = [...this.program].map((path) => this.refs(path));
    this.data = {
      files: new Set(seen.flatMap(({ files }) => [...files])),
      folders: new Set(seen.flatMap(({ folders }) => [...folders])),
    };
  }

  decide(): Ownership {
    const queue = [...this.judges.keys()];
    for (let judge = queue.pop(); judge !== undefined; judge = queue.pop()) queue.push(...this.follow(judge));
    for (const path of [...this.ground.paths].sort()) {
      const why = this.known(path) ? undefined : this.whyUnnamed(path);
      if (why === undefined) continue;
      this.judges.set(path, why);
      for (let more = this.follow(path); more.length > 0;) more = more.flatMap((one) => this.follow(one));
    }
    return { judges: listed(this.judges), shared: listed(this.shared) };
  }

  /** Takes in what a judge uses. Resolves to the judges that are new. */
  private follow(judge: string): string[] {
    const { files, folders } = this.refs(judge);
    const fresh: string[] = [];
    for (const path of [...files, ...this.newlyBelow(folders)]) {
      if (this.known(path)) continue;
      const verdict = this.usedBy(judge, path, files.has(path));
      if (verdict === 'judge') {
        this.judges.set(path, `${judge} uses it and the program does not`);
        fresh.push(path);
      } else if (verdict === 'shared') this.shared.set(path, `the program and ${judge} both use it`);
      else if (verdict === 'unclear')
        this.shared.set(path, `no source uses it but ${judge} does, and it can tell of a failure`);
    }
    return fresh;
  }

  /** Paths below folders that no judge has named yet; it makes no difference which judge names them. */
  private newlyBelow(folders: ReadonlySet<string>): string[] {
    const fresh = [...folders].filter((folder) => !this.followed.has(folder));
    for (const folder of fresh) this.followed.add(folder);
    return fresh.flatMap((folder) => this.below.get(folder) ?? []);
  }

  /** Whose a file is that a judge uses. `byName`: it is named itself, not only its folder. */
  private usedBy(judge: string, path: string, byName: boolean): 'judge' | 'shared' | 'unclear' | undefined {
    if (isCode(path) || isScript(path, this.text(path)))
      return byName || !this.program.has(path) ? this.codeUsedBy(judge, path) : undefined;
    if (isDocument(path) && !byName) return undefined;
    if (this.isNamedByProgram(path)) return 'shared';
    return byName || !isInProgramFolder(path) || isNamedLikeMaterial(path) ? 'judge' : undefined;
  }

  private codeUsedBy(judge: string, path: string): 'judge' | 'shared' | 'unclear' | undefined {
    const text = this.text(path);
    const asserts = definesTests(path, text) || assertsAnything(path, text);
    const telling = isNamedLikeJudge(path, this.inPackage(path)) || isNamedLikeMaterial(path);
    if (this.program.has(path)) {
      if (this.ground.entries.has(path)) return undefined;
      if (this.data.files.has(path)) return telling ? 'shared' : undefined;
      const checks = mayTell(path, text) && callsAsCheck(this.text(judge), path);
      return telling || asserts || checks ? 'unclear' : undefined;
    }
    const failed = this.ground.failing.has(path) && !asserts;
    if (failed && !(telling && mayTell(path, text))) return undefined;
    if (asserts || telling) return 'judge';
    if (!isCode(judge) && this.isRunAsJudge(judge, path)) return 'judge';
    // A script that runs the program judges it, where programs do not keep theirs.
    const runs = isScript(path, text) && [...this.refs(path).files].some((one) => this.isSubject(one));
    if (runs && !isInProgramFolder(path)) return 'judge';
    const subjects = [...this.refs(judge).files].filter((one) => one !== path && this.isSubject(one));
    const beside = (one: string): boolean => parentPath(one) === parentPath(path);
    if (subjects.some((one) => this.program.has(one) && !beside(one))) return 'judge';
    return subjects.length > 0 && mayTell(path, text) ? 'unclear' : undefined;
  }

  /** True if a script or list runs the file, which then counts as run by a check. Settings only load files beside tests. */
  private isRunAsJudge(by: string, path: string): boolean {
    const isSetting = this.isProtected(by) && !isScript(by, this.text(by));
    return (isSetting && !isInProgramFolder(path)) || isJudge(path, this.text(path), false);
  }

  /** True for a module of a package of Python. */
  private inPackage(path: string): boolean {
    return path.endsWith('.py') && this.ground.paths.has(`${parentPath(path)}/__init__.py`);
  }

  /** Code that a judge may be judging. */
  private isSubject(path: string): boolean {
    return isCode(path) && !this.judges.has(path) && !this.isProtected(path);
  }

  /** Reason why a file judges although no judge names it. Undefined: it does not judge. */
  private whyUnnamed(path: string): string | undefined {
    const text = this.text(path);
    if (isCode(path) || isScript(path, text)) {
      if (!this.ground.opened.has(path) || this.program.has(path) || this.ground.named.has(path))
        return undefined;
      if (isInProgramFolder(path) || this.ground.failing.has(path)) return undefined;
      return isJudge(path, text, false, this.inPackage(path))
        ? 'a check opened it and the program does not'
        : undefined;
    }
    if (isDocument(path) || this.ground.failing.has(path)) return undefined;
    if (this.isNamedByProgram(path)) {
      if (isNamedLikeMaterial(path))
        this.shared.set(path, 'the program names it, and it is kept where tests keep theirs');
      return undefined;
    }
    if (isNamedLikeMaterial(path)) return 'its name says so and the program does not use it';
    if (isInProgramFolder(path)) {
      if (this.ground.opened.has(path))
        this.shared.set(path, 'a check opened it and no source of the program names it');
      return undefined;
    }
    if (this.ground.named.has(path)) return 'a check names it';
    return this.ground.opened.has(path) ? 'a check opened it and the program does not name it' : undefined;
  }

  private isNamedByProgram(path: string): boolean {
    return this.data.files.has(path) || isBelowAny(path, this.data.folders);
  }

  private known(path: string): boolean {
    return this.judges.has(path) || this.isProtected(path);
  }

  private isProtected(path: string): boolean {
    let answer = this.protected.get(path);
    if (answer === undefined) {
      answer = protectedReason(path) !== undefined;
      this.protected.set(path, answer);
    }
    return answer;
  }

  /** Sources that are the program's without anyone loading them. */
  private programRoots(): string[] {
    const subjects = new Set([...this.ground.paths].filter((path) => this.isProtected(path)).map(subjectOf));
    return [...this.ground.paths].filter((path) => {
      if (!isCode(path) && !isScript(path, this.text(path))) return false;
      if (this.judges.has(path) || this.isProtected(path)) return false;
      if (this.ground.entries.has(path)) return true;
      if (isNamedLikeJudge(path) || isNamedLikeMaterial(path)) return false;
      const text = this.text(path);
      if (definesTests(path, text)) return false;
      if (this.ground.failing.has(path) && !assertsAnything(path, text)) return true;
      if (isInProgramFolder(path) || isCompiled(path) || this.isInPackage(path)) return true;
      return isCode(path) && (isNamedLikeEntry(path) || subjects.has(stemOf(path)));
    });
  }

  /** Python: a folder with `__init__.py`. */
  private isInPackage(path: string): boolean {
    return path.endsWith('.py') && this.ground.paths.has(`${parentPath(path)}/__init__.py`);
  }

  private reachedFrom(roots: readonly string[]): Set<string> {
    const reached = new Set(roots);
    const queue = [...roots];
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      for (const next of this.loadedBy(path)) {
        if (reached.has(next) || this.judges.has(next) || this.isProtected(next)) continue;
        if (!isCode(next) && !isScript(next, this.text(next))) continue;
        reached.add(next);
        queue.push(next);
      }
    return reached;
  }

  /** Languages whose files are built together load folders. */
  private loadedBy(path: string): string[] {
    const { files, folders } = this.refs(path);
    if (!isCompiled(path)) return [...files];
    const below = [...folders].flatMap((folder) => this.below.get(folder) ?? []);
    return [...files, ...below.filter((one) => isCompiled(one) && folders.has(parentPath(one)))];
  }

  private refs(path: string): References {
    let found = this.references.get(path);
    if (!found) {
      found = this.finder.of(path, this.text(path));
      this.references.set(path, found);
    }
    return found;
  }

  private text(path: string): string {
    return this.ground.texts.get(path) ?? '';
  }
}

/** The name of what a test is for, by the name of the test. */
function subjectOf(path: string): string {
  return stemOf(path).replace(/^test[-_.]|[-_](test|spec|tests)$|(?<=[a-z\d])(Tests?|Spec|IT)$/g, '');
}

function isProtected(path: string): boolean {
  return protectedReason(path) !== undefined;
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  return folders.size > 0 && ancestorPaths(path).some((folder) => folders.has(folder));
}

function pathsByFolder(paths: Iterable<string>): Map<string, string[]> {
  const below = new Map<string, string[]>();
  for (const path of paths)
    for (const folder of ancestorPaths(path)) {
      const known = below.get(folder);
      if (known) known.push(path);
      else below.set(folder, [path]);
    }
  return below;
}

function listed(files: ReadonlyMap<string, string>): JudgingFile[] {
  return [...files].map(([path, why]) => ({ path, why })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Folders that hold judges and nothing of the program: what is new there would judge as well. */
export function judgingFolders(paths: Iterable<string>, judges: ReadonlySet<string>): string[] {
  const all = new Map<string, boolean>();
  for (const path of paths) {
    const judging = judges.has(path) || isProtected(path);
    for (const folder of ancestorPaths(path)) all.set(folder, (all.get(folder) ?? true) && judging);
  }
  return [...all]
    .filter(([, judging]) => judging)
    .map(([folder]) => folder)
    .sort();
}
