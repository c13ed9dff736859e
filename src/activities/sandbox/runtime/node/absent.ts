/**
 * Modules that can't exist in an isolate. Programs often import one at their top and use it on paths that no test
 * takes, so each is there, with the names that Node's has, and says so when it is used.
 */
import { notInSandbox } from './errors';

type Exports = Record<string, unknown>;

function absentFunction(module: string, name: string): unknown {
  const call = {
    [name]: (): never => {
      throw notInSandbox(`${module}.${name}()`);
    },
  };
  return call[name];
}

/** A class that others may extend, but nobody can make anything of. */
function absentClass(module: string, name: string): unknown {
  const type = {
    [name]: class {
      constructor() {
        throw notInSandbox(`new ${module}.${name}()`);
      }
    },
  };
  return type[name];
}

/** Exports of a module whose functions and classes all refuse; `facts` are what is true without it. */
export function absentModule(module: string, names: string, facts: Exports = {}): Exports {
  const exports: Exports = {};
  for (const name of names.split(' ')) {
    if (name === '') continue;
    exports[name] = /^[A-Z]/.test(name) ? absentClass(module, name) : absentFunction(module, name);
  }
  return Object.assign(exports, facts);
}
