/** Turns the user's sources into function bodies that V8 runs, and tells where each place of them comes from. */
import type { BrokenModule } from '../runtime-protocol';
import { brokenByParser, checkBody, TOO_DEEP } from './compile/broken';
import {
  hasParameterProperties,
  isHard,
  isTypeScript,
  jsxOptions,
  jsxSettings,
  mayHoldDecorators,
  mayHoldJsx,
} from './compile/dialect';
import { AssignedFields, compileSource } from './compile/javascript';
import type { Compiled, CompileOptions } from './compile/javascript';
import { Lines } from './compile/lines';
import type { Spot } from './compile/lines';
import { hasMoreTokens, MAX_TOKENS } from './compile/size';
import type { Transpiled, TranspiledCode, TranspileOptions } from './compile/transpiled';
import { bySucrase, compileTypeScript } from './compile/typescript';
import type { Stripped } from './compile/typescript';

const MODULE_WORDS = /\b(?:import|export|await)\b/;
const MODULE_SYNTAX = /^[^\S\r\n\u2028\u2029]*(?:import|export)\b/m;

interface Task {
  path: string;
  source: string;
  testSide: boolean;
  options: TranspileOptions;
  /** Its fields are assigned in the constructor by now. */
  assigned?: boolean;
}

const asItIs = (source: string): Stripped => ({ code: source, keepsLines: true, place: (spot) => spot });

/** Types and JSX are taken out by sucrase. */
function strip({ options, path, source }: Task): Stripped {
  const jsx = mayHoldJsx(path, source) ? jsxOptions(jsxSettings(source, options.compiler)) : undefined;
  return isTypeScript(path) || jsx ? bySucrase(source, isTypeScript(path), jsx) : asItIs(source);
}

function compileOptions(task: Task, stripped: Stripped, guarded: boolean): CompileOptions {
  const { assigned, options, path, source, testSide } = task;
  const typescript = isTypeScript(path);
  const assigns = options.compiler?.useDefineForClassFields;
  return {
    path,
    testSide,
    guarded,
    strict: typescript,
    wasModule: typescript && MODULE_SYNTAX.test(source),
    parameterProperties: typescript && !assigned && assigns !== true && hasParameterProperties(source),
    dropBareFields: typescript && assigns === false,
    lineOf: options.coverage ? (code) => lineFinder(code, stripped) : undefined,
  };
}

/** Lines of the source for offsets in code whose lines are those of what was stripped. */
function lineFinder(code: string, { keepsLines, place }: Stripped): (offset: number) => number | undefined {
  const lines = new Lines(code);
  return (offset) => (keepsLines ? lines.at(offset).line : place(lines.at(offset))?.line);
}

/** Makes a body of JavaScript, of the source or of what is given. Errors have the places of the source. */
function finish(task: Task, given?: Stripped, guarded = isGuarded(task), verbatim = false): Transpiled {
  let stripped = given ?? asItIs(task.source);
  let made: Compiled;
  try {
    if (!given) stripped = strip(task);
    made = compileSource(stripped.code, { ...compileOptions(task, stripped, guarded), verbatim });
  } catch (error) {
    if (error instanceof AssignedFields) throw error;
    const plain = isPlain(task) && !verbatim ? finish(task, asItIs(task.source), guarded, true) : undefined;
    // Of a script V8 itself says what is wrong.
    if (plain && (!('broken' in plain) || !MODULE_SYNTAX.test(task.source))) return plain;
    return { broken: mapBroken(brokenByParser(error), stripped.place) };
  }
  const { added, code, counters, kind, requires } = made;
  const map = mapper(stripped, made);
  const broken = checkBody(code, kind, task.path);
  if (!broken) return { added, code, kind, counters, requires, map };
  // A guard that V8 does not take is left out.
  return guarded ? finish(task, stripped, false, verbatim) : { broken: mapBroken(broken, map) };
}

/** The parsers stumble over a few forms of plain JavaScript; a script can do without them. */
function isPlain({ path }: Task): boolean {
  return /\.c?js$/.test(path);
}

function mapper(stripped: Stripped, { code, origin }: Compiled): TranspiledCode['map'] {
  let lines: { code: Lines; stripped: Lines } | undefined;
  return (spot) => {
    lines ??= { code: new Lines(code), stripped: new Lines(stripped.code) };
    const at = origin(lines.code.offset(spot));
    return at === undefined ? undefined : stripped.place(lines.stripped.at(at));
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
    const first = isHard(task.path, task.source) ? undefined : finish(task);
    if (first && (!('broken' in first) || first.broken.message === TOO_DEEP)) return first;
    return byTypeScript(task) ?? first ?? finish(task);
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

/** Undefined where TypeScript can't be had. */
function byTypeScript(task: Task): Transpiled | undefined {
  let compiled: ReturnType<typeof compileTypeScript>;
  try {
    compiled = compileTypeScript(task.path, task.source, task.options.compiler);
  } catch (error) {
    return { broken: brokenByParser(error) };
  }
  return compiled && ('broken' in compiled ? compiled : finish(task, compiled));
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
  if (/\.d\.[cm]?ts$/.test(path)) return finish({ ...task, source: '', testSide: false });
  const typed =
    isTypeScript(path) || mayHoldJsx(path, source) || mayHoldDecorators(source) || isHard(path, source);
  const limit = MAX_TOKENS[typed || MODULE_WORDS.test(source) ? 'typed' : 'plain'];
  if (hasMoreTokens(source, limit)) return typed ? tooLarge(limit) : finishLarge(task, limit);
  if (typed) return fromTypes(task);
  return finish(task, asItIs(source));
}

/** A large script is run as it is; to parse it would take more memory than the program may have. */
function finishLarge(task: Task, limit: number): Transpiled {
  const hidden = isGuarded(task) && /\bfunction\b/.test(task.source);
  const made = hidden ? undefined : asScript(task);
  if (!made || ('broken' in made && MODULE_WORDS.test(task.source))) return tooLarge(limit);
  return made;
}

function asScript({ path, source }: Task): Transpiled {
  const broken = checkBody(source, 'script', path);
  if (broken) return { broken };
  return { added: [], code: source, kind: 'script', counters: [], requires: undefined, map: (spot) => spot };
}

/** V8 says where, unless the text just ends. */
function brokenJson(source: string, error: unknown): BrokenModule {
  const message = error instanceof Error ? error.message : String(error);
  const at = /at position (\d+)/.exec(message);
  const spot = new Lines(source).at(at ? Number(at[1]) : source.length);
  return { message: message.replace(/ in JSON at position \d+(?: \(line \d+ column \d+\))?/, ''), ...spot };
}

/** Parsed when it is loaded, as Node does: JavaScript gives `__proto__` another meaning. */
function compileJson(source: string): TranspiledCode | { broken: BrokenModule } {
  try {
    JSON.parse(source);
  } catch (error) {
    return { broken: brokenJson(source, error) };
  }
  const code = `module.exports=JSON.parse(${JSON.stringify(source)})`;
  return { added: [], code, kind: 'script', counters: [], requires: [], map: () => undefined };
}
