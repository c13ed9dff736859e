/** Scopes of one file: names that are known at an offset of it. */

import { parentPath } from '../../../domain/files/paths';
import type { CodeLanguage } from '../../navigation/types';
import type { Declared, Expression, FileFacts, Binding } from './facts';
import type { Modules } from './modules';
import type { SyntaxSources } from './sources';

/** Kinds of declarations that have members. */
export const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type']);

const MEMBERS: ReadonlySet<string> = new Set(['method', 'property', 'constructor', 'constant']);
const DEEPEST = 10;

/** Members of types, with those of their bases. */
export class Members {
  private readonly bases = new Map<Declared, Declared[]>();
  private readonly derived = new Map<string, Declared[]>();

  constructor(
    private readonly sources: SyntaxSources,
    private readonly modules: Modules,
    private readonly typeOf: (facts: FileFacts, base: Expression) => Declared | undefined,
  ) {}

  /** Members of a name: the type's own, else those of the nearest base. */
  of(type: Declared, name: string): Declared[] {
    const seen = new Set<Declared>([type]);
    let level = [type];
    for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
      const found = level.flatMap((one) => this.own(one, name));
      if (found.length > 0) return found;
      level = level.flatMap((one) => this.basesOf(one)).filter((one) => !seen.has(one));
      for (const one of level) seen.add(one);
    }
    return [];
  }

  /** True if each base of a type is known, so that it has no other members. */
  isWhole(type: Declared, depth = 0): boolean {
    const facts = this.sources.of(type.symbol.path);
    if (!facts || depth > DEEPEST || type.symbol.kind === 'type') return false;
    const bases = this.basesOf(type);
    return bases.length >= type.bases.length && bases.every((base) => this.isWhole(base, depth + 1));
  }

  /** Type around an offset that `self` means there; for a method apart from its type, the type that it names. */
  around(facts: FileFacts, offset: number): Declared | undefined {
    const inside = facts.declared.filter(({ start, end }) => start <= offset && offset < end);
    const type = inside.findLast(({ symbol }) => TYPES.has(symbol.kind));
    if (type) return type;
    const member = inside.find(({ symbol }) => symbol.container !== '' && MEMBERS.has(symbol.kind));
    return member && this.owner(member);
  }

  /** Type that a member belongs to. */
  owner({ symbol }: Declared): Declared | undefined {
    const facts = this.sources.of(symbol.path);
    const at = symbol.container.lastIndexOf('.');
    const [outer, name] = [symbol.container.slice(0, Math.max(0, at)), symbol.container.slice(at + 1)];
    if (!facts || name === '') return undefined;
    const isIt = (one: Declared): boolean =>
      TYPES.has(one.symbol.kind) && one.symbol.name === name && one.symbol.container === outer;
    const own = facts.declared.find(isIt);
    if (own) return own;
    if (facts.language === 'go') return this.inFiles(this.modules.inFolder(parentPath(symbol.path)), isIt)[0];
    if (facts.language !== 'rust') return undefined;
    // An implementation may stand in another file than its type, which it then imports.
    const implemented = facts.implemented.find(({ type }) => type.kind === 'name' && type.name === name);
    const offset = implemented?.type.kind === 'name' ? implemented.type.offset : 0;
    return this.typeOf(facts, { kind: 'name', name, offset });
  }

  named(language: CodeLanguage, name: string): Declared[] {
    const found: Declared[] = [];
    for (const path of this.sources.naming(name)) {
      const facts = this.sources.of(path);
      if (facts?.language !== language) continue;
      found.push(...facts.declared.filter(({ symbol }) => symbol.name === name && MEMBERS.has(symbol.kind)));
    }
    return found;
  }

  /** Types that extend or implement a type, by themselves or through others. */
  subtypes(type: Declared): Declared[] {
    const known = this.derived.get(type.symbol.id);
    if (known) return known;
    const found: Declared[] = [];
    const seen = new Set<Declared>([type]);
    for (let level = [type]; level.length > 0;) {
      level = level.flatMap((one) => this.directSubtypes(one)).filter((one) => !seen.has(one));
      for (const one of level) seen.add(one);
      found.push(...level);
    }
    this.derived.set(type.symbol.id, found);
    return found;
  }

  /** Members of a name that types below a type have themselves. */
  overrides(type: Declared, name: string): Declared[] {
    return [...new Set(this.subtypes(type).flatMap((one) => this.own(one, name)))];
  }

  private directSubtypes(type: Declared): Declared[] {
    const { name, kind } = type.symbol;
    const language = this.sources.of(type.symbol.path)?.language;
    if (language === 'go' && kind === 'interface') return this.structural(type);
    const found: Declared[] = [];
    for (const path of this.sources.naming(name)) {
      const facts = this.sources.of(path);
      if (!facts || facts.language !== language) continue;
      const isIt = (base: Expression): boolean => lastOf(base) === name && this.typeOf(facts, base) === type;
      found.push(
        ...facts.declared.filter((one) => one !== type && language !== 'go' && one.bases.some(isIt)),
      );
      for (const { type: own, base } of facts.implemented) {
        const implementer = isIt(base) ? this.typeOf(facts, own) : undefined;
        if (implementer) found.push(implementer);
      }
    }
    return found;
  }

  /** Types of Go that have every method of an interface, by name. */
  private structural(type: Declared): Declared[] {
    const wanted = this.declaredIn(type).map(({ symbol }) => symbol.name);
    const [first] = wanted;
    if (first === undefined) return [];
    const owners = this.named('go', first).flatMap((method) => this.owner(method) ?? []);
    return [...new Set(owners)].filter(
      (one) =>
        one !== type &&
        one.symbol.kind !== 'interface' &&
        wanted.every((name) => this.of(one, name).length > 0),
    );
  }

  private declaredIn({ symbol: { path, container, name } }: Declared): Declared[] {
    const inner = container === '' ? name : `${container}.${name}`;
    return (this.sources.of(path)?.declared ?? []).filter(({ symbol }) => symbol.container === inner);
  }

  private own(type: Declared, name: string): Declared[] {
    const { path, container } = type.symbol;
    const inner = container === '' ? type.symbol.name : `${container}.${type.symbol.name}`;
    const language = this.sources.of(path)?.language;
    const isOwn = (one: Declared): boolean => one.symbol.name === name && one.symbol.container === inner;
    if (language === 'go') return this.inFiles(this.modules.inFolder(parentPath(path)), isOwn);
    if (language !== 'rust') return this.inFiles([path], isOwn);
    const inType = this.inFiles([path], isOwn);
    if (inType.length > 0) return inType;
    const apart = this.named('rust', name).filter(
      ({ symbol }) => lastPart(symbol.container) === type.symbol.name,
    );
    return apart.filter((one) => this.owner(one) === type);
  }

  private basesOf(type: Declared): Declared[] {
    const known = this.bases.get(type);
    if (known) return known;
    // To resolve the name of a base, members of the type itself may be looked for.
    this.bases.set(type, []);
    const facts = this.sources.of(type.symbol.path);
    const found = facts ? this.resolvedBases(facts, type) : [];
    this.bases.set(type, found);
    return found;
  }

  private resolvedBases(facts: FileFacts, type: Declared): Declared[] {
    const bases = facts.language === 'rust' ? [...type.bases, ...this.traitsOf(facts, type)] : type.bases;
    return bases.flatMap((base) => this.typeOf(facts, base) ?? []);
  }

  /** Traits that the file of a type implements for it: their own bodies are its members too. */
  private traitsOf({ implemented }: FileFacts, { symbol }: Declared): Expression[] {
    return implemented.filter(({ type }) => lastOf(type) === symbol.name).map(({ base }) => base);
  }

  private inFiles(paths: readonly string[], passes: (one: Declared) => boolean): Declared[] {
    return paths.flatMap((path) => (this.sources.of(path)?.declared ?? []).filter(passes));
  }
}

function lastOf(expression: Expression): string | undefined {
  if (expression.kind === 'name' || expression.kind === 'member') return expression.name;
  return expression.kind === 'instance' || expression.kind === 'call' ? lastOf(expression.of) : undefined;
}

function lastPart(container: string): string {
  return container.slice(container.lastIndexOf('.') + 1);
}

/** Declarations in functions around an offset. */
export function localsAt(facts: FileFacts, name: string, offset: number): Declared[] {
  const found = facts.declared.filter((one) => one.isLocal && one.symbol.name === name);
  return found.filter((one) => {
    const scope = functionAround(facts, one);
    return scope !== undefined && scope.start <= offset && offset < scope.end;
  });
}

/** Declaration right around a local one, in which it is known. */
function functionAround(facts: FileFacts, { start, end, symbol }: Declared): Declared | undefined {
  return facts.declared.findLast((one) => one.start <= start && end <= one.end && one.symbol !== symbol);
}

/** Types around an offset, the innermost first. */
export function typesAround(facts: FileFacts, offset: number): Declared[] {
  return facts.declared
    .filter(({ symbol, start, end }) => TYPES.has(symbol.kind) && start <= offset && offset < end)
    .reverse();
}

/** Qualified name of the inline modules around an offset. */
export function moduleAround(facts: FileFacts, offset: number): string {
  return facts.declared
    .filter((one) => isModule(one) && one.start <= offset && offset < one.end)
    .map(({ symbol }) => symbol.name)
    .join('.');
}

export function isModule({ symbol: { kind } }: Declared): boolean {
  return kind === 'module';
}

/** The nearest parameter or variable of a name around an offset; of one scope, the last before it. */
export function bindingAt(facts: FileFacts, name: string, offset: number): Binding | undefined {
  let best: Binding | undefined;
  for (const one of facts.bindings) {
    if (one.name !== name || one.start > offset || offset >= one.end) continue;
    const isInner = !best || one.start > best.start;
    const isLater =
      best?.start === one.start &&
      (one.offset <= offset || best.offset > offset) &&
      one.offset >= best.offset;
    if (isInner || (isLater && (one.type !== undefined || best?.type === undefined))) best = one;
  }
  return best;
}
