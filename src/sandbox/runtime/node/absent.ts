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

const DNS_NAMES =
  'Resolver getServers lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx ' +
  'resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse setServers';
const DNS_CODES = Object.fromEntries(
  'NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME CONNREFUSED TIMEOUT EOF FILE NOMEM'
    .split(' ')
    .map((name) => [name, `E${name}`]),
);

/** Modules of which nothing works here: names that refuse, and what is true without them. */
const MODULES: Readonly<Record<string, readonly [names: string, facts?: () => Exports]>> = {
  child_process: ['ChildProcess exec execFile execFileSync execSync fork spawn spawnSync'],
  cluster: [
    'Worker disconnect fork setupMaster setupPrimary',
    () => ({
      ...{ isMaster: true, isPrimary: true, isWorker: false, workers: {}, settings: {} },
      ...{ SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2 },
    }),
  ],
  dgram: ['Socket createSocket'],
  dns: [
    DNS_NAMES,
    () => ({ ...DNS_CODES, ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8, promises: loadStandIn('dns/promises') }),
  ],
  'dns/promises': [DNS_NAMES, () => DNS_CODES],
  http2: [
    'Http2ServerRequest Http2ServerResponse connect createSecureServer createServer getDefaultSettings',
    () => ({ constants: {} }),
  ],
  https: ['Agent Server createServer get request', () => ({ globalAgent: {} })],
  inspector: ['Session open waitForDebugger', () => ({ close: () => undefined, url: () => undefined })],
  tls: [
    'SecureContext Server TLSSocket checkServerIdentity connect createSecureContext createServer getCiphers',
    () => ({ DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3', rootCertificates: [] }),
  ],
  tty: ['ReadStream WriteStream', () => ({ isatty: () => false })],
  v8: [
    'DefaultDeserializer DefaultSerializer Deserializer Serializer deserialize getHeapCodeStatistics getHeapSnapshot ' +
      'getHeapSpaceStatistics getHeapStatistics serialize setFlagsFromString stopCoverage takeCoverage writeHeapSnapshot',
    () => ({ cachedDataVersionTag: () => 0 }),
  ],
  vm: [
    'Script compileFunction createContext createScript measureMemory runInContext runInNewContext runInThisContext',
    () => ({ isContext: () => false, constants: Object.freeze({}) }),
  ],
};

/** Exports of such a module. */
export function absentExports(module: string): Exports {
  const [names = '', facts] = MODULES[module] ?? [];
  const exports = absentModule(module.replace('/', '.'), names, facts?.());
  if (module !== 'cluster') return exports;
  const { EventEmitter } = loadStandIn('events') as typeof import('node:events');
  return Object.assign(new EventEmitter(), exports);
}
