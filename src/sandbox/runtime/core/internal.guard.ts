/** Modules of Node as code under test gets them: what could reach the system outside can't even be held. */
import { isAbsent } from '../node/absent';
import { notInSandbox } from '../node/errors';

type Exports = Record<string, unknown>;

/** A view of the exports of `name` in which reading a member throws as long as it is `refused`. What a test puts in its place is seen. */
function view(
  name: string,
  exports: Exports,
  refused: (key: string, value: unknown) => boolean,
  hint?: string,
): Exports {
  const guarded = Object.create(Object.getPrototypeOf(exports) as object) as Exports;
  for (const key of Object.keys(exports)) {
    Object.defineProperty(guarded, key, {
      get: () => {
        const value = exports[key];
        if (refused(key, value)) throw notInSandbox(`${name}.${key}`, hint);
        return value;
      },
      set: (value: unknown) => {
        exports[key] = value;
      },
      enumerable: true,
      configurable: true,
    });
  }
  return guarded;
}

const views = new WeakMap<object, Exports>();

/** Hides the functions and classes that only refuse. */
function outside(name: string, exports: Exports): Exports {
  if (!Object.values(exports).some(isAbsent)) return exports;
  const known = views.get(exports) ?? view(name, exports, (_key, value) => isAbsent(value));
  views.set(exports, known);
  return known;
}

const BY_IMPORT = 'Import it at the top of the file, use require, or fs/promises.';

/** Hides what waits: `import()` of a file system is for code that does not. */
function withoutSync(name: string, exports: Exports): Exports {
  return view(name, exports, (key, value) => key.endsWith('Sync') && typeof value === 'function', BY_IMPORT);
}

export default { outside, withoutSync };
