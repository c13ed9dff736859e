/** Makes JavaScript the body of a function, as the runtime calls modules: a script's, or an ES module's. */
import type { Program } from 'acorn';
import type { ModuleKind } from '../../wrapper';
import { addCounters } from '../instrument';
import type { LineOf } from '../instrument';
import { additions, mayAdd } from './additions';
import { Edits } from './edits';
import type { Origin } from './edits';
import { dropBareFields, readsParameters } from './fields';
import { hoistMocks, mayHoist } from './hoist';
import { ModuleFrame } from './module-frame';
import { ModuleRewriter } from './modules';
import { parseModule, parseScript, parseStrictly } from './parse';
import { guardArguments } from './strict';

export interface CompileOptions {
  path: string;
  /** Imports and exports are left alone, for sources that the parser does not understand. */
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
  /** Makes what gives lines for counters, from the code; absent: none are wanted. */
  lineOf?(code: string): LineOf;
}

export interface Compiled {
  kind: ModuleKind;
  code: string;
  /** Lines of each counter. */
  counters: number[][];
  /** Specifiers of modules that it names literally; undefined when it was not parsed. */
  requires: string[] | undefined;
  /** Names that it adds to built-ins. */
  added: string[];
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

/** Throws what the parser throws, and `AssignedFields`. */
export function compileSource(code: string, options: CompileOptions): Compiled {
  const { path, testSide } = options;
  const prefix = choosePrefix(code);
  const isModuleFile = /\.m[jt]s$/.test(path);
  const frame = new ModuleFrame(prefix);
  const edits = new Edits(code);
  if (code.startsWith('#!')) edits.replace(0, 2, '//');
  const read = options.verbatim !== true && (isModuleFile || WORDS.test(code)) ? readModule(code) : undefined;
  const found = read && new ModuleRewriter(edits, frame, testSide).rewrite(read.program);
  const waits = found?.waits === true;
  const isModule = found?.isModule === true || isModuleFile || options.wasModule || waits;
  const isStrict = isModule || options.strict;
  if (isStrict && !isModule) edits.lead(0, '"use strict";');
  const adds = mayAdd(code);
  const isEdited = needsTree(code, isStrict, options);
  const tree = adds || isEdited ? (read ?? readScript(code, isStrict)) : undefined;
  const made = isEdited ? editTree(edits, tree, isStrict, frame, options) : undefined;
  // Babel lets a file that only imports write `exports.name = …`: it is no ES module to those that import it.
  const isBare = found?.hasExports !== true && !options.strict && !isModuleFile;
  if (isModule) frame.wrap(edits, { hoisted: made?.hoisted ?? '', waits, isBare });
  else if (made && made.hoisted !== '') edits.lead(made.start, made.hoisted);
  const edited = edits.apply();
  return {
    kind: isModule ? (waits ? 'async' : 'module') : 'script',
    code: edited.code,
    counters: made?.counters ?? [],
    requires: found && [...found.requires],
    added: adds && tree ? additions(tree.program) : [],
    origin: (offset) => edited.origin(offset),
  };
}

/** A tree, and whether its source means something under strict mode. */
interface Read {
  program: Program;
  strictly: boolean;
}

/** The tree of a module, or of a script that is none. Throws the error of the parser that got further. */
function readModule(code: string): Read {
  try {
    return { program: parseModule(code), strictly: true };
  } catch (ofModule) {
    try {
      return { program: parseScript(code), strictly: false };
    } catch (ofScript) {
      const place = (error: unknown): number => (error as { pos?: number }).pos ?? 0;
      throw place(ofScript) > place(ofModule) ? ofScript : ofModule;
    }
  }
}

/** Undefined for what is none of JavaScript: V8 says why. */
function readScript(code: string, isStrict: boolean): Read | undefined {
  const strictly = parseStrictly(code);
  if (strictly || isStrict) return strictly && { program: strictly, strictly: true };
  try {
    return { program: parseScript(code), strictly: false };
  } catch {
    return undefined;
  }
}

function needsTree(code: string, isStrict: boolean, options: CompileOptions): boolean {
  const { dropBareFields: drops, guarded, lineOf, parameterProperties, testSide } = options;
  return (
    (guarded && !isStrict) ||
    (testSide && mayHoist(code)) ||
    drops ||
    parameterProperties ||
    lineOf !== undefined
  );
}

/** Edits found in the syntax tree of the code. */
interface TreeEdits {
  counters: number[][];
  /** Code that comes first in the program, and its position. */
  hoisted: string;
  start: number;
}

function editTree(
  edits: Edits,
  read: Read | undefined,
  isStrict: boolean,
  frame: ModuleFrame,
  options: CompileOptions,
): TreeEdits | undefined {
  if (!read) return undefined;
  const code = edits.source;
  const { program, strictly } = read;
  if (options.parameterProperties && readsParameters(program)) throw new AssignedFields();
  if (options.dropBareFields) dropBareFields(program, edits);
  if (options.guarded && !isStrict) guardArguments(program, edits, strictly, frame.made(''));
  const hoisted = options.testSide && mayHoist(code) ? hoistMocks(program, edits, frame) : '';
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
