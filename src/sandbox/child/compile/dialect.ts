/** Dialect of a source: its language, the output for its JSX, and the syntax that sucrase can't handle. */
import { compileFunction } from 'node:vm';
import type { Options } from 'sucrase';
import type { CompilerConfig } from '../../../domain/verification/test-config';

/** Settings for the output of JSX. */
export interface JsxSettings {
  automatic: boolean;
  importSource: string | undefined;
  pragma: string | undefined;
  fragmentPragma: string | undefined;
}

/** Comments that overrule the compiler's settings. */
const PRAGMAS = {
  jsx: /@jsx\s+([^\s*]+)/,
  jsxImportSource: /@jsxImportSource\s+([^\s*]+)/,
  jsxRuntime: /@jsxRuntime\s+([^\s*]+)/,
  jsxFrag: /@jsxFrag\s+([^\s*]+)/,
};

/** The compiler's settings for JSX, overruled by comments in the source; without any, by whether it has React. */
export function jsxSettings(source: string, compiler: Partial<CompilerConfig> | undefined): JsxSettings {
  const commented = source.includes('@jsx');
  const say = (name: keyof typeof PRAGMAS): string | undefined =>
    commented ? PRAGMAS[name].exec(source)?.[1] : undefined;
  const pragma = say('jsx') ?? compiler?.jsxPragma;
  const importSource = say('jsxImportSource') ?? compiler?.jsxImportSource;
  const runtime =
    say('jsxRuntime') ?? (say('jsxImportSource') ? 'automatic' : say('jsx') ? 'classic' : compiler?.jsx);
  const isKnown = runtime === 'automatic' || runtime === 'classic';
  // Without React at hand the classic form could only fail.
  const automatic = isKnown ? runtime === 'automatic' : pragma === undefined && !/\bReact\b/.test(source);
  return {
    automatic,
    importSource,
    pragma,
    fragmentPragma: say('jsxFrag') ?? compiler?.jsxFragmentPragma,
  };
}

export function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** True if a source may hold JSX; plain `.js` files are looked at. */
export function mayHoldJsx(path: string, source: string): boolean {
  return /\.[jt]sx$/.test(path) || (/\.[cm]?js$/.test(path) && /<\/|\/>/.test(source));
}

/** Options of sucrase for JSX. */
export function jsxOptions({
  automatic,
  importSource,
  pragma,
  fragmentPragma,
}: JsxSettings): Partial<Options> {
  return {
    jsxRuntime: automatic ? 'automatic' : 'classic',
    ...(importSource === undefined ? {} : { jsxImportSource: importSource }),
    ...(pragma === undefined ? {} : { jsxPragma: pragma }),
    ...(fragmentPragma === undefined ? {} : { jsxFragmentPragma: fragmentPragma }),
  };
}

const DECORATOR = /^[ \t]*@[A-Za-z_$]/m;
const DECORATORS_AND_COMMENTS = /^[ \t]*@[A-Za-z_$]|\/\*|\*\//gm;

const HARD = [
  // Namespaces with values are left out. Statements may follow others in their line.
  /(?:^|[;{}]|\*\/)[ \t]*(?:export[ \t]+)?(?:namespace|module)[ \t]+[\w$.]+\s*\{/m,
  // Aliases of names may be of types only.
  /(?:^|[;{}]|\*\/)[ \t]*(?:export[ \t]+import\b|import[ \t]+[\w$]+[ \t]*=(?!\s*require\b))/m,
];

const ENUM = /\benum\s+[\w$]+\s*\{([^{}]*)\}/g;
const PARAMETER_PROPERTY =
  /\bconstructor\s*\([^)]{0,2000}?\b(?:public|private|protected|readonly|override)\s/;
/** Enums of texts with computed members: sucrase would take the texts for numbers. */
function hasComputedTexts(source: string): boolean {
  for (const [, body = ''] of source.matchAll(ENUM)) {
    if (/['"`]/.test(body) && /=\s*(?:[A-Za-z_$`(]|'[^'\n]*'\s*\+|"[^"\n]*"\s*\+)/.test(body)) return true;
  }
  return false;
}

/** True if a source may hold decorators: a line begins like one, if only in a comment. */
export function mayHoldDecorators(source: string): boolean {
  return DECORATOR.test(source);
}

/**
 * True if a source seems to hold decorators outside of comments. A text that looks like a comment may deceive it; then
 * V8 refuses the output of sucrase, and TypeScript compiles the source after all.
 */
export function hasDecorators(source: string): boolean {
  let commented = false;
  for (const [found] of source.matchAll(DECORATORS_AND_COMMENTS)) {
    if (found === '/*') commented = true;
    else if (found === '*/') commented = false;
    else if (!commented) return true;
  }
  return false;
}

/** True if constructors may have parameter properties. */
export function hasParameterProperties(source: string): boolean {
  return PARAMETER_PROPERTY.test(source);
}

const SUPPORTS_USING = ((): boolean => {
  try {
    compileFunction('{ using x = null; }');
    return true;
  } catch {
    return false;
  }
})();

/** True if TypeScript itself has to compile the source. */
export function isHard(path: string, source: string): boolean {
  if (!SUPPORTS_USING && /\busing\b/.test(source)) return true;
  if (hasDecorators(source)) return true;
  if (!isTypeScript(path)) return false;
  if (HARD.some((pattern) => pattern.test(source))) return true;
  return source.includes('enum') && hasComputedTexts(source);
}
