/**
 * Stand-ins that are too big for the snapshot. Each library is a script of its own, which the child compiles only into
 * contexts whose modules name something of it. Here the child (finds the names), the launcher (lets the child read the
 * scripts) and the runtime (loads them) agree on it.
 */

interface LibrarySpec {
  /** Node's modules it stands in for. */
  modules: readonly string[];
  /** Global names it holds. */
  globals: readonly string[];
  /** Libraries it is built on. */
  uses: readonly string[];
}

const LIBRARIES: Readonly<Record<string, LibrarySpec>> = {
  buffer: { modules: ['buffer', 'string_decoder'], globals: ['Buffer', 'atob', 'btoa'], uses: [] },
  stream: {
    modules: ['stream', 'stream/promises', 'stream/consumers', 'readline', 'readline/promises'],
    globals: [],
    uses: ['buffer', 'events'],
  },
  events: {
    modules: ['diagnostics_channel', 'internal/abort_controller', 'internal/event_target', 'perf_hooks'],
    globals: [
      ...['AbortController', 'AbortSignal', 'CustomEvent', 'Event', 'EventTarget'],
      ...['Performance', 'performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure'],
      ...['PerformanceObserver', 'PerformanceObserverEntryList'],
    ],
    uses: [],
  },
  crypto: {
    modules: ['crypto'],
    globals: ['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto'],
    uses: ['buffer', 'stream'],
  },
  fs: { modules: ['fs', 'fs/promises', 'internal/fs-sides'], globals: [], uses: ['buffer', 'stream'] },
  web: {
    modules: [],
    globals: ['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response'],
    uses: ['events'],
  },
};

export const LIBRARY_NAMES: readonly string[] = Object.keys(LIBRARIES);

/** How a `need` event spells a library, and the content of a file, among paths of modules. */
export const LIBRARY_MARK = 'library:';
export const CONTENT_MARK = 'content:';

function tableOf(key: 'modules' | 'globals'): ReadonlyMap<string, string> {
  return new Map(LIBRARY_NAMES.flatMap((name) => (LIBRARIES[name]?.[key] ?? []).map((item) => [item, name])));
}

/** Module name without `node:` → library. */
export const LIBRARY_OF_MODULE = tableOf('modules');

/** Global name → library. */
export const LIBRARY_OF_GLOBAL = tableOf('globals');

/** File name of a library's script. */
export function libraryFile(name: string): string {
  return `lib-${name}.js`;
}

/** The library and all it is built on. */
export function withUses(name: string): string[] {
  const uses = LIBRARIES[name]?.uses ?? [];
  return [...uses.flatMap(withUses), name];
}

const GLOBAL_NAME = new RegExp(`\\b(?:${[...LIBRARY_OF_GLOBAL.keys()].join('|')})\\b`, 'g');

/** Libraries that code names, by its literal module specifiers and by global names in its text. */
export function librariesOf(code: string, specifiers: readonly string[]): string[] {
  const found = specifiers.map((specifier) => LIBRARY_OF_MODULE.get(specifier.replace(/^node:/, '')));
  const globals = [...code.matchAll(GLOBAL_NAME)].map(([name]) => LIBRARY_OF_GLOBAL.get(name));
  return [...new Set([...found, ...globals].flatMap((name) => (name === undefined ? [] : withUses(name))))];
}
