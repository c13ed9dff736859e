/**
 * Takes out types and JSX: sucrase is fast and keeps lines, TypeScript knows what sucrase does not. That is large, so it
 * is loaded when it is needed first.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { SourceMapInput } from '@jridgewell/trace-mapping';
import { transform } from 'sucrase';
import type { Options as SucraseOptions, Transform } from 'sucrase';
import type ts from 'typescript';
import type { CompilerConfig } from '../../../domain/verification/test-config';
import type { BrokenModule } from '../../runtime-protocol';
import { Lines } from './lines';
import { jsxSettings, mayHoldDecorators } from './dialect';
import type { Spot } from './lines';

export type TypeScript = typeof ts;

/** Its first complaint about some characters is that the file is none of text; the second says where. */
const SEEMS_BINARY = 1490;

/** JavaScript made of a source, and the way back. */
export interface Stripped {
  code: string;
  /** Its lines are those of the source. */
  keepsLines: boolean;
  /** The place in the source that a place of the code comes from; undefined for what was added. */
  place(spot: Spot): Spot | undefined;
}

/** The map is made when it is first asked for. */
function placeBy(makeMap: () => SourceMapInput): Stripped['place'] {
  let map: TraceMap | undefined;
  return (spot) => {
    map ??= new TraceMap(makeMap());
    const { line, column } = originalPositionFor(map, {
      line: spot.line,
      column: Math.max(0, spot.column - 1),
    });
    return line === null ? undefined : { line, column: column + 1 };
  };
}

/** Imports and exports stay, but for those of types. Throws an error whose message ends in `(line:column)`. */
export function bySucrase(source: string, typescript: boolean, jsx?: Partial<SucraseOptions>): Stripped {
  const transforms: Transform[] = [
    ...(typescript ? ['typescript' as const] : []),
    ...(jsx ? ['jsx' as const] : []),
  ];
  const options: SucraseOptions = {
    ...jsx,
    transforms,
    disableESTransforms: true,
    production: true,
    preserveDynamicImport: true,
  };
  const mapped = { ...options, filePath: 'source', sourceMapOptions: { compiledFilename: 'code' } };
  return {
    code: transform(source, options).code,
    keepsLines: true,
    place: placeBy(() => transform(source, mapped).sourceMap as SourceMapInput),
  };
}

let load: (() => TypeScript) | undefined;
let loaded: TypeScript | undefined;

/** Says how to get TypeScript. */
export function provideTypeScript(loader: () => TypeScript): void {
  load = loader;
  loaded = undefined;
}

function compilerOptions(
  api: TypeScript,
  source: string,
  compiler: Partial<CompilerConfig>,
): ts.CompilerOptions {
  const legacy = compiler.experimentalDecorators ?? true;
  const jsx = jsxSettings(source, compiler);
  return {
    // Imports and exports stay: they are rewritten together with all others.
    module: api.ModuleKind.Preserve,
    // The last one in which decorators are not left to the engine.
    target: api.ScriptTarget.ES2023,
    sourceMap: true,
    allowJs: true,
    experimentalDecorators: legacy,
    emitDecoratorMetadata: legacy && compiler.emitDecoratorMetadata === true,
    // Legacy decorators come from a time when fields were assigned.
    useDefineForClassFields: compiler.useDefineForClassFields ?? !(legacy && mayHoldDecorators(source)),
    jsx: jsx.automatic ? api.JsxEmit.ReactJSX : api.JsxEmit.React,
    ...(jsx.importSource === undefined ? {} : { jsxImportSource: jsx.importSource }),
    ...(jsx.automatic || jsx.pragma === undefined ? {} : { jsxFactory: jsx.pragma }),
    ...(jsx.automatic || jsx.fragmentPragma === undefined ? {} : { jsxFragmentFactory: jsx.fragmentPragma }),
  };
}

/** JavaScript, or why the source is none; undefined when TypeScript is not there. */
export function compileTypeScript(
  path: string,
  source: string,
  compiler: Partial<CompilerConfig> = {},
): Stripped | { broken: BrokenModule } | undefined {
  if (!load) return undefined;
  const api = (loaded ??= load());
  const { outputText, sourceMapText, diagnostics } = api.transpileModule(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: compilerOptions(api, source, compiler),
  });
  const first = diagnostics?.find(
    ({ category, code, start }) =>
      category === api.DiagnosticCategory.Error && code !== SEEMS_BINARY && start !== undefined,
  );
  if (first) {
    const message = api.flattenDiagnosticMessageText(first.messageText, '\n');
    return { broken: { message, ...new Lines(source).at(first.start ?? 0) } };
  }
  return {
    code: outputText.replace(/\/\/# sourceMappingURL=\S*\s*$/, ''),
    keepsLines: false,
    place: placeBy(() => sourceMapText ?? '{"version":3,"sources":[],"names":[],"mappings":""}'),
  };
}
