import { posix } from 'node:path';
import ts from 'typescript';
import { isAllModifiers } from '../modifiers';
import { isScript, settingsFor, type Settings } from './compiler-options';
import { withoutPackages } from './missing-packages';
import type { Problem } from './protocol';
import type { TreeFiles } from './tree-files';

const MOST_SERVICES = 3;
/** Errors of the sources of one project, by TypeScript's language service; it keeps what has not changed. */
export class TypeScriptChecker {
  private readonly services = new Map<string, ProjectService>();
  private readonly disk: Disk;

  /** `directory`: where the packages are. */
  constructor(directory: string | undefined) {
    this.disk = new Disk(directory);
  }

  /** Problems of a file; undefined where it can't be looked at. */
  problemsOf(files: TreeFiles, path: string, isLate: () => boolean): Problem[] | undefined {
    const text = files.text(path);
    if (text === undefined || isAllModifiers(text)) return undefined;
    const settings = settingsFor(files, this.disk.over(files), this.disk.root, path, this.disk.compiler());
    const service = this.serviceFor(settings, isScript(path));
    return service.problemsOf(files, settings, path, isLate);
  }

  private serviceFor(settings: Settings, scripts: boolean): ProjectService {
    const key = JSON.stringify([settings.path, scripts, settings.options]);
    const known = this.services.get(key) ?? new ProjectService(this.disk, settings.options);
    this.services.delete(key);
    this.services.set(key, known);
    for (const [oldest, service] of this.services) {
      if (this.services.size <= MOST_SERVICES) break;
      service.dispose();
      this.services.delete(oldest);
    }
    return known;
  }
}

/** Files as a compiler sees them: the tree's, TypeScript's own, and those of installed packages; nothing else of the disk. */
class Disk {
  readonly root: string;
  readonly hasPackages: boolean;
  private readonly library = posix.dirname(ts.getDefaultLibFilePath({}));

  constructor(directory: string | undefined) {
    this.root = directory ?? '/project';
    this.hasPackages = directory !== undefined && ts.sys.directoryExists(`${directory}/node_modules`);
  }

  /** Major version of the project's own compiler. */
  compiler(): number | undefined {
    const text = this.hasPackages
      ? ts.sys.readFile(`${this.root}/node_modules/typescript/package.json`)
      : undefined;
    const version = /"version"\s*:\s*"(\d{1,4})\./.exec(text ?? '')?.[1];
    return version === undefined ? undefined : Number(version);
  }

  /** True for what is read from the disk: packages below the root, and the compiler's library. */
  isOutside(path: string): boolean {
    if (path.startsWith(`${this.library}/`)) return true;
    return this.hasPackages && path.startsWith(`${this.root}/`) && /\/node_modules(\/|$)/.test(path);
  }

  /** Path in the tree; undefined where it is none. */
  inTree(path: string): string | undefined {
    if (path === this.root) return '';
    return path.startsWith(`${this.root}/`) ? path.slice(this.root.length + 1) : undefined;
  }

  /** The real path, where it is one that may be read: packages of a workspace are links into it. */
  realpath(path: string): string {
    if (!this.isOutside(path)) return path;
    const real = ts.sys.realpath?.(path) ?? path;
    return this.isOutside(real) || this.inTree(real) !== undefined ? real : path;
  }

  /** What settings are read through. */
  over(files: TreeFiles): ts.ParseConfigHost {
    return {
      useCaseSensitiveFileNames: true,
      // Files are taken in one by one, when they are asked for.
      readDirectory: () => [],
      fileExists: (path) => this.fileExists(files, path),
      readFile: (path) => this.read(files, path),
    };
  }

  fileExists(files: TreeFiles, path: string): boolean {
    if (this.isOutside(path)) return ts.sys.fileExists(path);
    const inTree = this.inTree(path);
    return inTree !== undefined && files.hash(inTree) !== undefined;
  }

  read(files: TreeFiles, path: string): string | undefined {
    if (this.isOutside(path)) return ts.sys.readFile(path);
    const inTree = this.inTree(path);
    return inTree === undefined ? undefined : files.text(inTree);
  }

  directoryExists(files: TreeFiles, path: string): boolean {
    if (this.isOutside(path)) return ts.sys.directoryExists(path);
    const inTree = this.inTree(path);
    return inTree !== undefined && files.isFolder(inTree);
  }

  directories(files: TreeFiles, path: string): string[] {
    if (this.isOutside(path)) return ts.sys.getDirectories(path);
    const inTree = this.inTree(path);
    return inTree === undefined ? [] : files.foldersIn(inTree);
  }
}

/** A language service for the files of one set of options. */
class ProjectService {
  private files: TreeFiles | undefined;
  private roots: string[] = [];
  private isLate: () => boolean = () => false;
  /** The tree has other paths than the one before: what was found nowhere may be there now. */
  private isMoved = false;
  private version = 0;
  private readonly service: ts.LanguageService;

  constructor(
    private readonly disk: Disk,
    private readonly options: ts.CompilerOptions,
  ) {
    this.service = ts.createLanguageService(this.host());
  }

  problemsOf(
    files: TreeFiles,
    { globals }: Settings,
    path: string,
    isLate: () => boolean,
  ): Problem[] | undefined {
    const { root } = this.disk;
    const name = `${root}/${path}`;
    this.isLate = isLate;
    this.isMoved = this.files !== undefined && !this.files.hasPathsOf(files);
    this.files = files;
    this.roots = [...new Set([name, ...globals.map((one) => `${root}/${one}`)])];
    this.version += 1;
    const found = [
      ...this.service.getSyntacticDiagnostics(name),
      ...this.service.getSemanticDiagnostics(name),
    ];
    const problems = found.flatMap((one) => this.problem(path, one) ?? []);
    return this.disk.hasPackages ? problems : withoutPackages(problems);
  }

  dispose(): void {
    this.service.dispose();
  }

  private problem(path: string, found: ts.Diagnostic): Problem | undefined {
    if (found.category !== ts.DiagnosticCategory.Error) return undefined;
    const place = found.file?.getLineAndCharacterOfPosition(found.start ?? 0);
    const message = ts
      .flattenDiagnosticMessageText(found.messageText, ' ')
      .replaceAll(`${this.disk.root}/`, '')
      .replace(/\s+/g, ' ');
    return {
      path,
      line: (place?.line ?? 0) + 1,
      column: (place?.character ?? 0) + 1,
      message: message.slice(0, 600),
      code: `TS${found.code}`,
    };
  }

  private host(): ts.LanguageServiceHost {
    const { disk } = this;
    const files = (): TreeFiles => {
      if (!this.files) throw new Error('no tree is being looked at');
      return this.files;
    };
    return {
      getCompilationSettings: () => this.options,
      getProjectVersion: () => String(this.version),
      getScriptFileNames: () => this.roots,
      getScriptVersion: (name) => files().hash(disk.inTree(name) ?? '') ?? 'installed',
      getScriptSnapshot: (name) => {
        const text = disk.read(files(), name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => disk.root,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      useCaseSensitiveFileNames: () => true,
      fileExists: (name) => disk.fileExists(files(), name),
      readFile: (name) => disk.read(files(), name),
      directoryExists: (name) => disk.directoryExists(files(), name),
      getDirectories: (name) => disk.directories(files(), name),
      realpath: (name) => disk.realpath(name),
      getCancellationToken: () => ({ isCancellationRequested: () => this.isLate() }),
      // Not in the public types of the host, but read by the service.
      ...{ hasInvalidatedResolutions: (name: string) => this.isMoved && disk.inTree(name) !== undefined },
    };
  }
}
