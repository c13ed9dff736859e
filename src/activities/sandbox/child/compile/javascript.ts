/** Makes a JavaScript source the body of a function, as the runtime calls modules: a script's, or an ES module's. */
import type { AnyNode, Program } from 'acorn';
import { HELPER } from '../../wrapper';
import type { ModuleKind } from '../../wrapper';
import { addCounters } from '../instrument';
import type { LineOf } from '../instrument';
import { Edits } from './edits';
import type { Edited } from './edits';
import { rewriteModule } from './es-module';
import { readsParameters } from './fields';
import { hoistMocks, mayHoist, nameMockedModules } from './hoist';
import { hasModuleStatements, parseModule, parseScript, waitsAtTop } from './parse';
import { guardArguments } from './strict';
import { eachChild } from './walk';

export interface JavaScriptOptions {
  path: string;
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
  /** Gives lines for counters; absent: none are wanted. */
  lineOf?: LineOf;
}

export interface JavaScript {
  kind: ModuleKind;
  edited: Edited;
  /** Lines of each counter. */
  counters: number[][];
  /** Specifiers of modules that it names literally; undefined when it was not parsed. */
  requires: string[] | undefined;
}

/** Only these words make a difference to a plain CommonJS module. */
const WORDS = /\b(?:import|export|await)\b/;
const META = /\bimport\s*\.\s*meta\b/;

/** Functions that take the name of a module, beside `require`. */
const NAMING =
  /^(?:resolve|mock|unmock|doMock|dontMock|doUnmock|deepUnmock|setMock|requireActual|requireMock|importActual|importMock|createMockFromModule|genMockFromModule|unstable_mockModule|unstable_unmockModule)$/;

type Parsed = { program: Program; module: boolean; strictly: boolean };

function hasMeta(node: AnyNode): boolean {
  let found = node.type === 'MetaProperty' && node.meta.name === 'import';
  eachChild(node, (child) => {
    found ||= hasMeta(child);
  });
  return found;
}

function isModule(program: Program, code: string, options: JavaScriptOptions): boolean {
  return (
    options.wasModule ||
    /\.m[jt]s$/.test(options.path) ||
    hasModuleStatements(program) ||
    (META.test(code) && hasMeta(program)) ||
    waitsAtTop(program)
  );
}

/** Throws what the parser threw that came further. */
function parse(code: string, options: JavaScriptOptions): Parsed {
  let failure: unknown;
  try {
    const program = parseModule(code);
    if (isModule(program, code, options)) return { program, module: true, strictly: true };
    // To a script this begins a comment.
    if (!code.includes('<!--')) return { program, module: false, strictly: true };
  } catch (error) {
    failure = error;
  }
  try {
    return { program: parseScript(code), module: false, strictly: false };
  } catch (error) {
    throw placeOf(failure) > placeOf(error) ? failure : error;
  }
}

function placeOf(error: unknown): number {
  const { pos } = (error ?? {}) as { pos?: unknown };
  return typeof pos === 'number' ? pos : -1;
}

function choosePrefix(code: string): string {
  let prefix = '__k_';
  for (let count = 0; code.includes(prefix); count++) prefix = `__k${count}_`;
  return prefix;
}

/** What there is to do at single nodes. */
class Collector {
  readonly requires = new Set<string>();
  private readonly skipped = new Set<number>();

  constructor(
    private readonly edits: Edits,
    private readonly options: JavaScriptOptions,
  ) {}

  private name(node: AnyNode | undefined): void {
    if (node?.type === 'Literal' && typeof node.value === 'string') this.requires.add(node.value);
    const [text] = node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis : [];
    if (typeof text?.value.cooked === 'string') this.requires.add(text.value.cooked);
  }

  visit(node: AnyNode): void {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        this.name(node.source ?? undefined);
        break;
      case 'ImportExpression':
        this.name(node.source);
        if (!this.skipped.has(node.start))
          this.edits.replace(node.start, node.start + 'import'.length, `${HELPER}.dynamic`);
        break;
      case 'MetaProperty':
        if (node.meta.name === 'import') this.edits.replace(node.start, node.end, `${HELPER}.meta`);
        break;
      case 'CallExpression':
        this.call(node);
        break;
      case 'BinaryExpression':
        this.separate(node);
        break;
      case 'PropertyDefinition':
        if (
          this.options.dropBareFields &&
          !node.value &&
          !node.computed &&
          node.key.type !== 'PrivateIdentifier'
        )
          this.edits.replace(node.start, node.end, ';');
        break;
      default:
    }
    eachChild(node, (child) => this.visit(child));
  }

  private call(node: AnyNode & { type: 'CallExpression' }): void {
    const { callee } = node;
    if (this.options.testSide) {
      const start = nameMockedModules(node, this.edits);
      if (start !== undefined) this.skipped.add(start);
    }
    const called =
      callee.type === 'Identifier'
        ? callee.name === 'require'
        : callee.type === 'MemberExpression' &&
          callee.property.type === 'Identifier' &&
          NAMING.test(callee.property.name);
    if (called) this.name(node.arguments[0]);
  }

  /** `a<!--b` of a module would begin a comment in a function's body. */
  private separate({ left, right, operator }: AnyNode & { type: 'BinaryExpression' }): void {
    if (operator !== '<') return;
    const at = this.edits.source.lastIndexOf('<!--', right.start);
    if (at >= left.end && at + 1 === right.start) this.edits.insert(right.start, ' ');
  }
}

/** The source means fields that are assigned: TypeScript has to compile it. */
export class AssignedFields extends Error {}

/** Throws what the parser throws, and `AssignedFields`. */
export function compileJavaScript(code: string, options: JavaScriptOptions): JavaScript {
  const edits = new Edits(code);
  if (code.startsWith('#!')) edits.replace(0, 2, '//');
  const needed =
    WORDS.test(code) ||
    options.lineOf ||
    options.testSide ||
    options.strict ||
    /\.m[jt]s$/.test(options.path);
  if (!needed) return { kind: 'script', edited: edits.apply(), counters: [], requires: undefined };
  const { program, module, strictly } = parse(code, options);
  if (options.parameterProperties && readsParameters(program)) throw new AssignedFields();
  const prefix = choosePrefix(code);
  if (!module && options.strict && strictly) edits.lead(0, '"use strict";');
  else if (!module && options.guarded) guardArguments(program, edits, strictly, prefix);
  const collector = new Collector(edits, options);
  collector.visit(program);
  const hoisted = options.testSide && mayHoist(code) ? hoistMocks(program, edits, prefix) : '';
  const counters = options.lineOf ? addCounters(program, edits, options.lineOf) : [];
  const waits = module && waitsAtTop(program);
  const mayLackExports = !options.strict && !options.path.endsWith('.mjs');
  if (module)
    rewriteModule(program, edits, { testSide: options.testSide, waits, prefix, hoisted, mayLackExports });
  else if (hoisted !== '') edits.lead(afterDirectives(program), hoisted);
  return {
    kind: module ? (waits ? 'async' : 'module') : 'script',
    edited: edits.apply(),
    counters,
    requires: [...collector.requires],
  };
}

function afterDirectives({ body }: Program): number {
  let end = 0;
  for (const statement of body) {
    if (statement.type !== 'ExpressionStatement' || statement.directive === undefined) break;
    end = statement.end;
  }
  return end;
}
