/** Finds out who calls a function of the tests: the engine's stack answers, so no caller has to be wrapped and none can be forgotten. */
import { isPackageFile, isTestPackage } from '../links';

/** As V8 gives it to a formatter of stacks; programs never see one. */
interface CallSite {
  getFileName(): unknown;
  isEval(): boolean;
}

type Formatter = (error: unknown, sites: readonly CallSite[]) => string;

/** Scripts of the sandbox: the runtime and the libraries of stand-ins. */
const OWN_SCRIPT = 'kintsugi:';

const capture = Error.captureStackTrace;

let formatter: Formatter | undefined;
let seen: readonly CallSite[] = [];

const keep: Formatter = (_error, sites) => {
  seen = sites;
  return '';
};

/**
 * Locks the format of stacks: a program that could choose it would get the functions of the tests as call sites. Its
 * own assignment is ignored, and its stacks stay the usual ones.
 */
export function lockStackFormat(): void {
  Reflect.defineProperty(Error, 'prepareStackTrace', {
    get: () => formatter,
    set: () => undefined,
    enumerable: false,
    configurable: false,
  });
}

/** Frames below a function, innermost first. Error.stackTraceLimit may be the program's: then there may be none. */
function framesBelow(top: (...args: never[]) => unknown, count: number): readonly CallSite[] {
  const limit = Error.stackTraceLimit;
  const holder = {};
  seen = [];
  Reflect.set(Error, 'stackTraceLimit', count);
  formatter = keep;
  try {
    capture(holder, top);
    void (holder as { stack?: unknown }).stack;
  } finally {
    formatter = undefined;
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
  const frames = seen;
  seen = [];
  return frames;
}

/** A function of the engine; what `eval` and `Function` make has no file either, and is the program's. */
function isNative(site: CallSite): boolean {
  return !site.isEval() && typeof site.getFileName() !== 'string';
}

/** Frames looked at where packages stand between. */
const MAX_PACKAGE_FRAMES = 30;

/**
 * True where code of the program called the function `top`, perhaps through built-ins and packages; `isOfTests` tells of a module
 * whether it is the tests'. About 3 µs where the runtime or a test called it.
 */
export function isCalledByProgram(
  top: (...args: never[]) => unknown,
  isOfTests: (path: string) => boolean,
): boolean {
  for (const count of [1, MAX_PACKAGE_FRAMES]) {
    for (const site of framesBelow(top, count)) {
      if (isNative(site)) continue;
      const file = site.getFileName();
      // What `eval` and `Function` make is the program's.
      if (typeof file !== 'string') return true;
      if (file.startsWith(OWN_SCRIPT) || isTestPackage(file)) return false;
      if (!isPackageFile(file)) return !isOfTests(file.replace(/^\//, ''));
    }
  }
  return false;
}
