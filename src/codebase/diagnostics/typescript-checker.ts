import ts from 'typescript';
import { isAllModifiers } from '../modifiers';
import { globalsOf, isScript, settingsFor, type Settings } from '../sources/compiler-options';
import { Disk } from '../sources/disk';
import { languageHost } from '../sources/language-host';
import { withoutPackages } from './missing-packages';
import type { Problem } from './protocol';
import type { TreeFiles } from '../sources/tree-files';

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
    const host = this.disk.over(files);
    const settings = settingsFor(files, host, this.disk.root, path, this.disk.compiler());
    const service = this.serviceFor(settings, isScript(path));
    const globals = globalsOf(files, host, this.disk.root, settings.path);
    return service.problemsOf(files, globals, path, isLate);
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
    globals: readonly string[],
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
    return this.disk.knowsPackages ? problems : withoutPackages(problems);
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
    return languageHost(this.disk, {
      options: () => this.options,
      version: () => String(this.version),
      files: () => {
        if (!this.files) throw new Error('no tree is being looked at');
        return this.files;
      },
      roots: () => this.roots,
      isMoved: () => this.isMoved,
      isLate: () => this.isLate(),
    });
  }
}
