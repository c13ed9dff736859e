import ts from 'typescript';
import { isAllModifiers } from '../parse';
import { globalsOf, isScript, settingsFor, type Settings } from '../sources/compiler-options';
import { Disk } from '../sources/disk';
import { languageHost } from '../sources/language-host';
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

/** Globals of Node.js and of test runners, which packages of types declare. */
const GLOBALS: ReadonlySet<string> = new Set([
  ...['describe', 'it', 'test', 'expect', 'jest', 'vi', 'suite', 'assert', 'sinon', 'chai', 'cy', 'context'],
  ...['beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'before', 'after', 'xit', 'xdescribe', 'fit'],
  ...['process', 'Buffer', 'require', 'module', 'exports', 'global', 'NodeJS', 'JSX', 'React', 'Bun', 'Deno'],
  ...['__dirname', '__filename', 'setImmediate', 'clearImmediate', 'Express', '$', 'jQuery'],
]);

/** A name that is not known: 2580 to 2593 are names for which TypeScript itself says which package declares them. */
const NAMES: ReadonlySet<string> = new Set(['TS2304', 'TS2503', 'TS2552', 'TS2708', 'TS2686']);
const DECLARED_BY_PACKAGES = /^TS(?:258[0-2]|2591|2592|2593|2688|2875|7026)$/;
const MODULES: ReadonlySet<string> = new Set(['TS2307', 'TS2792', 'TS7016', 'TS2882']);
/** Errors that follow where the type of something imported is not known. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  'TS7005',
  'TS7006',
  'TS7031',
  'TS7034',
  'TS2347',
  'TS7053',
]);

/** Problems without those that come of packages which are not on this machine, whatever the code says. */
function withoutPackages(problems: readonly Problem[]): Problem[] {
  const missing = problems.filter(isOfPackages);
  const imports = missing.some(({ code = '' }) => MODULES.has(code) || DECLARED_BY_PACKAGES.test(code));
  return problems.filter(
    (problem) => !missing.includes(problem) && !(imports && CONSEQUENCES.has(problem.code ?? '')),
  );
}

function isOfPackages({ code = '', message }: Problem): boolean {
  if (DECLARED_BY_PACKAGES.test(code)) return true;
  const named = /'([^']{1,300})'/.exec(message)?.[1] ?? '';
  if (MODULES.has(code)) return !/^[./]/.test(named);
  return NAMES.has(code) && GLOBALS.has(named);
}
