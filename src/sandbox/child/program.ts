/** A program as the child sees it: its files, and what a test file pulls in of them and of the project's packages. */
import type { RunConfig } from '../../domain/verification/test-config';
import { CONTENT_MARK, LIBRARY_MARK, withUses } from '../libraries';
import { isPackageFile } from '../links';
import type { Link } from '../links';
import type { BrokenModule, SnapshotEntry, TestDialect } from '../runtime-protocol';
import { contentOf } from './content';
import type { ProgramContent } from './content';
import { packageMocks } from '../resolve';
import { TestSide } from '../test-side';
import type { Context } from './context';
import { Follower } from './dependencies';
import { isPlainScript, namesVitest, prepare } from './prepare';
import type { Preparation, Prepared } from './prepare';
import { ROOT } from './specifiers';
import { takeAssets } from './assets';
import { snapshotsIn } from './snapshot-file';

/** A test file with all modules it may need, as far as they are named literally. */
export interface Bundle {
  testFile: string;
  plainScript: boolean;
  modules: ReadonlyMap<string, Prepared>;
  broken: Record<string, BrokenModule>;
  links: Record<string, Record<string, Link>>;
  /** Names that its modules add to built-ins. */
  added: { name: string; ofPackage: boolean }[];
  testSide: TestSide;
  setupFiles: string[];
  setupFilesAfterEnv: string[];
  snapshotSerializers: string[];
  /** Settings of the project's test runner. */
  run: RunConfig | undefined;
  dialect: TestDialect;
  /** Snapshots of the test file, if it has some. */
  snapshots: SnapshotEntry[] | undefined;
  /** Libraries of stand-ins, those that others are built on first. */
  libraries: string[];
  /** Globals that test files get as parameters, by path. */
  ownGlobals: Record<string, string[]>;
  /** Files for `fs`. Undefined: no module names it. */
  content: ProgramContent | undefined;
}

/** False when it was there already. */
function addTo<T>(set: Set<T>, item: T): boolean {
  const fresh = !set.has(item);
  set.add(item);
  return fresh;
}

/** Requests of a run beyond the static scan: paths, and specifiers by the module that names them. */
export class Extra {
  readonly paths = new Set<string>();
  readonly libraries = new Set<string>();
  /** Files whose content is wanted. */
  readonly contents = new Set<string>();
  private readonly named = new Map<string, Set<string>>();

  addPath(path: string): boolean {
    if (path.startsWith(LIBRARY_MARK)) return addTo(this.libraries, path.slice(LIBRARY_MARK.length));
    if (path.startsWith(CONTENT_MARK)) return addTo(this.contents, path.slice(CONTENT_MARK.length));
    return addTo(this.paths, path);
  }

  addSpecifier(from: string, specifier: string): boolean {
    const specifiers = this.named.get(from) ?? new Set();
    this.named.set(from, specifiers);
    return addTo(specifiers, specifier);
  }

  specifiersOf(from: string): string[] {
    return [...(this.named.get(from) ?? [])];
  }
}

/** A tree has no packages of its own: a candidate that writes one could pass for a helper of the tests. */
function withoutPackages(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  for (const path of files.keys())
    if (isPackageFile(path)) return new Map([...files].filter(([name]) => !isPackageFile(name)));
  return files;
}

/** Modules of one folder that are taken at once, and contents of files. */
const MAX_NEIGHBOURS = 500;
const MAX_CONTENTS = 100;

/** Files of the same folder. */
function beside(path: string, paths: readonly string[]): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return paths.filter((other) => other.startsWith(folder) && !other.includes('/', folder.length));
}

/** Files of a program; variants replace some of them. */
export class Program {
  readonly files: ReadonlyMap<string, string>;
  readonly paths: string[];
  /** The project's own stand-ins for packages, by name. */
  readonly mocks: ReadonlyMap<string, string>;
  private readonly follower: Follower;

  constructor(
    given: ReadonlyMap<string, string>,
    readonly context: Context,
  ) {
    const files = withoutPackages(given);
    this.files = files;
    this.paths = [...files.keys()];
    this.mocks = packageMocks(this.paths);
    this.follower = new Follower(files, context, this.mocks);
  }

  with(changes: ReadonlyMap<string, string>): Program {
    return new Program(new Map([...this.files, ...changes]), this.context);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** The modules beside one that was named at run time, or files beside one that was read: more of them will follow. */
  neighbours(path: string): string[] {
    if (!path.startsWith(CONTENT_MARK))
      return this.has(path) ? beside(path, this.paths).slice(0, MAX_NEIGHBOURS) : [];
    const files = beside(path.slice(CONTENT_MARK.length), [...this.paths, ...this.context.assetPaths]);
    return files.slice(0, MAX_CONTENTS).map((file) => CONTENT_MARK + file);
  }

  /** The test file and everything it reaches by literal names, and `extra`, which a run asked for. */
  bundle(testFile: string, options: { coverage: boolean; extra?: Extra }): Bundle {
    return new Bundler(this, this.follower, testFile, options).bundle();
  }
}

/** Gathers the modules of one test file, level by level. */
class Bundler {
  private readonly modules = new Map<string, Prepared>();
  private readonly broken: Record<string, BrokenModule> = {};
  private readonly links: Record<string, Record<string, Link>> = {};
  private readonly plainScript: boolean;
  private readonly testSide: TestSide;
  private readonly configured: Pick<Bundle, 'setupFiles' | 'setupFilesAfterEnv' | 'snapshotSerializers'>;

  constructor(
    private readonly program: Program,
    private readonly follower: Follower,
    private readonly testFile: string,
    private readonly options: { coverage: boolean; extra?: Extra },
  ) {
    this.plainScript = isPlainScript(program.files.get(testFile) ?? '');
    const { config } = program.context;
    this.configured = {
      setupFiles: this.resolveAll(config?.setupFiles),
      setupFilesAfterEnv: this.resolveAll(config?.setupFilesAfterEnv),
      snapshotSerializers: this.resolveAll(config?.snapshotSerializers),
    };
    this.testSide = new TestSide(testFile, Object.values(this.configured).flat());
  }

  /** Paths of configured modules; a specifier that leads nowhere stays as it is, and loading it fails. */
  private resolveAll(specifiers: readonly string[] = []): string[] {
    return specifiers.map((specifier) => {
      const { links } = this.follower.followOne({ path: ROOT, esm: false }, specifier);
      const link = Object.hasOwn(links, specifier) ? links[specifier] : undefined;
      if (link && 'path' in link) return link.path;
      const message = link?.missing ?? 'it is a module of Node or of the tests; configure a file.';
      this.broken[specifier] = { message, missing: true };
      return specifier;
    });
  }

  bundle(): Bundle {
    let level = [
      this.testFile,
      ...Object.values(this.configured).flat(),
      ...(this.options.extra?.paths ?? []),
    ];
    while (level.length > 0) level = this.follow(level.flatMap((path) => this.load(path)));
    return {
      testFile: this.testFile,
      plainScript: this.plainScript,
      modules: this.modules,
      broken: this.broken,
      links: this.links,
      added: [...this.modules.values()].flatMap(({ added, path }) =>
        added.map((name) => ({ name, ofPackage: isPackageFile(path) })),
      ),
      testSide: this.testSide,
      ...this.configured,
      run: this.program.context.config?.run,
      dialect: this.dialect(),
      snapshots: snapshotsOf(this.testFile, this.program.files, this.program.context),
      ownGlobals: this.ownGlobals(),
      ...this.libraries(),
    };
  }

  private ownModules(): Prepared[] {
    return [...this.modules.values()].filter(({ path }) => !isPackageFile(path));
  }

  private ownGlobals(): Record<string, string[]> {
    const modules = [...this.modules.values()];
    const own = this.ownModules().filter(({ path }) => this.testSide.has(path));
    const open = new Set([
      ...[...own, ...modules.filter(({ path }) => isPackageFile(path))].flatMap(
        ({ globals }) => globals.replaced,
      ),
      ...Object.keys(this.program.context.config?.run.globals ?? {}),
    ]);
    return Object.fromEntries(
      own.map(({ path, globals }) => [path, globals.mentioned.filter((name) => !open.has(name))]),
    );
  }

  private dialect(): TestDialect {
    const { context, files } = this.program;
    const usesVitest = context.config?.runner === 'vitest' || namesVitest(files.get(this.testFile) ?? '');
    return usesVitest ? 'vitest' : 'jest';
  }

  private libraries(): Pick<Bundle, 'libraries' | 'content'> {
    const { extra } = this.options;
    const named = [...this.modules.values()].flatMap((module) => module.libraries);
    const libraries = [...new Set([...named, ...[...(extra?.libraries ?? [])].flatMap(withUses)])];
    if (!libraries.includes('fs')) return { libraries, content: undefined };
    return {
      libraries,
      content: contentOf(this.program, this.modules.values(), extra?.contents ?? new Set()),
    };
  }

  private load(path: string): Prepared[] {
    if (this.modules.has(path) || Object.hasOwn(this.broken, path)) return [];
    const result = this.prepare(path);
    if (!result) return [];
    if ('broken' in result) {
      this.broken[path] = result.broken;
      return [];
    }
    this.modules.set(path, result);
    return [result];
  }

  private prepare(path: string): Preparation | undefined {
    const { files, context } = this.program;
    const source = files.get(path);
    const compiler = context.config?.compiler;
    if (source !== undefined) {
      const options = {
        compiler,
        coverage: this.isCounted(path),
        plainScript: this.plainScript && path === this.testFile,
      };
      return prepare(path, source, this.testSide.has(path), options);
    }
    const text = context.packages.text(path);
    if (text === undefined) return undefined;
    const known = context.packages.prepared.get(path) ?? prepare(path, text, this.testSide.has(path));
    context.packages.prepared.set(path, known);
    return known;
  }

  private isCounted(path: string): boolean {
    if (!this.options.coverage || path.endsWith('.json') || isPackageFile(path)) return false;
    return !this.testSide.has(path) || (this.plainScript && path === this.testFile);
  }

  /** The next level: what the modules name, and what was asked of them while they ran. */
  private follow(modules: readonly Prepared[]): string[] {
    const next: string[] = [];
    this.follower.follow(modules).forEach(({ paths, links }, index) => {
      const module = modules[index];
      if (!module) return;
      next.push(...paths);
      this.links[module.path] = links;
      for (const specifier of this.options.extra?.specifiersOf(module.path) ?? []) {
        const added = this.follower.followOne(module, specifier);
        next.push(...added.paths);
        this.links[module.path] = { ...this.links[module.path], ...added.links };
      }
    });
    return next;
  }
}

/** Path at which jest and vitest keep the snapshots of a test file. */
function snapshotPath(testFile: string): string {
  return testFile.replace(/(?<![^/])([^/]+)$/, '__snapshots__/$1.snap');
}

/** The text of a test file's snapshots, among the program's files or its tree's assets; undefined when it has none. */
function snapshotsOf(
  testFile: string,
  files: ReadonlyMap<string, string>,
  context: Context,
): SnapshotEntry[] | undefined {
  const path = snapshotPath(testFile);
  const own = files.get(path);
  if (own !== undefined) return snapshotsIn(own);
  const [asset] = takeAssets(context, [path]);
  return asset && snapshotsIn(Buffer.from(asset[1], 'base64').toString('utf8'));
}
