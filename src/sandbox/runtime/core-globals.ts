/** The global names of Node and the web that core stand-ins give, by the module that exports each of them. */
const NAMES: Record<string, readonly string[]> = {
  'internal/web-clone': ['structuredClone'],
  'internal/web-errors': ['DOMException'],
  'internal/web-navigator': ['fetch', 'Navigator', 'navigator'],
  'internal/web-text': ['TextDecoder', 'TextEncoder'],
  'internal/web-url': ['URL', 'URLSearchParams'],
  worker_threads: ['MessageChannel', 'MessagePort'],
};

const MODULE_OF_GLOBAL: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([module, names]) => names.map((name) => [name, module] as const)),
);

export const CORE_GLOBALS: readonly string[] = [...MODULE_OF_GLOBAL.keys(), 'process'];

/** The value of such a global, from the modules that `load` gives. */
export function coreGlobal(name: string, load: (module: string) => unknown): unknown {
  const module = MODULE_OF_GLOBAL.get(name);
  return module === undefined ? load(name) : (load(module) as Record<string, unknown>)[name];
}
