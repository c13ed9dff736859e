/** The library of node:fs and node:fs/promises. */
import 'node:stream';
import { bindingOf, later, promised } from '../fs/binding';
import { as, forSide, isClass, sideNow } from '../fs/sides';
import type { Side } from '../fs/sides';
import { FileSystem } from '../fs/system';
import { refusal } from '../node/errors';
import { validateFunction } from '../node/validate';
import nodeModule from './natives';

type AnyFunction = (...args: unknown[]) => unknown;
type Exports = Record<string, unknown>;

const binding = bindingOf(new FileSystem());
const constants = { fs: Object.freeze({ __proto__: null, ...NODE_FACTS_files }), os: NODE_FACTS_os };

/** Functions that streams work by, for no side: a program can get hold of them by any stream. */
const streamFiles: Exports = {};
const made = new WeakMap<object, { side: Side; path: unknown; flags: unknown }>();

interface Stream {
  path: unknown;
  flags: unknown;
}

/** Notes for whom a stream was made. */
function madeStream(stream: Stream): void {
  made.set(stream, { side: sideNow(), path: stream.path, flags: stream.flags });
}

/** Files as a stream opens them: for the side that made it, unless it was changed since. */
function filesOf(stream: Stream): Exports {
  const { side, path, flags } = made.get(stream) ?? {};
  const same = path === stream.path && flags === stream.flags;
  const open = streamFiles.open as AnyFunction;
  return { open: (...args: unknown[]) => as(same && side ? side : 'program', () => open(...args)) };
}

nodeModule.add(
  {},
  {
    modules: Object.fromEntries(
      ['cp/cp', 'cp/cp-sync', 'recursive_watch', 'rimraf', 'watchers'].map((name) => [
        `internal/fs/${name}`,
        () => ({}),
      ]),
    ),
    bindings: {
      constants: () => constants,
      fs: () => binding,
      fs_dir: () => ({ opendir: refusal('fs.opendir()'), opendirSync: refusal('fs.opendirSync()') }),
      kintsugi: () => ({ streamFiles, madeStream, filesOf }),
    },
  },
);

const fs = nodeModule<Exports>('fs');
for (const name of ['open', 'close', 'read', 'write', 'writev', 'fsync']) {
  streamFiles[name] = fs[name];
  sandboxHost.lock(fs[name] as object);
}
Object.freeze(streamFiles);
const promises = nodeModule<{ exports: Exports }>('internal/fs/promises').exports;

/** Steps of one call must all be of one side, so functions of many steps take them at once. */
function atOnce(name: string): void {
  const sync = fs[`${name}Sync`] as AnyFunction;
  fs[name] = (...args: unknown[]): void => {
    const callback = args.findLast((arg) => typeof arg === 'function');
    validateFunction(callback, 'cb');
    const given = args.slice(0, args.lastIndexOf(callback));
    later(() => sync(...given), callback);
  };
  Object.defineProperty(fs[name], 'name', { value: name });
  // The one that promises has takes a single step.
  if (name === 'realpath') return;
  promises[name] = async (...args: unknown[]) => promised(() => sync(...args));
  Object.defineProperty(promises[name], 'name', { value: name });
}

const native = { realpath: fs.realpath, realpathSync: fs.realpathSync } as Record<
  string,
  { native: AnyFunction }
>;
for (const name of ['readdir', 'realpath', 'rm', 'rmdir']) atOnce(name);
Object.assign(fs.realpath as object, { native: native.realpath?.native });

/** What would hear of changes behind the back of a test, and what hardly a test calls. */
for (const holder of [fs, promises])
  for (const name of ['watch', 'watchFile', 'glob', 'globSync', 'openAsBlob', 'cp', 'cpSync'].filter(
    (one) => one in holder,
  ))
    holder[name] = Object.defineProperty(refusal(`fs.${name}()`), 'name', { value: name });
fs.unwatchFile = () => undefined;
Reflect.deleteProperty(fs, 'Utf8Stream');

/** Functions as the tests call them. What Node makes when it is read is made at once: it is locked with the rest. */
const ofTests = forSide(() => 'tests');
for (const namespace of [fs, promises]) {
  for (const key of Object.keys(namespace)) {
    if (namespace === fs && key === 'constants') continue;
    const value = key === 'promises' ? promises : namespace[key];
    const shown =
      typeof value === 'function' && !isClass(value as AnyFunction) ? ofTests(value as AnyFunction) : value;
    Object.defineProperty(namespace, key, {
      value: shown,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

const modules: Record<string, unknown> = {
  fs,
  'fs/promises': promises,
  'internal/fs-sides': forSide,
  globals: {},
};

export const load = (name: string): unknown => modules[name];
