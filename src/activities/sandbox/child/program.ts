/** A program as the child sees it: its files, transpiled when they are first needed, and what a test file pulls in. */
import { isTestSide } from '../../../domain/protected-paths';
import { resolveModule } from '../resolve';
import type { BrokenModule } from '../runtime-protocol';
import type { Place } from '../runtime/intrinsics';
import { instrument } from './instrument';
import { Lru } from './lru';
import { transpile } from './transpile';

/** One module, ready to compile. */
export interface Prepared {
  path: string;
  code: string;
  /** Code before counters were inserted: what lines and columns of stacks are compared with. */
  plain: string;
  /** Lines of each counter; empty without coverage. */
  counters: number[][];
  /** Specifiers of all modules it names literally. */
  requires: readonly string[];
  places: readonly Place[];
}

/** A test file with all modules it may need, as far as they are named literally. */
export interface Bundle {
  testFile: string;
  plainScript: boolean;
  modules: ReadonlyMap<string, Prepared>;
  broken: Record<string, BrokenModule>;
  places: Place[];
}

const CACHE_CHARACTERS = 48 * 1024 * 1024;
const cache = new Lru<Prepared | { broken: BrokenModule }>(CACHE_CHARACTERS);

const REQUIRE = /(?:\brequire|\bjest\.\w+|\bvi\.\w+|\bimport\w*)(?:<[^>(]*>)?\(\s*(['"`])([^'"`\n]+)\1/g;
const HOLDERS =
  'Array|String|Number|Boolean|Function|Date|RegExp|Map|Set|Promise|Error|Symbol|BigInt|Math|Object|JSON';
const ASSIGNED = new RegExp(`\\b(${HOLDERS})(\\.prototype)?\\.([A-Za-z_$][\\w$]*)\\s*=(?![=>])`, 'g');
const DEFINED = new RegExp(`defineProperty\\(\\s*(${HOLDERS})(\\.prototype)?\\s*,\\s*['"]([\\w$]+)['"]`, 'g');
const TEST_CALL = /(?:^|[^.\w$])(?:it|test|describe|fit|xit|xtest)\s*(?:\.\s*\w+\s*)*[(`]/;

function requiresOf(code: string): string[] {
  return [...code.matchAll(REQUIRE)].map((match) => match[2] ?? '');
}

/** What the file adds to built-ins: these names are left open when built-ins are locked. */
function placesOf(code: string): Place[] {
  const found = [...code.matchAll(ASSIGNED), ...code.matchAll(DEFINED)];
  return found.map((match) => ({
    holder: match[1] ?? '',
    prototype: match[2] !== undefined,
    name: match[3] ?? '',
  }));
}

/** Whether a test file checks itself with `console.assert` and defines no tests. */
export function isPlainScript(source: string): boolean {
  return source.includes('console.assert') && !TEST_CALL.test(source);
}

function prepare(
  path: string,
  source: string,
  testSide: boolean,
  coverage: boolean,
): Prepared | { broken: BrokenModule } {
  const key = `${testSide ? 't' : 'p'}${coverage ? 'c' : '-'}${path}\0${source}`;
  const known = cache.get(key);
  if (known) return known;
  const result = transpile(path, source, testSide);
  if ('broken' in result) {
    cache.set(key, result, source.length);
    return result;
  }
  const counted = coverage ? instrument(result.code) : undefined;
  const prepared: Prepared = {
    path,
    code: counted?.code ?? result.code,
    plain: result.code,
    counters: counted?.lines ?? [],
    requires: requiresOf(result.code),
    places: placesOf(result.code),
  };
  cache.set(key, prepared, source.length * 3);
  return prepared;
}

/** Files of a program; variants replace some of them. */
export class Program {
  readonly paths: string[];

  constructor(readonly files: ReadonlyMap<string, string>) {
    this.paths = [...files.keys()];
  }

  with(changes: ReadonlyMap<string, string>): Program {
    return new Program(new Map([...this.files, ...changes]));
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** The test file and everything it reaches by literal names, and `extra`, which a run asked for. */
  bundle(testFile: string, options: { coverage: boolean; extra?: Iterable<string> }): Bundle {
    const plainScript = isPlainScript(this.files.get(testFile) ?? '');
    const modules = new Map<string, Prepared>();
    const broken: Record<string, BrokenModule> = {};
    const queue = [testFile, ...(options.extra ?? [])];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (modules.has(path) || path in broken) continue;
      const testSide = path === testFile || isTestSide(path);
      const counted =
        options.coverage && (!testSide || (plainScript && path === testFile)) && !path.endsWith('.json');
      const result = prepare(path, this.files.get(path) ?? '', testSide, counted);
      if ('broken' in result) {
        broken[path] = result.broken;
        continue;
      }
      modules.set(path, result);
      queue.push(...this.dependencies(path, result.requires));
    }
    const places = [...modules.values()].flatMap((module) => module.places);
    return { testFile, plainScript, modules, broken, places };
  }

  private dependencies(path: string, specifiers: readonly string[]): string[] {
    const found: string[] = [];
    for (const specifier of specifiers) {
      const target = resolveModule((name) => this.files.has(name), path, specifier);
      if (target === undefined) continue;
      const mock = target.replace(/([^/]+)$/, '__mocks__/$1');
      found.push(target, ...(this.files.has(mock) ? [mock] : []));
    }
    return found;
  }
}
