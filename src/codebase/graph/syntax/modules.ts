/** Files that a module's name means, by the rules of each language. */
import { posix } from 'node:path';
import { joinPath, parentPath } from '../../../domain/files/paths';
import type { CodeLanguage } from '../../navigation/types';
import type { SyntaxSources } from './sources';

/** Module: the files it is made of, and the container of its names in them. */
export interface Module {
  files: readonly string[];
  container: string;
  /** Name that was asked for, to look for inner modules. */
  name: string;
}

/** Finds modules in the paths of one tree. */
export class Modules {
  private readonly folders = new Map<string, string[]>();
  /** Paths without their end, by their last part. */
  private readonly stems = new Map<string, string[]>();
  private readonly prefixes: { folder: string; prefix: string }[] = [];
  private readonly crates = new Map<string, string>();
  private readonly known = new Map<string, Module | undefined>();

  constructor(private readonly sources: SyntaxSources) {
    for (const path of sources.paths) {
      const folder = parentPath(path);
      this.folders.set(folder, [...(this.folders.get(folder) ?? []), path]);
      const stem = path.replace(/(\/__init__)?\.\w{1,4}$/, '');
      const last = posix.basename(stem);
      this.stems.set(last, [...(this.stems.get(last) ?? []), path]);
    }
    for (const folder of this.foldersUp()) this.readManifests(folder);
  }

  /** Files of a folder that a grammar reads. */
  inFolder(folder: string): readonly string[] {
    return this.folders.get(folder) ?? [];
  }

  /** Module of a name as a file sees it; undefined for those of other people. `inside`: inline module of the import. */
  find(language: CodeLanguage, from: string, name: string, inside = ''): Module | undefined {
    const key = `${language} ${parentPath(from)} ${language === 'rust' ? `${from} ${inside}` : ''} ${name}`;
    if (!this.known.has(key)) this.known.set(key, this.look(language, from, name, inside));
    return this.known.get(key);
  }

  private look(language: CodeLanguage, from: string, name: string, inside: string): Module | undefined {
    if (language === 'python') return this.python(from, name);
    if (language === 'go') return this.go(name);
    if (language === 'rust') return this.rust(from, name, inside);
    return language === 'java' ? this.java(name) : undefined;
  }

  private python(from: string, name: string): Module | undefined {
    const dots = /^\.{0,20}/.exec(name)?.[0].length ?? 0;
    const below = name.slice(dots).replaceAll('.', '/');
    if (dots > 0) {
      const up = Array.from({ length: dots - 1 }, () => '..');
      const home = posix.join(parentPath(from), ...up);
      return this.pythonAt(joinPath(home === '.' ? '' : home, below).replace(/\/$/, ''), name);
    }
    // Roots of sources are above the file that imports, or where the path ends so.
    for (let folder = parentPath(from); ; folder = parentPath(folder)) {
      const found = this.pythonAt(joinPath(folder, below), name);
      if (found) return found;
      if (folder === '') break;
    }
    const ends = (this.stems.get(posix.basename(below)) ?? []).filter((path) =>
      path.replace(/(\/__init__)?\.pyi?$/, '').endsWith(`/${below}`),
    );
    const [only, ...others] = ends;
    return only !== undefined && others.length === 0 ? { files: [only], container: '', name } : undefined;
  }

  private pythonAt(stem: string, name: string): Module | undefined {
    const files = [
      `${stem}.py`,
      `${stem}.pyi`,
      joinPath(stem, '__init__.py'),
      joinPath(stem, '__init__.pyi'),
    ];
    const found = files.find((path) => this.sources.has(path));
    if (found !== undefined) return { files: [found], container: '', name };
    // A folder without an `__init__` is a package that has inner modules alone.
    const isFolder = this.inFolder(stem).some((path) => path.endsWith('.py'));
    return isFolder && stem !== ''
      ? { files: [joinPath(stem, '__init__.py')], container: '', name }
      : undefined;
  }

  private go(name: string): Module | undefined {
    for (const { folder, prefix } of this.prefixes) {
      if (name !== prefix && !name.startsWith(`${prefix}/`)) continue;
      const files = this.inFolder(joinPath(folder, name.slice(prefix.length + 1)).replace(/\/$/, ''));
      if (files.length > 0)
        return { files: files.filter((path) => path.endsWith('.go')), container: '', name };
    }
    return undefined;
  }

  private java(name: string): Module | undefined {
    const folder = name.replaceAll('.', '/');
    const files = [...this.folders]
      .filter(([path]) => path === folder || path.endsWith(`/${folder}`))
      .flatMap(([, paths]) => paths.filter((path) => path.endsWith('.java')));
    if (files.length > 0) return { files, container: '', name };
    // An inner type, or the type of static members: the last part names a file.
    const at = name.lastIndexOf('.');
    const outer = at < 0 ? undefined : this.java(name.slice(0, at));
    const file = outer?.files.filter((path) => path.endsWith(`/${name.slice(at + 1)}.java`)) ?? [];
    return file.length > 0 ? { files: file, container: name.slice(at + 1), name } : undefined;
  }

  private rust(from: string, name: string, inside: string): Module | undefined {
    const [first = '', ...rest] = name === '' ? ['self'] : name.split('::');
    const root = this.crateRoot(from);
    const own: Module = { files: [from], container: inside, name };
    if (first === 'crate')
      return this.rustBelow(root === undefined ? undefined : { files: [root], container: '', name }, rest);
    if (first === 'self') return this.rustBelow(own, rest);
    if (first === 'super') return this.rustBelow(this.rustParent(own), rest);
    const crate = this.crates.get(first);
    const inner = this.rustBelow(own, [first]);
    return this.rustBelow(
      inner ?? (crate === undefined ? undefined : { files: [crate], container: '', name }),
      rest,
    );
  }

  private rustBelow(start: Module | undefined, parts: readonly string[]): Module | undefined {
    return parts.reduce<Module | undefined>((at, part) => {
      const [file] = at?.files ?? [];
      if (!at || file === undefined) return undefined;
      if (part === 'super') return this.rustParent(at);
      if (part === 'self') return at;
      const container = at.container === '' ? part : `${at.container}.${part}`;
      const isInline = this.sources
        .of(file)
        ?.declared.some(
          ({ symbol, end, nameStart }) =>
            symbol.kind === 'module' &&
            end > nameStart + part.length + 1 &&
            `${symbol.container === '' ? '' : `${symbol.container}.`}${symbol.name}` === container,
        );
      if (isInline) return { files: [file], container, name: part };
      const home = joinPath(rustHome(file), at.container.replaceAll('.', '/')).replace(/\/$/, '');
      const found = [joinPath(home, `${part}.rs`), joinPath(home, `${part}/mod.rs`)].find((path) =>
        this.sources.has(path),
      );
      return found === undefined ? undefined : { files: [found], container: '', name: part };
    }, start);
  }

  private rustParent({ files: [file = ''], container, name }: Module): Module | undefined {
    if (container !== '') {
      const at = container.lastIndexOf('.');
      return { files: [file], container: at < 0 ? '' : container.slice(0, at), name };
    }
    const folder = file.endsWith('/mod.rs') ? parentPath(parentPath(file)) : parentPath(file);
    const found = ['lib.rs', 'main.rs', 'mod.rs'].map((one) => joinPath(folder, one)).concat(`${folder}.rs`);
    const parent = found.find((path) => path !== file && this.sources.has(path));
    return parent === undefined ? undefined : { files: [parent], container: '', name };
  }

  private crateRoot(from: string): string | undefined {
    for (let folder = parentPath(from); ; folder = parentPath(folder)) {
      const root = ['lib.rs', 'main.rs']
        .map((one) => joinPath(folder, one))
        .find((path) => this.sources.has(path));
      if (root !== undefined) return root;
      if (folder === '') return undefined;
    }
  }

  private foldersUp(): Set<string> {
    const all = new Set<string>(['']);
    for (const folder of this.folders.keys())
      for (let one = folder; one !== '' && !all.has(one); one = parentPath(one)) all.add(one);
    return all;
  }

  private readManifests(folder: string): void {
    const module = /^\s{0,20}module\s{1,20}(\S{1,500})/m.exec(
      this.sources.text(joinPath(folder, 'go.mod')) ?? '',
    )?.[1];
    if (module !== undefined) this.prefixes.push({ folder, prefix: module.replaceAll('"', '') });
    const crate = /^\s{0,20}name\s{0,20}=\s{0,20}"([^"]{1,200})"/m.exec(
      this.sources.text(joinPath(folder, 'Cargo.toml')) ?? '',
    )?.[1];
    const root = joinPath(folder, 'src/lib.rs');
    if (crate !== undefined && this.sources.has(root)) this.crates.set(crate.replaceAll('-', '_'), root);
  }
}

/** Folder of the inner modules of a file. */
function rustHome(file: string): string {
  return /(^|\/)(mod|lib|main)\.rs$/.test(file) ? parentPath(file) : file.replace(/\.rs$/, '');
}
