/**
 * Removes types, JSX, imports and exports in one pass over sucrase's tokens. Imported names become members of their
 * modules, so that they stay live. Lines stay where they are.
 */
import { HelperManager } from 'sucrase/dist/HelperManager';
import identifyShadowedGlobals from 'sucrase/dist/identifyShadowedGlobals';
import NameManager from 'sucrase/dist/NameManager';
import { parse } from 'sucrase/dist/parser/index';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import TokenProcessor from 'sucrase/dist/TokenProcessor';
import RootTransformer from 'sucrase/dist/transformers/RootTransformer';
import { getNonTypeIdentifiers } from 'sucrase/dist/util/getNonTypeIdentifiers';
import type { Transform } from 'sucrase';
import type { SucraseContext } from 'sucrase/dist/types/index';
import type { Token } from 'sucrase/dist/types/parser/tokenizer/index';
import type { RootTransformerResult } from 'sucrase/dist/types/transformers/RootTransformer';
import { JsxNames } from './jsx-names';
import { ModuleFrame } from './module-frame';
import { Rewriter } from './rewriter';
import type { RewriteOptions } from './rewrite-options';
import { Rewriting } from './rewriting';
import { Tokens } from './tokens';
import type { ImportStatement } from './tokens';

export interface Rewritten {
  code: string;
  /** It says what only a module may say. */
  isModule: boolean;
  hasExports: boolean;
  /** It waits outside of all functions. */
  waits: boolean;
  /** A field may be made of what a constructor's parameter sets. */
  mayReadParameters: boolean;
  frame: ModuleFrame;
  /** Specifiers of modules that it names literally. */
  requires: string[];
  /** Offset in the source of what stands at an offset of the code. */
  origin(offset: number): number;
}

/** Throws an error whose message ends in `(line:column)` when the source does not parse. */
export function rewrite(source: string, options: RewriteOptions): Rewritten {
  const { result, ...rewritten } = run(source, options);
  let origin: ((offset: number) => number) | undefined;
  return {
    ...rewritten,
    code: result.code,
    // Tokens take much memory, and few sources are ever asked for.
    origin: (offset) => (origin ??= originsOf(source, options))(offset),
  };
}

function originsOf(source: string, options: RewriteOptions): (offset: number) => number {
  const { result, list } = run(source, options);
  return originFinder(source, result.code, result.mappings, list);
}

interface Run extends Omit<Rewritten, 'code' | 'origin'> {
  result: RootTransformerResult;
  list: readonly Token[];
}

function run(source: string, options: RewriteOptions): Run {
  const { typescript, jsx } = options;
  const { tokens: list, scopes } = parse(source, jsx !== undefined, typescript, false);
  const names = lazyNames(source, list);
  const helpers = new HelperManager(names);
  const processor = new TokenProcessor(source, list, false, true, helpers);
  const tokens = new Tokens(processor);
  const frame = new ModuleFrame(options.prefix);
  const imports = findImports(tokens);
  identifyShadowedGlobals(processor, scopes, importedNames(imports));
  const jsxNames = new JsxNames(frame);
  const context = {
    tokenProcessor: processor,
    scopes,
    nameManager: names,
    helperManager: helpers,
    importProcessor: jsxNames,
  };
  const root = new RootTransformer(context as unknown as SucraseContext, transformsOf(options), false, {
    ...jsx,
    transforms: [],
    disableESTransforms: true,
    production: true,
    preserveDynamicImport: true,
    // What is used for types only is found out below.
    keepUnusedImports: true,
  });
  const work = new Rewriting(tokens, root, frame, options);
  const rewriter = new Rewriter(work, imports);
  rewriter.prepare(typescript ? getNonTypeIdentifiers(processor, { ...jsx, transforms: [] }) : undefined);
  replaceTransformer(root, rewriter);
  jsxNames.attach(root);
  const result = root.transform();
  const isModule = jsxNames.finish() || work.isModule;
  const mayReadParameters = options.parameterProperties && tokens.mayReadParameters(scopes);
  const waits = source.includes('await') && tokens.waitsAtTop(scopes);
  const { hasExports } = work;
  const requires = [...work.requires];
  return { result, list, mayReadParameters, waits, frame, isModule, hasExports, requires };
}

/** Sucrase gathers all names of a source to find free ones, which hardly any needs. */
function lazyNames(source: string, list: Token[]): NameManager {
  let names: NameManager | undefined;
  const all = (): NameManager => (names ??= new NameManager(source, list));
  const lazy: Pick<NameManager, 'claimFreeName' | 'findFreeName'> = {
    claimFreeName: (name) => all().claimFreeName(name),
    findFreeName: (name) => all().findFreeName(name),
  };
  return lazy as NameManager;
}

function transformsOf({ typescript, jsx }: RewriteOptions): Transform[] {
  return [...(typescript ? ['typescript' as const] : []), ...(jsx ? ['jsx' as const] : [])];
}

function importedNames(imports: ReadonlyMap<number, ImportStatement>): Set<string> {
  return new Set([...imports.values()].flatMap(({ names }) => names.map(({ local }) => local)));
}

function findImports(tokens: Tokens): Map<number, ImportStatement> {
  const found = new Map<number, ImportStatement>();
  tokens.list.forEach((token, index) => {
    const statement = token.type === tt._import && !token.isType ? tokens.importStatement(index) : undefined;
    if (statement) found.set(index, statement);
  });
  return found;
}

/** Puts the rewriter in the place of the transformer that would keep imports and exports. */
function replaceTransformer(root: RootTransformer, rewriter: Rewriter): void {
  const { transformers } = root as unknown as { transformers: object[] };
  const index = transformers.findIndex((transformer) => 'nonTypeIdentifiers' in transformer);
  transformers[index] = rewriter;
}

/** Finds the token that an offset of the code belongs to; text in place of a token comes from where that begins. */
function originFinder(
  source: string,
  code: string,
  mappings: readonly (number | undefined)[],
  list: readonly Token[],
): (offset: number) => number {
  const printed = list.flatMap((token, index) => {
    const at = mappings[index];
    return at === undefined ? [] : [{ at, token }];
  });
  return (offset) => {
    let low = 0;
    let high = printed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((printed[middle]?.at ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    const found = printed[low];
    if (!found) return 0;
    const { at, token } = found;
    const isWithin = offset - at < token.end - token.start;
    const isVerbatim = isWithin && code.startsWith(source.slice(token.start, token.end), at);
    return isVerbatim ? token.start + Math.max(0, offset - at) : token.start;
  };
}
