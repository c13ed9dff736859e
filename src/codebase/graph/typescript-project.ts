import { SCRIPT_PATH } from './read-paths';
import { posix } from 'node:path';
import ts from 'typescript';
import { isAllModifiers, parseFile } from '../parse';
import { globalsOf, settingsFor, type Settings } from '../sources/compiler-options';
import type { Disk } from '../sources/disk';
import { languageHost } from '../sources/language-host';
import type { TreeFiles } from '../sources/tree-files';
import { WorkspacePackages } from '../sources/workspace-packages';

const BUNDLED = /(^|[./-])min\.[cm]?js$/;
/** Scripts above this are data, or made by a program. */
const LONGEST = 1_000_000;
const MOST_SCRIPTS = 20_000;
/** Levels of syntax that the compiler's stack has room for. */
const DEEPEST = 1_000;
/** Settings that change where modules are found; a file's imports follow those of its own project. */
const RESOLVE_SETTINGS = /(^|\/)(package|[tj]sconfig[^/]*)\.json$/;

interface Group {
  settings: Settings;
  cache: ts.ModuleResolutionCache;
}

/** All scripts of a tree in one program, so that calls lead from one package of a workspace into another. */
export class TypeScriptProject {
  readonly service: ts.LanguageService;
  /** Imports as they were resolved: from an absolute name to others. */
  readonly imports = new Map<string, Map<string, string>>();
  private files: TreeFiles | undefined;
  private options: ts.CompilerOptions = {};
  private roots: string[] = [];
  private groups = new Map<string, Group>();
  private packages: WorkspacePackages | undefined;
  private isMoved = false;
  private isLate: () => boolean = () => false;
  /** Hashes of texts that are too deep. */
  private readonly deep = new Set<string>();

  constructor(private readonly disk: Disk) {
    const host = languageHost(disk, {
      options: () => this.options,
      version: () => `${this.tree.tree} ${this.deep.size}`,
      files: () => this.tree,
      roots: () => this.roots,
      isMoved: () => this.isMoved,
      isLate: () => this.isLate(),
      textOf: (text, name) => (this.isLeftOut(text, name) ? '' : text),
    });
    const versionOf = host.getScriptVersion;
    host.getScriptVersion = (name) => `${versionOf(name)}${this.isDeep(name) ? ' left out' : ''}`;
    host.resolveModuleNameLiterals = (literals, from, _redirect, _options, source) =>
      literals.map((literal) => this.resolve(literal, from, source));
    this.service = ts.createLanguageService(host, ts.createDocumentRegistry(true));
  }

  get tree(): TreeFiles {
    if (!this.files) throw new Error('no tree is being looked at');
    return this.files;
  }

  get root(): string {
    return this.disk.root;
  }

  /** Program of the tree, without the files that are too deep for its stack. */
  program(): ts.Program {
    try {
      return this.bound();
    } catch (error) {
      if (!(error instanceof RangeError) || !this.leaveOutDeep()) throw error;
      return this.bound();
    }
  }

  private bound(): ts.Program {
    const program = this.service.getProgram();
    if (!program) throw new Error('the language service has no program');
    // The checker binds all files, which gives each node its parent.
    program.getTypeChecker();
    this.isMoved = false;
    return program;
  }

  /** Notes the files that are nested too deeply; false where there are no new ones. */
  private leaveOutDeep(): boolean {
    const before = this.deep.size;
    for (const name of this.roots) {
      const path = this.disk.inTree(name) ?? '';
      const text = this.tree.text(path) ?? '';
      if (!isHostile(text) && nesting(path, text) > DEEPEST) this.deep.add(this.tree.hash(path) ?? '');
    }
    this.isMoved = true;
    return this.deep.size > before;
  }

  /** Looks at a tree; what did not change since the last one is kept. */
  open(files: TreeFiles, isLate: () => boolean): void {
    this.isLate = isLate;
    if (this.files === files) return;
    const before = this.files;
    this.files = files;
    const isResettled = before === undefined || settingsState(before) !== settingsState(files);
    this.isMoved ||= before !== undefined && (isResettled || !before.hasPathsOf(files));
    if (!this.isMoved && before !== undefined) return;
    const scripts = files.paths.filter(isOwnScript).slice(0, MOST_SCRIPTS);
    this.packages = new WorkspacePackages(files);
    this.imports.clear();
    this.groups = new Map();
    const counts = new Map<Group, number>();
    for (const path of scripts) {
      const group = this.groupOf(path);
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const groups = [...counts].sort(([, a], [, b]) => b - a).map(([group]) => group);
    this.options = sharedOptions(
      groups.map(({ settings }) => settings),
      scripts,
    );
    const globals = groups.flatMap(({ settings: { path } }) =>
      globalsOf(files, this.disk.over(files), this.root, path),
    );
    this.roots = [...new Set([...scripts, ...globals])].map((path) => `${this.root}/${path}`);
  }

  private isLeftOut(text: string, name: string): boolean {
    return this.disk.inTree(name) !== undefined && (this.isDeep(name) || isHostile(text));
  }

  private isDeep(name: string): boolean {
    return this.deep.has(this.tree.hash(this.disk.inTree(name) ?? '') ?? '');
  }

  /** Settings are looked for once for a folder. */
  private groupOf(path: string): Group {
    const folder = `folder ${posix.dirname(path)}`;
    const known = this.groups.get(folder);
    if (known) return known;
    const host = this.disk.over(this.tree);
    const settings = settingsFor(this.tree, host, this.root, path, this.disk.compiler());
    const cache = ts.createModuleResolutionCache(this.root, (name) => name, settings.options);
    const group = this.groups.get(`settings ${settings.path}`) ?? { settings, cache };
    this.groups.set(`settings ${settings.path}`, group);
    this.groups.set(folder, group);
    return group;
  }

  private resolve(
    literal: ts.StringLiteralLike,
    from: string,
    source: ts.SourceFile,
  ): ts.ResolvedModuleWithFailedLookupLocations {
    const own = this.disk.inTree(from);
    const group = own === undefined || !SCRIPT_PATH.test(own) ? undefined : this.groupOf(own);
    const options = group?.settings.options ?? this.options;
    const mode = ts.getModeForUsageLocation(source, literal, options);
    const host = this.moduleHost();
    const found = ts.resolveModuleName(literal.text, from, options, host, group?.cache, undefined, mode);
    const resolved = found.resolvedModule ?? this.inWorkspace(literal.text);
    if (resolved) this.note(from, literal.text, resolved.resolvedFileName);
    return found.resolvedModule ? found : { resolvedModule: resolved };
  }

  private inWorkspace(specifier: string): ts.ResolvedModuleFull | undefined {
    if (/^[./]/.test(specifier)) return undefined;
    const path = this.packages?.resolve(specifier);
    if (path === undefined) return undefined;
    const extension = /\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? ts.Extension.Ts;
    return { resolvedFileName: `${this.root}/${path}`, extension, isExternalLibraryImport: false };
  }

  private note(from: string, specifier: string, to: string): void {
    const imports = this.imports.get(from) ?? new Map<string, string>();
    this.imports.set(from, imports.set(specifier, to));
  }

  private moduleHost(): ts.ModuleResolutionHost {
    const { disk, tree } = this;
    return {
      fileExists: (name) => disk.fileExists(tree, name),
      readFile: (name) => disk.read(tree, name),
      directoryExists: (name) => disk.directoryExists(tree, name),
      getDirectories: (name) => disk.directories(tree, name),
      realpath: (name) => disk.realpath(tree, name),
      getCurrentDirectory: () => disk.root,
      useCaseSensitiveFileNames: true,
    };
  }
}

/** True for scripts of the project that people write. */
function isOwnScript(path: string): boolean {
  return SCRIPT_PATH.test(path) && !BUNDLED.test(path);
}

/** True for texts that the parser would take minutes for, or that no people write. */
function isHostile(text: string): boolean {
  return text.length > LONGEST || isAllModifiers(text);
}

/** Levels of a file's syntax, Infinity where the parser's stack is too small for it. */
function nesting(path: string, text: string): number {
  const parsed = parseFile(path, text);
  if (!parsed) return Infinity;
  let deepest = 0;
  const open: [ts.Node, number][] = [[parsed.source, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    ts.forEachChild(node, (child) => void open.push([child, depth + 1]));
  }
  return deepest;
}

/** Equal where imports are resolved equally. */
function settingsState(files: TreeFiles): string {
  return files.paths
    .filter((path) => RESOLVE_SETTINGS.test(path))
    .map((path) => `${path} ${files.hash(path) ?? ''}`)
    .join('\n');
}

/** Options of the program: those of most scripts, as wide as the others need them. */
function sharedOptions(groups: readonly Settings[], scripts: readonly string[]): ts.CompilerOptions {
  const [most] = groups;
  const options: ts.CompilerOptions = {
    ...(most?.options ?? { target: ts.ScriptTarget.ESNext, noEmit: true }),
  };
  const isWide = groups.some(({ options: { lib } }) => lib === undefined);
  options.lib = isWide ? undefined : [...new Set(groups.flatMap(({ options: { lib = [] } }) => lib))];
  if (scripts.some((path) => /\.[cm]?jsx?$/.test(path))) options.allowJs = true;
  if (scripts.some((path) => /x$/.test(path))) options.jsx ??= ts.JsxEmit.Preserve;
  return options;
}
