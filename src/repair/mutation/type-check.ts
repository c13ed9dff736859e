import ts from 'typescript';
import { parseFile, unlessTooDeep } from '../../codebase';

const OPTIONS: ts.CompilerOptions = {
  // Without library and imports a check takes milliseconds; what they would define is unknown and fits everything.
  noLib: true,
  noResolve: true,
  types: [],
  target: ts.ScriptTarget.Latest,
  module: ts.ModuleKind.ESNext,
  jsx: ts.JsxEmit.Preserve,
  experimentalDecorators: true,
  noEmit: true,
};

/** Errors that say something without a library: values of other types, operands, numbers of arguments. */
const TELLING = new Set([2322, 2345, 2362, 2363, 2365, 2367, 2554]);

/** Types that need no library: primitives and their literals. */
const PLAIN = /^(?:string|number|boolean|bigint|void|-?\d+(?:\.\d+)?|"[^"]*"|true|false)$/;

/** Checks of a file take milliseconds; types that are made to take long are not looked through. */
const DEADLINE_MS = 1_000;

/** True if the new text of a TypeScript file has type errors within it that the old one does not have. */
export function breaksTypes(path: string, before: string, after: string): boolean {
  if (!/\.[cm]?tsx?$/.test(path)) return false;
  const broken = unlessTooDeep(() => {
    const known = new Map<string, number>();
    for (const error of errorsOf(path, before)) known.set(error, (known.get(error) ?? 0) + 1);
    return errorsOf(path, after).some((error) => {
      const left = (known.get(error) ?? 0) - 1;
      known.set(error, left);
      return left < 0;
    });
  });
  return broken ?? false;
}

class CheckTimeError extends Error {
  override name = 'CheckTimeError';
}

/** Ends a check between two statements; one statement takes a few seconds at most, by TypeScript's own limits. */
function deadline(): ts.CancellationToken {
  const endMs = performance.now() + DEADLINE_MS;
  const isLate = (): boolean => performance.now() > endMs;
  return {
    isCancellationRequested: isLate,
    throwIfCancellationRequested: () => {
      if (isLate()) throw new CheckTimeError();
    },
  };
}

/** Type errors of a file; none where it can't be read, or not in time. */
function errorsOf(path: string, text: string): string[] {
  const source = parseFile(path, text)?.source;
  if (!source) return [];
  const host: ts.CompilerHost = {
    fileExists: (name) => name === path,
    readFile: (name) => (name === path ? text : undefined),
    getSourceFile: (name) => (name === path ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
  };
  const program = ts.createProgram({ rootNames: [path], options: OPTIONS, host });
  return diagnosticsOf(program, source)
    .filter(({ code }) => TELLING.has(code))
    .map((error) => `${error.code} ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`)
    .filter(isCertain);
}

function diagnosticsOf(program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] {
  try {
    return program.getSemanticDiagnostics(source, deadline());
  } catch (error) {
    if (error instanceof CheckTimeError) return [];
    throw error;
  }
}

/** All types that the message names are plain. Operands and numbers of arguments are told without naming any. */
function isCertain(error: string): boolean {
  if (/^(2362|2363|2554) /.test(error)) return true;
  const [message = ''] = error.split('\n');
  return [...message.matchAll(/'([^']*)'/g)].every(([, name = '']) => PLAIN.test(name) || /^\W+$/.test(name));
}
