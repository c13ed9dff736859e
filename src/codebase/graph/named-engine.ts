import { baseName, parentPath } from '../../domain/files/paths';
import { languageOf } from '../navigation/facts';
import { ImportResolver } from '../navigation/imports';
import type { CodeLanguage } from '../navigation/types';
import type { TreeFiles } from '../sources/tree-files';
import {
  around,
  byArity,
  isAt,
  isMember,
  isOpen,
  isParameter,
  lastPart,
  NamedSources,
  qualified,
  siteOf,
  TYPES,
  usesIn,
  WORD,
  type NamedSource,
  type NameUse,
} from './named-source';
import { EdgeList } from './nodes';
import { SYNTAX_PATH } from './read-paths';
import type { Engine, GraphEdge, GraphNode, Reference } from './types';

const MOST_TARGETS = 20;
const MOST_ALIASES = 20;
const DEEPEST = 8;
const SELF = /^(?:self|this|cls|Self|super|super\(\))$/;
/** Type of what a function returns: behind its parameters, or in Java before its name. */
const RETURNED = /\)[ \t]{0,9}(?:->)?[ \t]{0,9}[&*(]{0,3}([\w.:]{1,80})/;

/** Symbols that a name may mean; exact where no other could be meant. */
interface Meant {
  readonly targets: readonly GraphNode[];
  readonly isExact: boolean;
}

const NOTHING: Meant = { targets: [], isExact: true };
const NOWHERE = { startLine: 0, startColumn: 0, endLine: 0, endColumn: 0 };

/** Graph of Python, Go, Rust and Java by names: the file of a name, its imports and the type beside its receiver tell what it means. */
export class NamedEngine implements Engine {
  private readonly sources = new NamedSources();
  private resolver = new ImportResolver([], new Map());

  /** Looks at a tree from now on. */
  async open(files: TreeFiles, isLate: () => boolean): Promise<void> {
    if (!(await this.sources.open(files, isLate))) return;
    const manifests = files.paths.filter((path) => /^(?:go\.mod|Cargo\.toml)$/.test(baseName(path)));
    const texts = new Map(manifests.map((path) => [path, files.text(path) ?? '']));
    this.resolver = new ImportResolver(files.paths, texts);
  }

  reads(path: string): boolean {
    return SYNTAX_PATH.test(path);
  }

  symbols(path: string): GraphNode[] | undefined {
    const source = this.sources.of(path);
    return source && [...source.nodes];
  }

  named(name: string): GraphNode[] {
    return this.sources.declaring(name, undefined, () => true);
  }

  *names(): Generator<string> {
    for (const path of this.sources.paths)
      for (const { symbol } of this.sources.of(path)?.nodes ?? []) yield symbol.name;
  }

  at(path: string, line: number, column: number): { node: GraphNode; definitions: GraphEdge[] } | undefined {
    const source = this.sources.of(path);
    const use =
      source &&
      [...usesIn(source, line)].find((one) => one.column <= column && column < one.column + one.name.length);
    if (!use) return undefined;
    const own = source.nodes.find(({ symbol }) => isAt(symbol.nameRange, use));
    const { targets, isExact } = own ? { targets: [own], isExact: true } : this.meaning(source, use);
    const definitions = targets.map((node) => ({ node, sites: [], isExact }));
    const [first] = definitions;
    return first && { node: first.node, definitions };
  }

  references(node: GraphNode): Reference[] {
    const { path, nameRange, id } = node.symbol;
    const found: Reference[] = [{ path, range: nameRange, role: 'definition', within: id, isExact: true }];
    for (const { source, use, isExact } of this.uses(node))
      found.push({
        ...siteOf(source, use),
        role: use.role,
        within: around(source, use).symbol.id,
        isExact,
      });
    return found;
  }

  callers(node: GraphNode): GraphEdge[] {
    return this.usedBy(node, (role) => role === 'call');
  }

  users(node: GraphNode): GraphEdge[] {
    return this.usedBy(node, (role) => role !== 'import');
  }

  callees({ file, symbol: { id, range } }: GraphNode): GraphEdge[] {
    const source = this.sources.of(file);
    const edges = new EdgeList();
    if (!source) return [];
    const last = id === file ? source.lines.length : range.endLine;
    for (let line = id === file ? 1 : range.startLine; line <= last; line += 1)
      for (const use of usesIn(source, line)) {
        if (use.role !== 'call' || around(source, use).symbol.id !== id) continue;
        const { targets, isExact } = this.meaning(source, use);
        for (const target of targets) edges.add(target, [siteOf(source, use)], isExact);
      }
    return edges.list();
  }

  imports(): [from: string, to: string][] {
    return this.sources.paths.flatMap((path) => {
      const source = this.sources.of(path);
      return source ? this.resolver.dependencies(source).map((to): [string, string] => [path, to]) : [];
    });
  }

  private usedBy(node: GraphNode, counts: (role: Reference['role']) => boolean): GraphEdge[] {
    const edges = new EdgeList();
    for (const { source, use, isExact } of this.uses(node)) {
      const user = around(source, use);
      const isOwn = user.symbol.id === node.symbol.id;
      if (counts(use.role) && (!isOwn || use.role === 'call'))
        edges.add(user, [siteOf(source, use)], isExact);
    }
    return edges.list();
  }

  /** Places that may mean a symbol, its own declaration left out. */
  private *uses(node: GraphNode): Generator<{ source: NamedSource; use: NameUse; isExact: boolean }> {
    const { name, kind, container, id } = node.symbol;
    // A constructor is called by the name of its class.
    const names = this.aliases(kind === 'constructor' ? lastPart(container) : name);
    for (const path of new Set([...names].flatMap((one) => this.sources.naming(one)))) {
      const source = this.sources.of(path);
      if (!source) continue;
      for (let line = 1; line <= source.lines.length; line += 1)
        for (const use of usesIn(source, line, names)) {
          const { targets, isExact } = this.meaning(source, use);
          if (targets.some(({ symbol }) => symbol.id === id)) yield { source, use, isExact };
        }
    }
  }

  /** Names under which imports take a name over, from one file to the next. */
  private aliases(name: string): ReadonlySet<string> {
    const names = new Set([name]);
    for (const one of names) {
      if (names.size > MOST_ALIASES) break;
      for (const path of this.sources.naming(one))
        for (const taken of this.sources.of(path)?.imports.flatMap((fact) => fact.names) ?? [])
          if (taken.name === one) names.add(taken.local);
    }
    return names;
  }

  /** Symbols that a use means; calling a class calls its constructor too. */
  private meaning(source: NamedSource, use: NameUse): Meant {
    if (source.nodes.some(({ symbol }) => isAt(symbol.nameRange, use))) return NOTHING;
    const { targets: all, isExact } =
      use.role === 'import'
        ? this.imported(source, use)
        : use.receiver === undefined
          ? this.inScope(source, use)
          : this.ofMember(source, use, use.receiver);
    const targets = source.language === 'java' ? byArity(all, use) : all;
    const built = use.role === 'call' ? targets.flatMap((one) => this.own(one, undefined)) : [];
    return { targets: [...targets, ...built], isExact: isExact && targets.length <= 1 && built.length <= 1 };
  }

  /** Meaning of a name that nothing stands before. */
  private inScope(source: NamedSource, use: NameUse): Meant {
    if (isParameter(source, use)) return NOTHING;
    const type = source.language === 'java' ? this.typeAround(source, use) : undefined;
    const inherited = type ? this.members(type, use.name) : [];
    return inherited.length > 0 ? { targets: inherited, isExact: true } : this.visible(source, use);
  }

  /** Meaning of a name by its file, its package and its imports. */
  private visible(source: NamedSource, use: NameUse): Meant {
    const { language, path, nodes } = source;
    const inside = qualified(around(source, use));
    const types = new Set(nodes.filter(({ symbol }) => TYPES.has(symbol.kind)).map(qualified));
    const scopes = nodes.filter(({ symbol: { name, container } }) => {
      const isAround = container === '' || `${inside}.`.startsWith(`${container}.`);
      return name === use.name && isAround && (language === 'java' || !types.has(container));
    });
    const nearest = Math.max(...scopes.map(({ symbol }) => symbol.container.length));
    const own = scopes.filter(({ symbol }) => symbol.container.length === nearest);
    if (own.length > 0) return { targets: own, isExact: true };
    if (source.imports.some(({ names }) => names.some(({ local }) => local === use.name)))
      return this.imported(source, use);
    const shared = language === 'go' || language === 'java' ? this.sources.siblings(path) : [];
    const open = language === 'go' ? [] : source.imports.filter(isOpen);
    const files = [...shared, ...open.flatMap((fact) => this.resolver.resolve(fact, path, language))];
    return { targets: [...new Set(this.inFiles(files, use.name))], isExact: true };
  }

  /** Meaning of a name that an import brings. */
  private imported(source: NamedSource, { name }: NameUse): Meant {
    const { path, language, imports } = source;
    const targets = imports.flatMap((fact) =>
      fact.names
        .filter((one) => one.local === name || one.name === name)
        .flatMap((one) => this.inFiles(this.resolver.resolve(fact, path, language), one.name)),
    );
    return { targets: [...new Set(targets)], isExact: true };
  }

  /** Meaning of a name behind a value, a type or a module. */
  private ofMember(source: NamedSource, use: NameUse, receiver: string): Meant {
    const type = this.typeOf(source, use, receiver);
    if (type) return this.ofType(type, use.name, source.language, receiver.startsWith('super'));
    const module = this.ofModule(source, use.name, receiver);
    if (module) return module;
    const named = this.sources.declaring(use.name, source.language, isMember);
    return { targets: named.slice(0, MOST_TARGETS), isExact: false };
  }

  private ofType(type: GraphNode, name: string, language: CodeLanguage, isSuper: boolean): Meant {
    if (isSuper)
      return { targets: this.bases(type).flatMap((base) => this.members(base, name)), isExact: true };
    const found = this.members(type, name);
    // By an interface each type that has its methods may be meant.
    const others =
      type.symbol.kind === 'interface'
        ? this.sources.declaring(name, language, isMember)
        : this.subtypes(type).flatMap((one) => this.own(one, name));
    const targets = [...new Set([...found, ...others])].slice(0, MOST_TARGETS);
    return { targets, isExact: targets.length === found.length };
  }

  /** Names of a module that an import brings; undefined: the receiver is none. */
  private ofModule(source: NamedSource, name: string, receiver: string): Meant | undefined {
    const { path, language, imports, nodes } = source;
    const last = lastPart(receiver);
    const facts = imports.filter(
      ({ specifier, names }) =>
        names.some(({ local }) => local === receiver || (local === last && language === 'rust')) ||
        (names.length === 0 && [specifier, language === 'go' ? lastPart(specifier) : ''].includes(receiver)),
    );
    const files = facts.flatMap((fact) => this.resolver.resolve(fact, path, language));
    const outer = this.inFiles(files, name);
    if (language !== 'rust') return facts.length > 0 ? { targets: outer, isExact: true } : undefined;
    const inner = this.sources.declaring(last, language, ({ symbol }) => symbol.kind === 'module');
    const inline = inner.flatMap((module) => this.own(module, name));
    const isOwn = /^(?:self|super|crate)$/.test(receiver);
    const own = isOwn ? nodes.filter(({ symbol }) => symbol.name === name) : [];
    const named = this.resolver.resolve({ specifier: receiver, names: [], range: NOWHERE }, path, language);
    const near = [...new Set([...outer, ...inline, ...own])];
    const targets = near.length > 0 ? near : this.inFiles(named, name);
    return targets.length > 0 || facts.length > 0 ? { targets, isExact: true } : undefined;
  }

  /** Type of what stands before a name: the one around it, one that is named, or one that is written beside the value. */
  private typeOf(source: NamedSource, use: NameUse, receiver: string): GraphNode | undefined {
    const { symbol } = around(source, use);
    if (SELF.test(receiver) || /^func \((\w{1,80}) /.exec(symbol.signature)?.[1] === receiver)
      return this.typeAround(source, use);
    const plain = receiver.replace(/^(?:self|this)\./, '');
    const written = source.types.get(receiver) ?? source.types.get(lastPart(plain));
    const words = written ? [...written] : [receiver];
    const found = words.flatMap((word) => this.typeNamed(source, use, word) ?? []);
    return new Set(found).size === 1 ? found[0] : undefined;
  }

  /** Type that the last capitalised part of a word names, or that the function of that name returns: of `data.Store`, `Memory::new`. */
  private typeNamed(source: NamedSource, use: NameUse, word: string, depth = 0): GraphNode | undefined {
    const parts = word.split(/::|\./);
    const at = parts.findLastIndex((part) => /^[A-Z]\w*$/.test(part));
    const [name, module] = [parts[at], parts.slice(0, Math.max(0, at)).join('.')];
    if (name === undefined || depth > DEEPEST) return undefined;
    const given = { ...use, name, role: 'read' } as const;
    const meant = module === '' ? this.visible(source, given) : this.ofModule(source, name, module);
    const type = meant?.targets.find(({ symbol }) => TYPES.has(symbol.kind));
    const made = type ? undefined : meant?.targets[0];
    const home = made && this.sources.of(made.file);
    const returned = RETURNED.exec(made?.symbol.signature ?? '')?.[1];
    return home && returned !== undefined ? this.typeNamed(home, given, returned, depth + 1) : type;
  }

  private typeAround(source: NamedSource, use: NameUse): GraphNode | undefined {
    const inside = qualified(around(source, use)).split('.');
    for (let length = inside.length; length > 0; length -= 1) {
      const [type] = this.sources.declaring(
        inside[length - 1] ?? '',
        source.language,
        (node) =>
          TYPES.has(node.symbol.kind) &&
          parentPath(node.file) === parentPath(source.path) &&
          (source.language === 'go' || source.language === 'rust' || node.file === source.path),
      );
      if (type) return type;
    }
    return undefined;
  }

  /** Members of a name: the type's own, else those of its bases. */
  private members(type: GraphNode, name: string, depth = 0): GraphNode[] {
    const own = this.own(type, name);
    if (own.length > 0 || depth > DEEPEST) return own;
    return this.bases(type).flatMap((base) => this.members(base, name, depth + 1));
  }

  /** Symbols right in a type or module; without a name its constructors. */
  private own(type: GraphNode, name: string | undefined): GraphNode[] {
    const container = qualified(type);
    const fits = ({ symbol }: GraphNode): boolean =>
      symbol.container === container &&
      (name === undefined ? symbol.kind === 'constructor' : symbol.name === name);
    const language = languageOf(type.file);
    if (!TYPES.has(type.symbol.kind) && type.symbol.kind !== 'module') return [];
    if (name === undefined || language === 'python' || language === 'java')
      return this.sources.of(type.file)?.nodes.filter(fits) ?? [];
    return this.sources.declaring(name, language, fits);
  }

  /** Types that the first line of a type names behind its own name. */
  private bases(type: GraphNode): GraphNode[] {
    const source = this.sources.of(type.file);
    const { name, signature, range } = type.symbol;
    const place = { line: range.startLine, column: range.startColumn, role: 'read' } as const;
    const words = signature.slice(signature.indexOf(name) + name.length).match(WORD) ?? [];
    return words.flatMap((word) => (source && this.typeNamed(source, { ...place, name: word }, word)) ?? []);
  }

  private subtypes(type: GraphNode): GraphNode[] {
    const found = this.sources.naming(type.symbol.name).flatMap((path) => this.sources.of(path)?.nodes ?? []);
    return found.filter(
      (one) =>
        TYPES.has(one.symbol.kind) &&
        one.symbol.id !== type.symbol.id &&
        one.symbol.signature.includes(type.symbol.name) &&
        this.bases(one).includes(type),
    );
  }

  /** Symbols at the top of files, with those that these take over from others. */
  private inFiles(paths: readonly string[], name: string, depth = 0): GraphNode[] {
    return paths.flatMap((path) => {
      const source = this.sources.of(path);
      const found = source?.nodes.filter(
        ({ symbol }) => symbol.name === name && isTop(source, symbol.container, !isMember({ symbol })),
      );
      if (!source || !found || found.length > 0 || depth > DEEPEST) return found ?? [];
      return source.imports.flatMap((fact) => {
        const taken =
          fact.names.find(({ local }) => local === name)?.name ?? (isOpen(fact) ? name : undefined);
        const files = taken === undefined ? [] : this.resolver.resolve(fact, path, source.language);
        return this.inFiles(files, taken ?? name, depth + 1);
      });
    });
  }
}

/** True for what a file gives to others under its own name: Rust's modules hold theirs, and a class of Java its static members. */
function isTop({ language, path }: NamedSource, container: string, isApart: boolean): boolean {
  if (language === 'java' && `${container}.java` === baseName(path)) return true;
  return container === '' || (language === 'rust' && isApart);
}
