/** Makes one module ready to compile: transpiled, scanned for what it names, with counters where they are wanted. */
import { librariesOf } from '../libraries';
import { globalUse } from '../own-globals';
import type { GlobalUse } from '../own-globals';
import type { BrokenModule } from '../runtime-protocol';
import type { ModuleKind } from '../wrapper';
import { assignedNames } from './assigned-names';
import { Lru } from '../../machine/lru';
import { transpile } from './transpile';
import type { TranspiledCode, TranspileOptions } from './compile/transpiled';

/** One module, ready to compile. */
export interface Prepared {
  path: string;
  code: string;
  kind: ModuleKind;
  /** Lines of each counter; empty without coverage. */
  counters: number[][];
  /** Its lines are counted, as far as it has any. */
  counted: boolean;
  /** Specifiers of all modules it names literally. */
  requires: readonly string[];
  /** The source is an ES module. */
  esm: boolean;
  /** Names that it adds to built-ins: `Array.prototype.last`. */
  added: readonly string[];
  /** Of a test-side module: pairs `holder.name` that it assigns to. */
  assigned: readonly string[];
  /** The place in the source that a place of the code comes from. */
  map: TranspiledCode['map'];
  /** Libraries of stand-ins that it names. */
  libraries: readonly string[];
  /** Globals that it names, and may replace. */
  globals: GlobalUse;
}

/** A module ready to compile, or why it can't be had. */
export type Preparation = Prepared | { broken: BrokenModule };

const CACHE_CHARACTERS = 48 * 1024 * 1024;
const cache = new Lru<string, Preparation>(CACHE_CHARACTERS);

const MODULE_SYNTAX = /^[^\S\r\n\u2028\u2029]*(?:import|export)\b/m;
/** For sources that nobody parsed. */
const REQUIRE = /\brequire(?:\.resolve)?\(\s*(['"`])([^'"`\n]+)\1/g;
/** A name with what is taken of it, and what opens a call; each is read once, also where nothing does. */
const CHAIN = /(?<![.\w$])([\w$]+)\s*(?:\.\s*[\w$]+\s*)*([(`])?/g;
const DEFINERS = new Set(['it', 'test', 'describe', 'fit', 'xit', 'xtest']);

function requiresOf(code: string): string[] {
  return [...code.matchAll(REQUIRE)].map((match) => match[2] ?? '');
}

/** True if a test file checks itself with `console.assert` and defines no tests. */
export function isPlainScript(source: string): boolean {
  return source.includes('console.assert') && !callsDefiner(source);
}

function callsDefiner(source: string): boolean {
  for (const [, name = '', call] of source.matchAll(CHAIN))
    if (call !== undefined && DEFINERS.has(name)) return true;
  return false;
}

const VITEST_MODULE = /(?:\bfrom|\brequire\(|\bimport\()\s*(['"])vitest\1/;
const VITEST_GLOBAL = /(?:^|[^.\w$])vi\.[A-Za-z]+\(/;
const OWN_VI = /\b(?:const|let|var|import)\s+vi\b/;

/** True if a test file takes its API from vitest, or uses its globals, and so follows vitest's rules. */
export function namesVitest(source: string): boolean {
  return VITEST_MODULE.test(source) || (VITEST_GLOBAL.test(source) && !OWN_VI.test(source));
}

const optionKeys = new WeakMap<object, string>();

/** Settings of a compiler are one object for a whole run. */
function keyOf(compiler: object | undefined): string {
  if (!compiler) return '';
  const key = optionKeys.get(compiler) ?? JSON.stringify(compiler);
  optionKeys.set(compiler, key);
  return key;
}

/** Prepares a source; what was prepared lately is kept. */
export function prepare(
  path: string,
  source: string,
  testSide: boolean,
  options: TranspileOptions = {},
): Preparation {
  const flags = [testSide, options.coverage, options.plainScript].map((flag) => (flag ? '1' : '0')).join('');
  const key = `${flags}${keyOf(options.compiler)}\0${path}\0${source}`;
  const known = cache.get(key);
  if (known) return known;
  const result = transpile(path, source, testSide, options);
  if ('broken' in result) {
    cache.set(key, result, source.length);
    return result;
  }
  const { added, code, kind, counters, map } = result;
  const requires = result.requires ?? requiresOf(code);
  const prepared: Prepared = {
    path,
    code,
    kind,
    counters,
    counted: options.coverage === true,
    requires,
    esm: kind !== 'script' || path.endsWith('.mjs') || MODULE_SYNTAX.test(source),
    added,
    assigned: testSide ? assignedNames(code) : [],
    map,
    libraries: librariesOf(code, requires),
    globals: globalUse(code),
  };
  cache.set(key, prepared, source.length * 3);
  return prepared;
}
