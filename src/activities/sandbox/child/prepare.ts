/** Makes one module ready to compile: transpiled, scanned for what it names, with counters where they are wanted. */
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
  /** The source is an ES module. */
  esm: boolean;
  places: readonly Place[];
}

/** A module ready to compile, or why it can't be had. */
export type Preparation = Prepared | { broken: BrokenModule };

const CACHE_CHARACTERS = 48 * 1024 * 1024;
const cache = new Lru<Preparation>(CACHE_CHARACTERS);

const MODULE_SYNTAX = /^\s*(?:import|export)\b/m;
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

/** Prepares a source; what was prepared lately is kept. */
export function prepare(path: string, source: string, testSide: boolean, coverage: boolean): Preparation {
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
    esm: path.endsWith('.mjs') || MODULE_SYNTAX.test(source),
    places: placesOf(result.code),
  };
  cache.set(key, prepared, source.length * 3);
  return prepared;
}
