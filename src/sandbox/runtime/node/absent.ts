/**
 * Modules that can't exist in an isolate. Programs often import one at their top and use it on paths that no test
 * takes. So each exists, with the names of Node's, and throws when it is used.
 */
import { notInSandbox } from './errors';

type Exports = Record<string, unknown>;

/** Names of functions and classes of a module of Node, and what else it exports. */
export interface AbsentFacts {
  names: readonly string[];
  facts: Exports;
}

const absent = new WeakSet<object>();

export function isAbsent(value: unknown): boolean {
  return typeof value === 'function' && absent.has(value);
}

/** A function that refuses, or a class that others may extend, but nobody can make anything of. */
function refusing(module: string, name: string): object {
  const made: Record<string, object> = /^[A-Z]/.test(name)
    ? {
        [name]: class {
          constructor() {
            throw notInSandbox(`new ${module}.${name}()`);
          }
        },
      }
    : {
        [name]: (): never => {
          throw notInSandbox(`${module}.${name}()`);
        },
      };
  const value = made[name] as object;
  absent.add(value);
  return value;
}

/** Exports of a module whose functions and classes all refuse; its other facts are those of Node, and `own`. */
export function absentModule(module: string, { names, facts }: AbsentFacts, own: Exports = {}): Exports {
  const refused = names.map((name) => [name, refusing(module, name)] as const);
  return Object.assign(Object.fromEntries(refused), facts, own);
}
