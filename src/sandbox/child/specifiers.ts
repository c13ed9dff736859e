/** Meaning of a specifier before packages are searched: aliases of the project, its own files, Node's modules. */
import type { TestConfig } from '../../domain/verification/test-config';
import { isPackageFile, TEST_MODULES } from '../links';
import { isRelative, resolveModule, type ModuleFiles } from '../resolve';
import { NODE_MODULES } from '../node-modules';

/** A file of the project; a name to look up among the packages; a module of the sandbox's own; or nothing that could be there. */
export type Meaning =
  | { kind: 'file'; path: string }
  | { kind: 'package'; specifier: string }
  | { kind: 'own' }
  | { kind: 'nothing'; why: string };

function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || NODE_MODULES.has(specifier);
}

/** A module at the root, from which configured paths are relative. */
export const ROOT = 'root';

/** Names that the project's moduleNameMapper gives a specifier; undefined where none of its patterns matches. */
export type Mapper = (specifier: string) => string[] | undefined;

/** Names that the targets of a row stand for, given the groups of its pattern. */
export function mappedNames(targets: readonly string[], groups: readonly (string | undefined)[]): string[] {
  return targets.map((target) =>
    target.replace(/\$(\d+)/g, (_, group: string) => groups[Number(group)] ?? ''),
  );
}

/**
 * Matches the project's own patterns, if it has any. Only for a process that is ended when it takes too long. As in
 * jest's moduleNameMapper, the first matching pattern decides.
 */
export function patternMapper(config: TestConfig | undefined): Mapper {
  const mappers = (config?.moduleNameMapper ?? []).flatMap(([pattern, targets]) => {
    try {
      return [{ pattern: new RegExp(pattern), targets }];
    } catch {
      return [];
    }
  });
  return (specifier) => {
    for (const { pattern, targets } of mappers) {
      const match = pattern.exec(specifier);
      if (match) return mappedNames(targets, match);
    }
    return undefined;
  };
}

/** Tells the meaning of specifiers in one program. */
export class Specifiers {
  constructor(
    private readonly files: ModuleFiles,
    private readonly config: TestConfig | undefined,
    private readonly mapper: Mapper,
  ) {}

  meaning(from: string, specifier: string): Meaning {
    return this.mapped(from, specifier) ?? this.plain(from, specifier);
  }

  private mapped(from: string, specifier: string): Meaning | undefined {
    const names = this.mapper(specifier);
    if (!names) return undefined;
    for (const name of names) {
      const meaning = this.target(from, name);
      if (meaning.kind !== 'nothing') return meaning;
    }
    const why = `the configuration maps it to ${names.join(', ')}, which is not there: correct moduleNameMapper.`;
    return { kind: 'nothing', why };
  }

  /** A relative target is meant from the module that asks (`'^(.*)\\.js$': '$1'`), else from the root. */
  private target(from: string, name: string): Meaning {
    const meaning = this.plain(from, name);
    return meaning.kind === 'nothing' && isRelative(name) ? this.plain(ROOT, name) : meaning;
  }

  private plain(from: string, specifier: string): Meaning {
    if (isRelative(specifier)) {
      if (isPackageFile(from)) return { kind: 'package', specifier };
      const path = resolveModule(this.files, from, specifier);
      return path === undefined
        ? { kind: 'nothing', why: 'no file of the project has this path.' }
        : { kind: 'file', path };
    }
    if (specifier.startsWith('/')) return this.absolute(specifier);
    if (isNodeModule(specifier) || TEST_MODULES.has(specifier)) return { kind: 'own' };
    const alias = isPackageFile(from) ? undefined : this.alias(specifier);
    return alias === undefined ? { kind: 'package', specifier } : { kind: 'file', path: alias };
  }

  /** The project's root is `/` in the sandbox. */
  private absolute(specifier: string): Meaning {
    const path = resolveModule(this.files, ROOT, `.${specifier}`);
    return path === undefined
      ? { kind: 'nothing', why: 'no file of the project has this path.' }
      : { kind: 'file', path };
  }

  /** The compiler's `paths` and `baseUrl`, jest's `modulePaths` and further module folders. */
  private alias(specifier: string): string | undefined {
    const { compiler, modulePaths = [], moduleDirectories = [] } = this.config ?? {};
    for (const { base, pattern, targets } of compiler?.paths ?? []) {
      const star = matchStar(pattern, specifier);
      if (star === undefined) continue;
      for (const target of targets) {
        const found = this.below(
          base,
          target.replace('*', () => star),
        );
        if (found !== undefined) return found;
      }
    }
    const folders = [
      ...(compiler?.baseUrl === undefined ? [] : [compiler.baseUrl]),
      ...modulePaths,
      ...moduleDirectories.filter((folder) => folder !== 'node_modules'),
    ];
    for (const folder of folders) {
      const found = this.below(folder, specifier);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private below(folder: string, specifier: string): string | undefined {
    const clean = folder.replace(/^\.?\/+|^\.$|(?<!\/)\/+$/g, '');
    return resolveModule(this.files, clean === '' ? ROOT : `${clean}/${ROOT}`, `./${specifier}`);
  }
}

/** Text that `*` stands for. Undefined: the pattern does not match. It has at most one `*`. */
function matchStar(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === specifier ? '' : undefined;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  const fits =
    specifier.length >= head.length + tail.length && specifier.startsWith(head) && specifier.endsWith(tail);
  return fits ? specifier.slice(head.length, specifier.length - tail.length) : undefined;
}
