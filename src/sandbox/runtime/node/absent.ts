/**
 * Modules that can't exist in an isolate. Programs often import one at their top and use it on paths that no test
 * takes. So each exists, with the names of Node's, and throws when it is used.
 */
import { notInSandbox } from './errors';

type Exports = Record<string, unknown>;

const absent = new WeakSet<object>();

/** Marks a function or class that only refuses. */
export function markAbsent<T extends object>(value: T): T {
  absent.add(value);
  return value;
}

export function isAbsent(value: unknown): boolean {
  return typeof value === 'function' && absent.has(value);
}

function absentFunction(module: string, name: string): object {
  const call = {
    [name]: (): never => {
      throw notInSandbox(`${module}.${name}()`);
    },
  };
  return call[name] as object;
}

/** A class that others may extend, but nobody can make anything of. */
function absentClass(module: string, name: string): object {
  const type = {
    [name]: class {
      constructor() {
        throw notInSandbox(`new ${module}.${name}()`);
      }
    },
  };
  return type[name] as object;
}

/** Exports of a module whose functions and classes all refuse; `facts` are what is true without it. */
export function absentModule(module: string, names: string, facts: Exports = {}): Exports {
  const exports: Exports = {};
  for (const name of names.split(' ')) {
    if (name === '') continue;
    exports[name] = markAbsent(
      /^[A-Z]/.test(name) ? absentClass(module, name) : absentFunction(module, name),
    );
  }
  return Object.assign(exports, facts);
}
