import { parentPath } from '../../../domain/files/paths';
import type { Declared, FileFacts } from './facts';
import type { LanguageTable } from './language-table';
import type { Module, Modules } from './modules';
import { moduleAround } from './scopes';
import { type SyntaxSources, tableOf } from './sources';

/** Declarations that a name may mean; exact where no other could be meant. */
export interface Resolved {
  targets: Declared[];
  isExact: boolean;
}

/** Imports that are followed from module to module. */
const DEEPEST = 12;

/** Names of modules and packages. */
export class ModuleNames {
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

  /** Names that come with all of a module. */
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
