/** Makes node:module: which modules there are, and `require` for any file. */
import { invalidArgValue, notInSandbox, refusal } from '../node/errors';
import nodeModule from './internal.library';

const path = nodeModule<typeof import('node:path')>('path');
const url = nodeModule<typeof import('node:url')>('url');

/** Names with a prefix only. */
const PREFIXED = new Set(['test']);

const builtinModules = sandboxHost.moduleNames.filter((name) => !PREFIXED.has(name));

function isBuiltin(name: unknown): boolean {
  const text = String(name);
  return text.startsWith('node:')
    ? sandboxHost.moduleNames.includes(text.slice(5))
    : builtinModules.includes(text);
}

type RequireFrom = (filename: string) => unknown;

function pathOf(place: unknown): string {
  const isUrl = typeof place === 'object' || (typeof place === 'string' && place.startsWith('file:'));
  const found = isUrl ? url.fileURLToPath(place as string) : place;
  if (typeof found === 'string' && path.isAbsolute(found)) return found;
  throw invalidArgValue(
    'filename',
    place,
    'must be a file URL object, file URL string, or absolute path string',
  );
}

/** The module's exports; `requireFrom` says what the files of its caller may load. */
export default function createModule(requireFrom: RequireFrom): unknown {
  function Module(): never {
    throw notInSandbox('new Module()');
  }
  return Object.assign(Module, {
    Module,
    builtinModules: [...builtinModules],
    isBuiltin,
    createRequire: (place: unknown): unknown => requireFrom(pathOf(place)),
    register: refusal('module.register()'),
    registerHooks: refusal('module.registerHooks()'),
    findSourceMap: (): undefined => undefined,
    syncBuiltinESMExports: (): void => undefined,
    enableCompileCache: (): object => ({ status: 3 }),
    _extensions: Object.create(null) as object,
    _cache: Object.create(null) as object,
  });
}
