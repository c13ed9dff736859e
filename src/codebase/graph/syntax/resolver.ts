/** Declarations that names mean, as far as syntax shows it. */

import type { Declared, Expression, FileFacts, Use } from './facts';
import type { LanguageTable } from './language-table';
import { Members, bindingAt, isModule, localsAt, moduleAround, TYPES, typesAround } from './members';
import { type Module, Modules } from './modules';
import { type SyntaxSources, tableOf } from './sources';
import { parentPath } from '../../../domain/files/paths';

/** Declarations that a name may mean; exact where no other could be meant. */
interface Resolved {
  targets: Declared[];
  isExact: boolean;
}

class ModuleNames {
  constructor(
    private readonly sources: SyntaxSources,
    private readonly modules: Modules,
  ) {}

  /** Declarations at the top of the file, of its package, or of what it imports. */
  ofTop(facts: FileFacts, name: string, offset: number): Resolved {
    const table = tableOf(facts.path);
    const inside = moduleAround(facts, offset);
    const own = facts.declared.filter(
      ({ symbol, isLocal }) => !isLocal && symbol.name === name && symbol.container === inside,
    );
    if (own.length > 0) return { targets: own, isExact: true };
    const taken = facts.imports.find(
      (one) => one.alias === name && one.container === inside && one.name !== undefined,
    );
    if (taken?.name !== undefined) {
      const module = this.modules.find(facts.language, facts.path, taken.module, inside);
      return { targets: module ? this.inModule(module, taken.name, facts) : [], isExact: true };
    }
    const shared = table ? this.siblings(facts, table).flatMap((path) => this.topOf(path, '', name)) : [];
    if (shared.length > 0) return { targets: shared, isExact: true };
    return this.ofAll(facts, name, inside);
  }

  private ofAll(facts: FileFacts, name: string, inside: string): Resolved {
    const modules = facts.imports
      .filter(({ isAll }) => isAll)
      .flatMap((one) => {
        return this.modules.find(facts.language, facts.path, one.module, inside) ?? [];
      });
    const found = modules
      .map((module) => this.inModule(module, name, facts))
      .filter(({ length }) => length > 0);
    return { targets: [...new Set(found.flat())], isExact: found.length <= 1 };
  }

  /** Files that see each other's names. */
  private siblings({ path, module, language }: FileFacts, { sharing }: LanguageTable): readonly string[] {
    if (sharing === 'file') return [];
    const folder = this.modules
      .inFolder(parentPath(path))
      .filter((one) => one !== path && tableOf(one)?.language === language);
    if (sharing === 'package' && module !== '') {
      const all = this.modules.find(language, path, module)?.files ?? [];
      return [...new Set([...folder, ...all])].filter(
        (one) => one !== path && this.sources.of(one)?.module === module,
      );
    }
    return folder.filter((one) => this.sources.of(one)?.module === module);
  }

  /** Names of a module, with those it takes over from others. */
  inModule({ files, container }: Module, name: string, from: FileFacts, depth = 0): Declared[] {
    const own = files.flatMap((path) => this.topOf(path, container, name));
    if (own.length > 0 || depth > DEEPEST) return own;
    return files.flatMap((path) => {
      const facts = path === from.path ? undefined : this.sources.of(path);
      // In Go and Java a package gives on nothing that it imports.
      if (!facts || (facts.language !== 'python' && facts.language !== 'rust')) return [];
      const taken = facts.imports.filter(
        (one) => one.container === container && (one.isAll || (one.alias === name && one.name !== undefined)),
      );
      return taken.flatMap((one) => {
        const module = this.modules.find(facts.language, path, one.module, container);
        return module ? this.inModule(module, one.isAll ? name : (one.name ?? name), facts, depth + 1) : [];
      });
    });
  }

  private topOf(path: string, container: string, name: string): Declared[] {
    const declared = this.sources.of(path)?.declared ?? [];
    return declared.filter(
      ({ symbol, isLocal }) => !isLocal && symbol.name === name && symbol.container === container,
    );
  }
}

/** Value or type that an expression has: a type's declaration, or a module. */
type Value = { type: Declared } | { module: Module; from: FileFacts };

const NOTHING: Resolved = { targets: [], isExact: true };
const DEEPEST = 12;
const MOST_TARGETS = 20;

/** Finds what the uses of names mean. */
export class Resolver {
  readonly modules: Modules;
  private readonly names: ModuleNames;
  readonly members: Members;

  constructor(private readonly sources: SyntaxSources) {
    this.modules = new Modules(sources);
    this.names = new ModuleNames(sources, this.modules);
    this.members = new Members(sources, this.modules, (facts, base) => this.typeOf(facts, base, 0));
  }

  /** Declarations that a use may mean; none for names of other people. */
  resolve(facts: FileFacts, use: Use): Resolved {
    const found = use.receiver
      ? this.ofMember(facts, use, use.receiver)
      : this.ofName(facts, use.name, use.start, use.role);
    return oneOf(byArity(found, use, tableOf(facts.path)));
  }

  /** Declaration whose name an import takes over. */
  imported(facts: FileFacts, start: number): Resolved {
    const found = facts.imports.find((one) => one.nameStart === start);
    if (found?.name === undefined) return NOTHING;
    const module = this.modules.find(facts.language, facts.path, found.module, found.container);
    return oneOf({ targets: module ? this.names.inModule(module, found.name, facts) : [], isExact: true });
  }

  private ofMember(facts: FileFacts, use: Use, receiver: Expression): Resolved {
    const value = this.valueOf(facts, receiver, 0);
    if (value && 'module' in value)
      return { targets: this.names.inModule(value.module, use.name, value.from), isExact: true };
    if (value) {
      const targets = this.members.of(value.type, use.name);
      // What a base has is called by `super` itself, whatever others make of it.
      if (targets.length > 0 && isSuper(receiver)) return { targets, isExact: true };
      if (targets.length > 0) return this.withOverrides(value.type, use.name, targets);
      if (this.members.isWhole(value.type)) return NOTHING;
    } else if (this.isForeign(facts, receiver)) return NOTHING;
    const targets = this.members.named(facts.language, use.name);
    return { targets: targets.slice(0, MOST_TARGETS), isExact: false };
  }

  /** A call of what a base declares may be one of what another type makes of it. */
  private withOverrides(type: Declared, name: string, targets: Declared[]): Resolved {
    const overrides = this.members.overrides(type, name).filter((one) => !targets.includes(one));
    if (overrides.length === 0) return { targets, isExact: true };
    return { targets: [...targets, ...overrides].slice(0, MOST_TARGETS), isExact: false };
  }

  /** True for a module that is not of the project: its members are nobody's here. */
  private isForeign(facts: FileFacts, receiver: Expression): boolean {
    let first = receiver;
    while (first.kind === 'member' || first.kind === 'call' || first.kind === 'instance') first = first.of;
    if (first.kind !== 'name') return false;
    const { name, offset } = first;
    if (bindingAt(facts, name, offset)) return false;
    if (localsAt(facts, name, offset).length > 0) return false;
    const taken = facts.imports.find(({ alias }) => alias === name || alias.startsWith(`${name}.`));
    return (
      taken !== undefined &&
      this.modules.find(facts.language, facts.path, taken.module, taken.container) === undefined
    );
  }

  private ofName(facts: FileFacts, name: string, offset: number, role: Use['role']): Resolved {
    const local = localsAt(facts, name, offset);
    if (local.length > 0) return { targets: local, isExact: true };
    if (bindingAt(facts, name, offset)) return NOTHING;
    const table = tableOf(facts.path);
    if (table?.hasBareMembers) {
      const own = this.bareMembers(facts, name, offset, role);
      if (own.length > 0) return { targets: own, isExact: true };
    }
    return this.names.ofTop(facts, name, offset);
  }

  private bareMembers(facts: FileFacts, name: string, offset: number, role: Use['role']): Declared[] {
    for (const type of typesAround(facts, offset)) {
      const found = this.members.of(type, name).filter(({ symbol }) => fits(symbol.kind, role));
      if (found.length > 0) return found;
    }
    return [];
  }

  private typeOf(facts: FileFacts, expression: Expression, depth: number): Declared | undefined {
    const value = this.valueOf(facts, expression, depth);
    return value && 'type' in value ? value.type : undefined;
  }

  private valueOf(facts: FileFacts, expression: Expression, depth: number): Value | undefined {
    if (depth > DEEPEST) return undefined;
    const inner = depth + 1;
    switch (expression.kind) {
      case 'unknown':
        return undefined;
      case 'self':
        return (
          typed(this.members.around(facts, expression.offset)) ?? this.ownModule(facts, expression.offset)
        );
      case 'super':
        return typed(this.baseOf(facts, expression.offset, inner));
      case 'instance':
        return this.valueOf(facts, expression.of, inner);
      case 'call':
        return this.called(facts, expression.of, inner);
      case 'name':
        return this.ofBound(facts, expression, inner);
      case 'member':
        return this.memberValue(facts, expression, inner);
    }
  }

  /** `self` outside of a type is the module, in Rust. */
  private ownModule(facts: FileFacts, offset: number): Value | undefined {
    if (facts.language !== 'rust') return undefined;
    const module = this.modules.find('rust', facts.path, 'self', moduleAround(facts, offset));
    return module && { module, from: facts };
  }

  private baseOf(facts: FileFacts, offset: number, depth: number): Declared | undefined {
    const [base] = this.members.around(facts, offset)?.bases ?? [];
    return base && this.typeOf(facts, base, depth);
  }

  /** Value that a call gives: an instance of the type, or what the function returns. */
  private called(facts: FileFacts, of: Expression, depth: number): Value | undefined {
    if (of.kind === 'super') return this.valueOf(facts, of, depth);
    const { targets, isExact } = this.meant(facts, of, depth);
    const [target] = targets;
    if (!target || !isExact) return undefined;
    return this.declaredValue(target, depth);
  }

  private meant(facts: FileFacts, expression: Expression, depth: number): Resolved {
    if (expression.kind === 'name') return this.ofName(facts, expression.name, expression.offset, 'call');
    if (expression.kind !== 'member') return NOTHING;
    const value = this.valueOf(facts, expression.of, depth);
    if (!value) return NOTHING;
    const targets =
      'module' in value
        ? this.names.inModule(value.module, expression.name, value.from)
        : this.members.of(value.type, expression.name);
    return { targets, isExact: true };
  }

  private ofBound(
    facts: FileFacts,
    { name, offset }: { name: string; offset: number },
    depth: number,
  ): Value | undefined {
    const binding = bindingAt(facts, name, offset);
    if (binding) return binding.type ? this.valueOf(facts, binding.type, depth) : undefined;
    const [target] = this.ofName(facts, name, offset, 'read').targets;
    if (target && !isModule(target)) return this.declaredValue(target, depth);
    const taken = facts.imports.find((one) => one.alias === name);
    const inside = moduleAround(facts, offset);
    const wanted = taken ? [taken.module, taken.name ?? ''].filter((part) => part !== '') : undefined;
    const joint = facts.language === 'rust' ? '::' : '.';
    const path =
      wanted?.join(wanted[0]?.endsWith('.') ? '' : joint) ??
      (facts.language === 'rust' || facts.language === 'python' ? name : undefined);
    const module = path === undefined ? undefined : this.moduleOf(facts, path, inside, taken !== undefined);
    return module && { module, from: facts };
  }

  /** A bare name is a module in Rust only; Python knows those whose path was imported whole. */
  private moduleOf(facts: FileFacts, path: string, inside: string, isTaken: boolean): Module | undefined {
    const isKnown =
      isTaken || facts.language === 'rust' || facts.imports.some(({ alias }) => alias.startsWith(`${path}.`));
    return isKnown ? this.modules.find(facts.language, facts.path, path, inside) : undefined;
  }

  private memberValue(
    facts: FileFacts,
    { of, name }: { of: Expression; name: string },
    depth: number,
  ): Value | undefined {
    const value = this.valueOf(facts, of, depth);
    if (!value) return undefined;
    const [target] =
      'module' in value
        ? this.names.inModule(value.module, name, value.from)
        : this.members.of(value.type, name);
    if (target && !isModule(target)) return this.declaredValue(target, depth);
    if (!('module' in value)) return undefined;
    const joint = facts.language === 'rust' ? '::' : '.';
    const from = facts.language === 'rust' ? (value.module.files[0] ?? facts.path) : facts.path;
    const path = facts.language === 'rust' ? `self::${name}` : `${value.module.name}${joint}${name}`;
    const module = this.modules.find(
      facts.language,
      from,
      path,
      facts.language === 'rust' ? value.module.container : '',
    );
    return module && { module, from: facts };
  }

  /** Type that a declaration is, or has. */
  private declaredValue(target: Declared, depth: number): Value | undefined {
    if (TYPES.has(target.symbol.kind) && target.symbol.kind !== 'type') return { type: target };
    if (target.symbol.kind === 'constructor') return typed(this.members.owner(target));
    const facts = this.sources.of(target.symbol.path);
    return facts && target.type ? this.valueOf(facts, target.type, depth) : undefined;
  }
}

function isSuper(receiver: Expression): boolean {
  return receiver.kind === 'super' || (receiver.kind === 'call' && receiver.of.kind === 'super');
}

function typed(type: Declared | undefined): Value | undefined {
  return type && { type };
}

/** A member without `this` is a method where it is called, and no method where it is not. */
function fits(kind: string, role: Use['role']): boolean {
  return (role === 'call') === (kind === 'method' || kind === 'constructor');
}

/** Overloads with another number of parameters are not meant; among those left several may be. */
function byArity(found: Resolved, { args, role }: Use, table: LanguageTable | undefined): Resolved {
  if (!table?.hasArity || role !== 'call' || args === undefined || found.targets.length < 2) return found;
  const same = found.targets.filter(({ parameters }) => parameters === args);
  const targets = same.length > 0 ? same : found.targets;
  return { targets, isExact: found.isExact };
}

/** A name that is declared twice means one of both. */
function oneOf({ targets, isExact }: Resolved): Resolved {
  return { targets, isExact: isExact && targets.length <= 1 };
}
