/** Place and reason of a syntax error, from the messages of the parsers. */
import { compileFunction, Script } from 'node:vm';
import type { BrokenModule } from '../../runtime-protocol';
import { MODULE_PARAMETERS } from '../../wrapper';
import type { ModuleKind } from '../../wrapper';

/** The message of every parser whose stack was not enough. */
export const TOO_DEEP = 'The source is nested too deeply to be read.';

/** Errors of parsers come from more than one realm: they are told by their shape. */
function readError(error: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  if (name === 'RangeError') return { name, message: TOO_DEEP, stack: '' };
  return { name: String(name), message: String(message), stack: typeof stack === 'string' ? stack : '' };
}

/** Place of an error whose message ends in `(line:column)`. */
export function brokenByParser(error: unknown): BrokenModule {
  const { message } = readError(error);
  const at = /\((\d+):(\d+)\)\s*$/.exec(message);
  if (!at) return { message };
  // Acorn counts columns from 0, sucrase from 1.
  const column = Number(at[2]) + (isOfAcorn(error) ? 1 : 0);
  return { message: message.slice(0, at.index).trimEnd(), line: Number(at[1]), column };
}

/** Its errors say up to where it had read. */
function isOfAcorn(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'raisedAt' in error;
}

/** V8 puts `file:line`, the line and a row of carets before the message. */
function brokenByV8(error: unknown, path: string): BrokenModule {
  const { message, stack } = readError(error);
  const [head = '', , carets = ''] = stack.split('\n', 3);
  const line = head.startsWith(`${path}:`) ? Number(head.slice(path.length + 1)) : undefined;
  const column = carets.indexOf('^') + 1;
  return { message, line, ...(column > 0 ? { column } : {}) };
}

type FunctionMaker = new (...parameters: string[]) => unknown;

function makerOf(sample: object): FunctionMaker {
  return (Object.getPrototypeOf(sample) as { constructor: FunctionMaker }).constructor;
}

const BODIES: Record<Exclude<ModuleKind, 'script'>, { make: FunctionMaker; keyword: string }> = {
  module: {
    make: makerOf(function* () {}),
    keyword: 'function*',
  },
  async: {
    make: makerOf(async function () {}),
    keyword: 'async function',
  },
};

/** Checks that the code is a function's body by itself: one that closes its wrapper early is refused. */
export function checkBody(code: string, kind: ModuleKind, path: string): BrokenModule | undefined {
  try {
    if (kind === 'script') compileFunction(code, [...MODULE_PARAMETERS], { filename: path });
    else new BODIES[kind].make(...MODULE_PARAMETERS, code);
    return undefined;
  } catch (error) {
    return kind === 'script' ? brokenByV8(error, path) : locate(code, BODIES[kind].keyword, path, error);
  }
}

/** A function that is made of texts does not say where its error is; a script with the same body does. */
function locate(code: string, keyword: string, path: string, error: unknown): BrokenModule {
  try {
    new Script(`(${keyword}(${MODULE_PARAMETERS.join(',')}){\n${code}\n})`, {
      filename: path,
      lineOffset: -1,
    });
  } catch (located) {
    return brokenByV8(located, path);
  }
  return { message: readError(error).message };
}
