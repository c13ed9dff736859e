import { ancestorPaths, baseName, parentPath as parent } from '../../files/paths';
import { literalsIn } from './literals';
import { isCode } from './source-kinds';

/** Files and folders of a project that one of its texts names. */
export interface References {
  /** Loaded, run or named one by one. */
  files: ReadonlySet<string>;
  /** Named as a whole: what lies below may be read. */
  folders: ReadonlySet<string>;
}

/** Texts beyond this length are read up to it: what names files stands in sources, and these are smaller. */
const TEXT_LIMIT = 300_000;
const LIST_LIMIT = 64_000;
const TOKEN_LIMIT = 200;
const LITERAL_LIMIT = 4_000;

const ENDINGS = [
  ...['.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.tsx', '.json', '.vue', '.svelte'],
  ...['.py', '.rb', '.php', '.lua', '.ex', '.exs', '.pl', '.pm', '.sh', '.h', '.hpp'],
];
const JVM_IMPORT = /^[ \t]*(?:import|using)[ \t]+(?:static[ \t]+)?([\w.]+)/gm;
const INDEXES = [
  'index.js',
  'index.ts',
  'index.mjs',
  'index.cjs',
  'index.tsx',
  '__init__.py',
  '__main__.py',
  'mod.rs',
];

const WORD = /[^\s"'`;&|()<>,=${}[\]]+/g;
const SPECIFIER =
  /(?:\bfrom\s{0,40}|\bimport\s{0,40}\(?\s{0,40}|\b(?:require(?:_relative)?|requireActual|load|importActual)\s{0,40}(?:\.resolve\s{0,40})?\(?\s{0,40})(['"`])([^'"`\n]{1,1024})\1/g;
const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+([^\n#]+|\([^)]*\))|import[ \t]+([\w., \t]+))/gm;
/** Calls that read folders. A bare name (`'data'`) counts as a folder only beside such a call. */
const READS =
  /\b(?:readFile\w*|readdir\w*|open|opendir|join|resolve|static|sendFile|Path|pathlib|dirname|Dir|File|glob\w*|load\w*|listdir|walk|embed|include_str|ReadFile|ReadDir|TestData)\b/;

/** Finds what texts name among the paths of one project. */
export class ReferenceFinder {
  private readonly byName = new Map<string, string[]>();
  /** Path without its ending → path, the ending that is tried first. */
  private readonly byStem = new Map<string, string>();
  private readonly foldersByName = new Map<string, string[]>();
  private readonly folders = new Set<string>();
  /** Last parts of all that could be meant: most words of a text are none of them. */
  private readonly lastParts = new Set<string>();

  constructor(private readonly paths: ReadonlySet<string>) {
    for (const path of paths) {
      const name = baseName(path);
      add(this.byName, name, path);
      this.lastParts.add(name).add(name.replace(/\.[^.]*$/, ''));
      this.takeStem(path);
      for (let folder = parent(path); folder !== '' && !this.folders.has(folder); folder = parent(folder)) {
        this.folders.add(folder);
        add(this.foldersByName, baseName(folder), folder);
        this.lastParts.add(baseName(folder));
      }
    }
  }

  /** References in the text of a file: imports, and texts and words that are paths. */
  of(path: string, whole: string): References {
    const text = whole.slice(0, isCode(path) ? TEXT_LIMIT : LIST_LIMIT);
    const found = { files: new Set<string>(), folders: new Set<string>() };
    if (!isCode(path)) {
      for (const [word] of text.matchAll(WORD)) this.take(path, word, true, /[*]|\/$/.test(word), found);
      return found;
    }
    const { code, texts } = literalsIn(text, /\.(py|pyw|rb|pl|pm|r|exs?)$/i.test(path));
    for (const [, , specifier = ''] of code.matchAll(SPECIFIER))
      this.take(path, specifier, true, specifier.includes('/'), found);
    if (path.endsWith('.py'))
      for (const module of pythonModules(code)) this.takeModule(path, module, found.files);
    if (/\.(java|kts?|scala|groovy|cs)$/.test(path))
      for (const [, name = ''] of code.matchAll(JVM_IMPORT)) this.takeClass(path, name, found.files);
    const reads = READS.test(code);
    for (const literal of texts)
      for (const part of partsOf(literal)) this.take(path, part, false, reads || part.includes('/'), found);
    found.files.delete(path);
    return found;
  }

  /** The files and folders that a word of a command names. */
  ofWord(folder: string, word: string): References {
    const found = { files: new Set<string>(), folders: new Set<string>() };
    this.take(folder === '' ? '.' : `${folder}/.`, word, true, true, found);
    return found;
  }

  private take(
    from: string,
    given: string,
    isModule: boolean,
    takesFolders: boolean,
    into: { files: Set<string>; folders: Set<string> },
  ): void {
    if (given.length > TOKEN_LIMIT) return;
    const token = given.replace(/^[\s'"]+|(?<![\s'",:;])[\s'",:;]+$/g, '');
    if (token === '' || /^[a-z]+:\/\//i.test(token)) return;
    const isRelative = /^\.{1,2}(\/|$)/.test(token);
    const [fixed = ''] = token.replace(/^(@|~|#)?\//, '').split(/[*?]/, 1);
    const plain = fixed.replace(/(?<!\/)\/+$/, '');
    if (!this.couldMean(plain)) return;
    const sources = /^[@~#]\//.test(token) ? ['src'] : [];
    for (const base of isRelative ? [parent(from), ''] : ['', parent(from), ...sources]) {
      const path = normal(base === '' ? plain : `${base}/${plain}`);
      const file = path === undefined ? undefined : this.file(path, isModule || plain.includes('/'));
      if (file !== undefined) return void into.files.add(file);
    }
    const suffix = plain.replace(/^(\.{1,2}\/)+/, '');
    const same = (this.byName.get(baseName(suffix)) ?? []).filter((path) => endsIn(path, suffix));
    // A name alone means a file wherever it lies, unless very many bear it.
    if (/\w\.\w|^\.\w/.test(baseName(suffix)) && same.length <= 20)
      for (const path of same) into.files.add(path);
    if (same.length > 0 || !takesFolders) return;
    this.takeFolder(suffix, into);
  }

  private couldMean(plain: string): boolean {
    const last = baseName(plain);
    if (this.lastParts.has(last) || /^\.{0,2}$/.test(last)) return true;
    if (this.lastParts.has(last.replace(/\.[cm]?jsx?$/, ''))) return true;
    return plain.includes('/') && this.foldersByName.has(baseName(parent(plain)));
  }

  /** The folder that a path ends in (`example.com/shop/internal/money`), else the one that it is looked for in. */
  private takeFolder(token: string, into: { files: Set<string>; folders: Set<string> }): void {
    for (const path of [token, parent(token)]) {
      const named = this.foldersByName.get(baseName(path)) ?? [];
      for (let suffix = path; suffix !== '' && named.length > 0; suffix = withoutFirst(suffix)) {
        const found = named.filter((folder) => endsIn(folder, suffix));
        for (const folder of found) into.folders.add(folder);
        if (found.length > 0) return;
      }
      // An alias in front: `@app/sum`.
      const bare = withoutFirst(path);
      const file =
        path === token && bare !== '' ? (this.file(bare, true) ?? this.file(`src/${bare}`, true)) : undefined;
      if (file !== undefined) return void into.files.add(file);
    }
  }

  private takeClass(from: string, name: string, into: Set<string>): void {
    const ending = from.slice(from.lastIndexOf('.'));
    const suffix = `${name.replaceAll('.', '/')}${ending}`;
    for (const path of this.byName.get(baseName(suffix)) ?? []) if (endsIn(path, suffix)) into.add(path);
  }

  private file(path: string, isModule: boolean): string | undefined {
    if (this.paths.has(path)) return path;
    if (!isModule || path === '') return undefined;
    const stem = this.byStem.get(path) ?? this.byStem.get(path.replace(/\.[cm]?jsx?$/, ''));
    if (stem !== undefined || !this.folders.has(path)) return stem;
    return INDEXES.map((name) => `${path}/${name}`).find((one) => this.paths.has(one));
  }

  private takeStem(path: string): void {
    const dot = path.lastIndexOf('.');
    const rank = dot < 0 ? -1 : ENDINGS.indexOf(path.slice(dot));
    if (rank < 0) return;
    const known = this.byStem.get(path.slice(0, dot));
    const isFirst = known === undefined || ENDINGS.indexOf(known.slice(dot)) > rank;
    if (isFirst) this.byStem.set(path.slice(0, dot), path);
  }

  /** `a.b` from the file's folder, the folders above it and the usual roots; `.a` from its package. */
  private takeModule(from: string, module: string, into: Set<string>): void {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const path = module.slice(dots).replaceAll('.', '/');
    let base = parent(from);
    for (let up = 1; up < dots; up += 1) base = parent(base);
    const bases =
      dots > 0 ? [base] : ['', 'src', 'lib', ...(base === '' ? [] : [base, ...ancestorPaths(base)])];
    for (const one of bases) {
      const at = [one, path].filter((part) => part !== '').join('/');
      const file = [`${at}.py`, `${at}/__init__.py`, `${at}/__main__.py`].find((each) =>
        this.paths.has(each),
      );
      if (file !== undefined) return void into.add(file);
    }
  }
}

/** Module names that Python code imports; `from a import b` may mean the module `a.b`. */
export function pythonModules(code: string): string[] {
  return [...code.matchAll(PYTHON_IMPORT)].flatMap(([, from, names = '', modules = '']) => {
    const listed = (from === undefined ? modules : names)
      .replace(/[()\\]/g, ' ')
      .split(',')
      .map((name) => name.trim().split(/\s+/)[0] ?? '')
      .filter((name) => name !== '' && name !== '*');
    if (from === undefined) return listed;
    return [from, ...listed.map((name) => (from.endsWith('.') ? from + name : `${from}.${name}`))];
  });
}

/** Literal parts of a text: `fixtures/${name}.json` has two; commands have words. */
function partsOf(literal: string): string[] {
  return literal
    .slice(0, LITERAL_LIMIT)
    .split(/[$#]\{[^}]{0,200}\}|\{\w{0,64}\}|\s+/)
    .filter((part) => part !== '');
}

function withoutFirst(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? '' : path.slice(slash + 1);
}

function endsIn(path: string, suffix: string): boolean {
  return path === suffix || path.endsWith(`/${suffix}`);
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** A path without `.` and `..`; undefined where it leaves the project. */
function normal(path: string): string | undefined {
  if (!/(^|\/)\.{0,2}(\/|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
