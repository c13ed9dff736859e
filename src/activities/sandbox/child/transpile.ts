/** Turns the user's sources into function bodies that V8 runs, and tells where each place of them comes from. */
import type { CompilerConfig } from '../../../domain/test-config';
import type { BrokenModule } from '../runtime-protocol';
import type { ModuleKind } from '../wrapper';
import { brokenByParser, checkBody, TOO_DEEP } from './compile/broken';
import { AssignedFields, compileJavaScript } from './compile/javascript';
import type { JavaScript, JavaScriptOptions } from './compile/javascript';
import { compileJson } from './compile/json';
import { Lines } from './compile/lines';
import type { Spot } from './compile/lines';
import { hasMoreTokens, MAX_TOKENS } from './compile/size';
import { hasParameterProperties, isHard, isTypeScript, mayHoldJsx, stripTypes } from './compile/strip-types';
import type { Stripped } from './compile/strip-types';
import { compileTypeScript } from './compile/typescript';

export interface TranspileOptions {
  /** Settings of the project's tsconfig.json. */
  compiler?: Partial<CompilerConfig>;
  /** Count executed lines. */
  coverage?: boolean;
  /** The file is its own test: its functions hide nothing from anybody. */
  plainScript?: boolean;
}

/** A body of a function with `MODULE_PARAMETERS`. */
export interface TranspiledCode {
  code: string;
  kind: ModuleKind;
  /** Lines of each counter; empty without coverage. */
  counters: number[][];
  /** Specifiers of modules that it names literally; undefined when it was taken as it is. */
  requires: string[] | undefined;
  /** The place in the source that a place of the code comes from; undefined for what was added. */
  map(spot: Spot): Spot | undefined;
}

export type Transpiled = TranspiledCode | { broken: BrokenModule };

const MODULE_WORDS = /\b(?:import|export|await)\b/;
const MODULE_SYNTAX = /^\s*(?:import|export)\b/m;

interface Task {
  path: string;
  source: string;
  testSide: boolean;
  options: TranspileOptions;
  /** Its fields are assigned in the constructor by now. */
  assigned?: boolean;
}

/** The JavaScript a source is made of: itself, unless it has types or JSX. */
const asItIs = (source: string): Stripped => ({ code: source, keepsLines: true, place: (spot) => spot });

function javaScriptOptions(
  { path, source, testSide, options, assigned }: Task,
  guarded: boolean,
): JavaScriptOptions {
  const typescript = isTypeScript(path);
  return {
    path,
    testSide,
    guarded,
    strict: typescript,
    wasModule: typescript && MODULE_SYNTAX.test(source),
    parameterProperties:
      typescript &&
      !assigned &&
      options.compiler?.useDefineForClassFields !== true &&
      hasParameterProperties(source),
    dropBareFields: typescript && options.compiler?.useDefineForClassFields === false,
  };
}

function lineFinder({ code, keepsLines, place }: Stripped): (offset: number) => number | undefined {
  const lines = new Lines(code);
  return (offset) => (keepsLines ? lines.at(offset).line : place(lines.at(offset))?.line);
}

/** Makes a body of JavaScript. Errors have the places of the source. */
function finish(task: Task, stripped: Stripped, guarded: boolean): Transpiled {
  let made: JavaScript;
  try {
    const lineOf = task.options.coverage ? lineFinder(stripped) : undefined;
    made = compileJavaScript(stripped.code, { ...javaScriptOptions(task, guarded), lineOf });
  } catch (error) {
    if (error instanceof AssignedFields) throw error;
    // Of a script V8 itself says what is wrong; it may know syntax that the parser does not.
    if (stripped.code === task.source && !MODULE_WORDS.test(task.source)) return asScript(task);
    return { broken: mapBroken(brokenByParser(error), stripped.place) };
  }
  const { edited, kind, counters, requires } = made;
  const map = mapper(stripped, made);
  const broken = checkBody(edited.code, kind, task.path);
  if (!broken) return { code: edited.code, kind, counters, requires, map };
  // A guard that V8 does not take is left out.
  return guarded ? finish(task, stripped, false) : { broken: mapBroken(broken, map) };
}

function mapper(stripped: Stripped, { edited }: JavaScript): TranspiledCode['map'] {
  let lines: { code: Lines; stripped: Lines } | undefined;
  return (spot) => {
    lines ??= { code: new Lines(edited.code), stripped: new Lines(stripped.code) };
    const origin = edited.origin(lines.code.offset(spot));
    return origin === undefined ? undefined : stripped.place(lines.stripped.at(origin));
  };
}

function mapBroken(broken: BrokenModule, map: (spot: Spot) => Spot | undefined): BrokenModule {
  const { message, line, column } = broken;
  if (line === undefined) return broken;
  return { message, ...(map({ line, column: column ?? 1 }) ?? { line, column }) };
}

/** Sucrase is fast, TypeScript knows everything; what sucrase refuses may be right, and if not, TypeScript says why. */
function fromTypes(task: Task): Transpiled {
  try {
    const first = isHard(task.path, task.source) ? undefined : bySucrase(task);
    if (first && (!('broken' in first) || first.broken.message === TOO_DEEP)) return first;
    return byTypeScript(task) ?? first ?? bySucrase(task);
  } catch (error) {
    if (!(error instanceof AssignedFields)) return { broken: brokenByParser(error) };
    const compiler = { ...task.options.compiler, useDefineForClassFields: false };
    const made = byTypeScript({ ...task, assigned: true, options: { ...task.options, compiler } });
    return made ?? { broken: { message: NEEDS_TYPESCRIPT } };
  }
}

const NEEDS_TYPESCRIPT =
  'The source can only be compiled by TypeScript, which is not installed: run "npm install".';

function isGuarded({ testSide, options }: Task): boolean {
  return testSide && options.plainScript !== true;
}

function bySucrase(task: Task): Transpiled {
  let stripped: Stripped;
  try {
    stripped = stripTypes(task.path, task.source, task.options.compiler);
  } catch (error) {
    return { broken: brokenByParser(error) };
  }
  return finish(task, stripped, isGuarded(task));
}

/** Undefined where TypeScript can't be had. */
function byTypeScript(task: Task): Transpiled | undefined {
  let compiled: ReturnType<typeof compileTypeScript>;
  try {
    compiled = compileTypeScript(task.path, task.source, task.options.compiler);
  } catch (error) {
    return { broken: brokenByParser(error) };
  }
  return compiled && ('broken' in compiled ? compiled : finish(task, compiled, isGuarded(task)));
}

function tooLarge(limit: number): Transpiled {
  const message = `The source has more than ${limit} words and signs, which is more than the sandbox compiles: split it, or keep large data in a JSON file.`;
  return { broken: { message, line: 1, column: 1 } };
}

/** Code of one file, or why it can't be had. `testSide` files have the test API around them. */
export function transpile(
  path: string,
  text: string,
  testSide: boolean,
  options: TranspileOptions = {},
): Transpiled {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const task = { path, source, testSide, options };
  if (path.endsWith('.json')) return compileJson(source);
  if (/\.d\.[cm]?ts$/.test(path)) return finish({ ...task, testSide: false }, asItIs(''), false);
  const typed = isTypeScript(path) || mayHoldJsx(path, source) || isHard(path, source);
  const limit = MAX_TOKENS[typed ? 'typed' : 'plain'];
  if (hasMoreTokens(source, limit)) return typed ? tooLarge(limit) : finishLarge(task);
  if (typed) return fromTypes(task);
  return finish(task, asItIs(source), isGuarded(task));
}

/** A large script is run as it is; to parse it would take more memory than the program may have. */
function finishLarge(task: Task): Transpiled {
  const hidden = isGuarded(task) && /\bfunction\b/.test(task.source);
  const made = hidden ? undefined : asScript(task);
  if (!made || ('broken' in made && MODULE_WORDS.test(task.source))) return tooLarge(MAX_TOKENS.plain);
  return made;
}

function asScript({ path, source }: Task): Transpiled {
  const broken = checkBody(source, 'script', path);
  if (broken) return { broken };
  return { code: source, kind: 'script', counters: [], requires: undefined, map: (spot) => spot };
}
