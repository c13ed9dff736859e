/** Turns the user's sources into CommonJS that V8 runs. Lines stay where they are. */
import { compileFunction } from 'node:vm';
import { parse } from 'acorn';
import { transform } from 'sucrase';
import type { Transform } from 'sucrase';
import type { BrokenModule } from '../runtime-protocol';
import { MODULE_PARAMETERS } from '../wrapper';

export type Transpiled = { code: string } | { broken: BrokenModule };

const MODULE_SYNTAX = /^\s*(?:import|export)\b/m;
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/** Names that test files have without importing them. */
const API_IMPORT = /^import\s*\{([^}]*)\}\s*from\s*(['"])(?:@jest\/globals|vitest)\2[ \t]*;?/gm;

/**
 * Test files get the API as parameters, so an import of plain names from `@jest/globals` or `vitest` can go: sucrase
 * then sees the global `jest` and hoists its mocks.
 */
function dropApiImports(source: string): string {
  const plain = source.replace(API_IMPORT, (whole, names: string) => {
    if (/\bas\b|\btype\b/.test(names)) return whole;
    return whole.replace(/[^\n]/g, ' ');
  });
  return plain === source ? source : plain.replace(/^(\s*)vi\.(mock|unmock)\(/gm, '$1jest.$2(');
}

function transformsFor(path: string, source: string, testSide: boolean): Transform[] {
  const transforms: Transform[] = [];
  if (/\.[cm]?tsx?$/.test(path)) transforms.push('typescript');
  if (/\.[jt]sx$/.test(path) || (/\.[cm]?js$/.test(path) && /<\/|\/>/.test(source))) transforms.push('jsx');
  if (MODULE_SYNTAX.test(source) || DYNAMIC_IMPORT.test(source) || transforms.includes('typescript')) {
    transforms.push('imports');
  }
  if (testSide) transforms.push('jest');
  return transforms;
}

const TOO_DEEP = 'The source is nested too deeply to be read.';

/** Errors of parsers come from more than one realm: they are told by their shape. */
function readError(error: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown };
  if (name === 'RangeError') return { name, message: TOO_DEEP, stack: '' };
  return { name: String(name), message: String(message), stack: typeof stack === 'string' ? stack : '' };
}

/** Place of an error whose message ends in `(line:column)`, as sucrase and acorn write it. */
function brokenByParser(error: unknown): BrokenModule {
  const { message } = readError(error);
  const at = /\((\d+):(\d+)\)\s*$/.exec(message);
  const text = message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '');
  return at ? { message: text, line: Number(at[1]), column: Number(at[2]) } : { message: text };
}

/**
 * Sucrase gives up an arrow function with an error inside at its arrow. Acorn comes further where the code before
 * the error holds no types; whoever came furthest found the error.
 */
function furthest(error: unknown, source: string): BrokenModule {
  const first = brokenByParser(error);
  try {
    parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
    return first;
  } catch (other) {
    const second = brokenByParser(other);
    // Acorn counts columns from 0.
    return (second.line ?? 0) > (first.line ?? 0) ? { ...second, column: (second.column ?? 0) + 1 } : first;
  }
}

/** V8 puts `file:line`, the line and a row of carets before the message. */
function brokenByV8(error: unknown, path: string): BrokenModule {
  const { message, stack } = readError(error);
  const [head = '', , carets = ''] = stack.split('\n');
  const line = head.startsWith(`${path}:`) ? Number(head.slice(path.length + 1)) : undefined;
  const column = carets.indexOf('^') + 1;
  return { message, line, ...(column > 0 ? { column } : {}) };
}

/** Checks that the code is a function body by itself: one that closes its wrapper early is refused. */
function validate(code: string, path: string): BrokenModule | undefined {
  try {
    compileFunction(code, [...MODULE_PARAMETERS], { filename: path });
    return undefined;
  } catch (error) {
    return brokenByV8(error, path);
  }
}

function transpileJson(source: string): Transpiled {
  try {
    JSON.parse(source);
  } catch (error) {
    return {
      broken: { message: error instanceof Error ? error.message : String(error), line: 1, column: 1 },
    };
  }
  return { code: `module.exports = ${source.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')}` };
}

/** Functions are hoisted, their exports must be too: a circular import may call one before its line was reached. */
function hoistedExports(code: string): string {
  const names = new Set(
    [...code.matchAll(/\bfunction\s*\*?\s*([\w$]+)\s*\(/g)].map((match) => match[1] ?? ''),
  );
  const exported = [...names].filter((name) => code.includes(`} exports.${name} = ${name};`));
  return exported.map((name) => `exports.${name} = ${name};`).join('');
}

function toCommonJs(path: string, source: string, testSide: boolean): string {
  const text = testSide ? dropApiImports(source) : source;
  const transforms = transformsFor(path, text, testSide);
  const plain = transforms.every((name) => name === 'jest') && !/\bjest\b/.test(text);
  if (plain) return text.replace(/^#!/, '//');
  const { code } = transform(text, {
    transforms,
    filePath: path,
    disableESTransforms: true,
    production: true,
    preserveDynamicImport: false,
  });
  const isModule = MODULE_SYNTAX.test(text) || /\.m[jt]s$/.test(path);
  const strict = '"use strict";';
  const body = code.startsWith(strict) ? code.slice(strict.length) : code;
  return (isModule ? strict : '') + (isModule ? hoistedExports(body) : '') + body;
}

/** CommonJS of one file, or why it can't be had. `testSide` files have the test API around them. */
export function transpile(path: string, source: string, testSide: boolean): Transpiled {
  if (path.endsWith('.json')) return transpileJson(source);
  let code: string;
  try {
    code = toCommonJs(path, source, testSide).replace(/\bimport\.meta\b/g, '__importMeta');
  } catch (error) {
    return { broken: furthest(error, source) };
  }
  const broken = validate(code, path);
  return broken ? { broken } : { code };
}
