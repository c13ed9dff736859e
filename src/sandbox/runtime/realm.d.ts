/** The real global object of the isolate. `globalThis` in the runtime's bundle is private (scripts/build-sandbox.cjs). */
declare const realGlobal: Record<PropertyKey, unknown>;
/** The stand-ins that are in the runtime's own bundle, as a function that makes them anew (scripts/build-sandbox.cjs). */
declare const coreLibrary: import('./library-host').LibraryFunction;
/** Names of the modules in it: the files of `core`. */
declare const CORE_MODULES: readonly string[];
/** Node's own library (natives/index.ts). */
declare const nodeLibrary: typeof import('./natives');
/** For it alone: the functions of Node's modules by name, and of its primordials, with the names of those that are used. */
declare const nativeModules: Readonly<Record<string, import('./natives/library').NativeModule>>;
declare const nativePrimordials: (exports: object, primordials: object, ...symbols: object[]) => void;
declare const PRIMORDIAL_NAMES: readonly string[];
/** In libraries only: what they get from the run. */
declare const sandboxHost: import('./library-host').LibraryHost;
/** In libraries only: loads other stand-ins by name. */
declare const loadStandIn: import('./library-host').Load;

/** Tables of the Node that built this (scripts/build-sandbox.cjs). */
declare const NODE_FACTS_errors: Readonly<Record<string, readonly [errno: number, message: string]>>;
declare const NODE_FACTS_files: Readonly<Record<string, number>>;
/** JSON of those of its modules that refuse here. */
declare const NODE_FACTS_absent: string;
declare const NODE_FACTS_crypto: import('./node/absent').AbsentFacts;
declare const NODE_FACTS_os: Readonly<
  Record<'dlopen' | 'errno' | 'priority' | 'signals', Readonly<Record<string, number>>>
> & { UV_UDP_REUSEADDR: number };

/** Newer than the language version that the sources are checked for. */
interface String {
  toWellFormed(): string;
  isWellFormed(): boolean;
}
