/** Makes a source the body of a function, as the runtime calls modules: a script's, or an ES module's. */
import type { Program } from 'acorn';
import type { Options as SucraseOptions } from 'sucrase';
import type { ModuleKind } from '../../wrapper';
import { addCounters } from '../instrument';
import type { LineOf } from '../instrument';
import { Edits } from './edits';
import type { Origin } from './edits';
import { dropBareFields, readsParameters } from './fields';
import { hoistMocks, mayHoist } from './hoist';
import { ModuleFrame } from './module-frame';
import { parseScript, parseStrictly } from './parse';
import { rewrite } from './rewrite';
import type { Rewritten } from './rewrite';
import { guardArguments } from './strict';

export interface CompileOptions {
  path: string;
  /** Types are taken out. */
  typescript: boolean;
  /** Settings for JSX. Absent: the source has none. */
  jsx?: Partial<SucraseOptions>;
  /** Imports and exports are left alone, for sources that sucrase does not understand. */
  verbatim?: boolean;
  /** A test file or one of its helpers. */
  testSide: boolean;
  /** Sloppy functions hide what they were called with. */
  guarded: boolean;
  /** The source is strict even where it is no module, as TypeScript's is. */
  strict: boolean;
  /** It was a module before its types were taken out. */
  wasModule: boolean;
  /** Fields without a value are declarations only. */
  dropBareFields: boolean;
  /** Its constructors may have parameter properties. */
  parameterProperties: boolean;
  /** Makes what gives lines for counters, from the code without types; absent: none are wanted. */
  lineOf?(code: string): LineOf;
}

export interface Compiled {
  kind: ModuleKind;
  code: string;
  /** Lines of each counter. */
  counters: number[][];
  /** Specifiers of modules that it names literally; undefined when it was not parsed. */
  requires: string[] | undefined;
  /** Offset in the source of what stands at an offset of the code. */
  origin(offset: number): Origin;
}

/** Only these words make a difference to a plain CommonJS module. */
const WORDS = /\b(?:import|export|await)\b/;

/** The source means fields that are assigned: TypeScript has to compile it. */
export class AssignedFields extends Error {}

function choosePrefix(code: string): string {
  let prefix = '__k_';
  for (let count = 0; code.includes(prefix); count++) prefix = `__k${count}_`;
  return prefix;
}

function asItIs(source: string, prefix: string): Omit<Rewritten, 'requires'> & { requires: undefined } {
  const frame = new ModuleFrame(prefix);
  return {
    code: source,
    isModule: false,
    hasExports: false,
    waits: false,
    mayReadParameters: false,
    frame,
    requires: undefined,
    origin: (offset) => offset,
  };
}

/** Throws what the parsers throw, and `AssignedFields`. */
export function compileSource(source: string, options: CompileOptions): Compiled {
  const { jsx, parameterProperties, path, testSide, typescript } = options;
  const prefix = choosePrefix(source);
  const isModuleFile = /\.m[jt]s$/.test(path);
  const read = typescript || jsx !== undefined || isModuleFile || WORDS.test(source);
  const rewritten =
    read && options.verbatim !== true
      ? rewrite(source, { typescript, jsx, testSide, parameterProperties, prefix })
      : asItIs(source, prefix);
  const { code, frame, waits } = rewritten;
  const isModule = rewritten.isModule || isModuleFile || options.wasModule || waits;
  const edits = new Edits(code);
  if (code.startsWith('#!')) edits.replace(0, 2, '//');
  const isStrict = isModule || options.strict;
  if (isStrict && !isModule) edits.lead(0, '"use strict";');
  const made = needsTree(code, isStrict, options)
    ? editTree(edits, isStrict, prefix, frame, options)
    : undefined;
  // Babel lets a file that only imports write `exports.name = …`: it is no ES module to those that import it.
  const isBare = !rewritten.hasExports && !options.strict && !isModuleFile;
  if (isModule) frame.wrap(edits, { hoisted: made?.hoisted ?? '', waits, isBare });
  else if (made && made.hoisted !== '') edits.lead(made.start, made.hoisted);
  const edited = edits.apply();
  return {
    kind: isModule ? (waits ? 'async' : 'module') : 'script',
    code: edited.code,
    counters: made?.counters ?? [],
    requires: rewritten.requires,
    origin: (offset) => {
      const at = edited.origin(offset);
      return at === undefined ? undefined : rewritten.origin(at);
    },
  };
}

function needsTree(code: string, isStrict: boolean, options: CompileOptions): boolean {
  const { dropBareFields: drops, guarded, lineOf, testSide } = options;
  return (guarded && !isStrict) || (testSide && mayHoist(code)) || drops || lineOf !== undefined;
}

/** Edits found in the syntax tree of the code. */
interface TreeEdits {
  counters: number[][];
  /** Code that comes first in the program, and its position. */
  hoisted: string;
  start: number;
}

/** Changes that need a tree of the code. One that can't be had is none of JavaScript: V8 says why. */
function editTree(
  edits: Edits,
  isStrict: boolean,
  prefix: string,
  frame: ModuleFrame,
  options: CompileOptions,
): TreeEdits | undefined {
  const code = edits.source;
  const strictly = parseStrictly(code);
  const program = strictly ?? (isStrict ? undefined : parseScript(code));
  if (!program) return undefined;
  if (options.parameterProperties && readsParameters(program)) throw new AssignedFields();
  if (options.dropBareFields) dropBareFields(program, edits);
  if (options.guarded && !isStrict) guardArguments(program, edits, strictly !== undefined, prefix);
  const hoisted = options.testSide && mayHoist(code) ? hoistMocks(program, edits, prefix, frame.api) : '';
  const counters = options.lineOf ? addCounters(program, edits, options.lineOf(code)) : [];
  return { counters, hoisted, start: afterDirectives(program) };
}

function afterDirectives({ body }: Program): number {
  let end = 0;
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) break;
    end = statement.end;
  }
  return end;
}
