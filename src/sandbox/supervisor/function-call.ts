/** A call of one module's source text: as a request for a function, and its result for whoever wrote the text. */
import { CallLimits } from '../../domain/values/call';
import type { CallError, CallErrorKind, CallOutcome, FunctionCall } from '../../domain/values/call';
import { COMMAND_CHECK } from '../links';
import type { CallInput, FunctionRequest, FunctionResult, ProgramContext } from '../types';

/** Path of the source in its program. */
const MODULE = 'function.ts';
/** Export of a function that the source declares and does not export. */
const ALIAS = '__kintsugiDeclared';
const MAX_FRAMES = 5;
const MAX_MESSAGE = 2_000;

const NAME =
  /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,199}(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]{0,199}){0,3}$/u;
/** Words of CommonJS; `import` and `export` do not stand beside them. */
const COMMON_JS = /\bmodule\s*\.\s*exports\b|(?<![.\w$])exports\s*[.[]/;
const MODULE_SYNTAX = /^[^\S\r\n\u2028\u2029]*(?:import|export)\b/m;

/** The source, and after its last line an export of what it only declares. `typeof` of an unknown name is no error. */
function exposed(source: string, name: string): string {
  const [first = ''] = name.split('.');
  const value = `typeof ${first} === 'undefined' ? undefined : ${first}`;
  const isCommonJs = COMMON_JS.test(source) && !MODULE_SYNTAX.test(source);
  return isCommonJs
    ? `${source}\nObject(module.exports).${ALIAS} ??= ${value};`
    : `${source}\nexport const ${ALIAS} = ${value};`;
}

/** The request for a call; undefined where the name can't be that of a function. */
export function requestOf(
  call: FunctionCall,
  packages: ProgramContext['packages'],
  input: CallInput | undefined,
): FunctionRequest | undefined {
  const { source, name, args = [] } = call;
  if (!NAME.test(name)) return undefined;
  return {
    files: new Map([[MODULE, exposed(source, name)]]),
    context: { packages },
    module: MODULE,
    name,
    alias: ALIAS,
    args,
    input,
    limits: CallLimits.parse(call.limits ?? {}),
  };
}

/** The outcome where nothing was called. */
export function refused(kind: CallErrorKind, message: string): CallOutcome {
  return {
    success: false,
    truncated: false,
    error: { kind, name: 'Error', message, stack: [] },
    console: '',
    ms: 0,
  };
}

/** Outcome for a name that no function can have. */
export function noSuchName({ name }: FunctionCall): CallOutcome {
  return refused('missing-function', `${JSON.stringify(name.slice(0, 100))} is no name of a function.`);
}

/** The outcome of a call by the result of its request. */
export function outcomeOf({ source, name }: FunctionCall, result: FunctionResult): CallOutcome {
  const console = result.console.map(({ level, text }) => `${level}: ${text}`).join('\n');
  const common = { console, ms: result.durationMs, memoryMb: result.memoryMb };
  if (result.ok) {
    return { success: true, result: result.value, truncated: result.truncated ?? false, ...common };
  }
  return { success: false, truncated: false, error: errorOf(source, name, result), ...common };
}

function errorOf(source: string, name: string, result: FunctionResult & { ok: false }): CallError {
  const { failure, end, fault } = result;
  const kind = end === 'timeout' || end === 'memory' ? end : fault;
  // What is wrong after the last line is wrong at its end: that line is ours.
  const lines = source.split('\n').length;
  const { line, column } = failure.location ?? {};
  return {
    kind,
    name: failure.errorName,
    message: messageOf(failure.message, kind, name).slice(0, MAX_MESSAGE),
    ...(line === undefined ? {} : { line: Math.min(line, lines) }),
    ...(line === undefined || line > lines ? {} : { column }),
    stack: framesOf(failure.stack ?? ''),
  };
}

function messageOf(message: string, kind: CallErrorKind, name: string): string {
  if (kind === 'import') return message.replace(COMMAND_CHECK, '').replace(` from '${MODULE}'`, '').trim();
  if (kind !== 'missing-function') return message;
  const what = message.replace(`${MODULE} does not export ${name}: it exports`, 'it exports');
  if (what === message) return message.replace(` of ${MODULE}`, '');
  return `The code defines no function ${name}: declare or export it (${what.replace(/\.$/, '')}).`;
}

/** `    at analyse (function.ts:3:12)` as `analyse (3:12)`. */
function framesOf(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return frames.slice(0, MAX_FRAMES).map((line) =>
    line
      .slice('    at '.length)
      .replace(/^Object\./, '')
      .replace(`${MODULE}:`, '')
      .slice(0, 200),
  );
}
