/** Node's own library for this run, over what the run has of the machine. */
import { percentDecodeBytes } from 'whatwg-url/lib/percent-encoding';
import type { Surroundings } from '../natives/library';
import type { AnyFunction, TimerFunctions } from '../library-host';
import { refusal } from '../node/errors';

interface Process {
  argv: string[];
  execArgv: string[];
  stdout: object;
  cwd(): string;
  emitWarning(...args: unknown[]): void;
}

const processOfTests = (): Process => loadStandIn('process') as Process;

/** Enough of a process. What tests may mock is asked of theirs. */
const process = {
  platform: 'linux',
  versions: {},
  env: {},
  features: {},
  noDeprecation: false,
  // Nothing here is a terminal. It is asked of as modules load, when the whole process would be made for it.
  stderr: {},
  cwd: () => processOfTests().cwd(),
  emitWarning: (...args: unknown[]) => processOfTests().emitWarning(...args),
  nextTick: (callback: (...args: unknown[]) => unknown, ...args: unknown[]) =>
    sandboxHost.nextTick(callback, args),
  get argv() {
    return processOfTests().argv;
  },
  get execArgv() {
    return processOfTests().execArgv;
  },
  get stdout() {
    return processOfTests().stdout;
  },
};

/** NODE_DEBUG is not set: nothing is written. */
function debuglog(set: string): object {
  void set;
  return Object.defineProperty(() => undefined, 'enabled', { value: false, enumerable: true });
}

function isNodeStream(value: unknown): boolean {
  const { on, pipe, write } = (value ?? {}) as Record<string, unknown>;
  return typeof on === 'function' && (typeof pipe === 'function' || typeof write === 'function');
}

const part =
  <T extends object>(name: string): (() => T) =>
  () =>
    loadStandIn(name) as T;

/** True for an object of a class of the web's, which need not have been made yet. */
function isOf(name: string, value: unknown): boolean {
  const type: unknown = Reflect.getOwnPropertyDescriptor(sandboxHost.global, name)?.value;
  return typeof type === 'function' && value instanceof type;
}

const ASYNC_SYMBOLS = [
  ...['async_id_symbol', 'trigger_async_id_symbol', 'init_symbol', 'before_symbol', 'after_symbol'],
  ...['destroy_symbol', 'promise_resolve_symbol'],
];
/** Nothing calls hooks. */
const NO_HOOKS = [
  ...['emitInit', 'emitBefore', 'emitAfter', 'emitDestroy', 'registerDestroyHook', 'initHooksExist'],
  ...['destroyHooksExist', 'hasAsyncIdStack', 'enableHooks', 'disableHooks', 'updatePromiseHookMode'],
];
let lastAsyncId = 1;

/** A timer function of the clock that goes now. */
const byClock =
  (name: keyof TimerFunctions): AnyFunction =>
  (...args) =>
    sandboxHost.currentTimers()[name](...args);

const modules: Surroundings['modules'] = {
  'internal/bytes': part('internal/bytes'),
  'internal/abort_controller': part('internal/abort_controller'),
  'internal/async_hooks': () => ({
    asyncWrap: { Providers: { NONE: 0 } },
    constants: { kInit: 0, kBefore: 1, kAfter: 2, kDestroy: 3, kPromiseResolve: 4, kTotals: 5 },
    symbols: Object.fromEntries(ASYNC_SYMBOLS.map((name) => [name, Symbol(name)])),
    kNoPromiseHook: Symbol('kNoPromiseHook'),
    getHookArrays: () => [[], new Uint32Array(6)],
    newAsyncId: () => ++lastAsyncId,
    ...{ executionAsyncId: () => 1, triggerAsyncId: () => 0, executionAsyncResource: () => ({}) },
    getDefaultTriggerAsyncId: () => 1,
    ...Object.fromEntries(NO_HOOKS.map((name) => [name, () => undefined])),
  }),
  'internal/blob': () => ({
    Blob: sandboxHost.global.Blob,
    isBlob: (value: unknown) => isOf('Blob', value),
    createBlobFromFilePath: () => undefined,
  }),
  'internal/bootstrap/realm': () => ({
    BuiltinModule: { exists: (name: string) => sandboxHost.moduleNames.includes(name) },
  }),
  'internal/data_url': () => ({ percentDecode: percentDecodeBytes }),
  // It would read the test file's text.
  'internal/errors/error_source': () => ({ getErrorSourceExpression: () => undefined }),
  'internal/event_target': part('internal/event_target'),
  'internal/fs/glob': () => ({ matchGlobPattern: refusal('path.matchesGlob()') }),
  'internal/options': () => ({
    getOptionValue: (name: string) =>
      name === '--eval' ? '' : name === '--async-context-frame' || undefined,
  }),
  'internal/process/permission': () => ({ isEnabled: () => false }),
  'internal/process/per_thread': () => ({ platform: 'linux' }),
  'internal/process/task_queues': () => ({
    queueMicrotask: (callback: () => unknown) => sandboxHost.nextTick(callback, []),
  }),
  'internal/no-streams': () => ({
    isNodeStream,
    isReadableStream: () => false,
    isWritableStream: () => false,
  }),
  timers: () => sandboxHost.timers,
  'util/types': () => nodeModule('internal/util/types'),
  'internal/util/debuglog': () => ({ debuglog }),
  // What Node makes with `new` is an object of the run's own.
  'internal/timers': () => ({
    Timeout: function (callback: unknown, after: unknown, args: unknown[] = [], repeats = false) {
      return byClock(repeats ? 'setInterval' : 'setTimeout')(callback, after, ...args);
    },
    Immediate: function (callback: unknown, args: unknown[]) {
      return byClock('setImmediate')(callback, ...args);
    },
    insert: () => undefined,
    clearTimeout: byClock('clearTimeout'),
    clearInterval: byClock('clearInterval'),
    clearImmediate: byClock('clearImmediate'),
  }),
  'internal/v8/startup_snapshot': () => ({ namespace: { isBuildingSnapshot: () => false } }),
  'internal/worker/js_transferable': () => ({
    markTransferMode: () => undefined,
    ...part('internal/web-clone')(),
    ...{ kDeserialize: Symbol('kDeserialize'), kTransfer: Symbol('kTransfer') },
    kTransferList: Symbol('kTransferList'),
  }),
};

interface UrlBinding {
  domainToASCII(domain: string): string;
}

const encodings = part<typeof import('./internal.encoding-binding').default>('internal/encoding-binding');
const urlBinding = (): UrlBinding => loadStandIn('internal/url-binding') as UrlBinding;

const bindings: Surroundings['bindings'] = {
  async_context_frame: () => ({
    getContinuationPreservedEmbedderData: () => sandboxHost.context.frame,
    setContinuationPreservedEmbedderData: (frame: ReadonlyMap<object, unknown> | undefined) => {
      sandboxHost.context.frame = frame;
    },
  }),
  encoding_binding: () => ({ ...encodings().encoding, toASCII: urlBinding().domainToASCII }),
  icu: () => encodings().icu,
  messaging: part('internal/web-errors'),
  util: () => ({
    ...nodeLibrary.binding('util'),
    ...{ getCallSites: refusal('util.getCallSites()'), parseEnv: refusal('util.parseEnv()') },
  }),
  url: urlBinding,
};

const { lock } = sandboxHost;
const library = new nodeLibrary.NodeLibrary({ process, modules, bindings, lock }, nodeLibrary.shared);

/** Exports of one of Node's modules, those that programs see as well as internal ones. */
function nodeModule<T>(name: string): T {
  return library.require(name) as T;
}

/** Adds Node's modules that a library's script holds, and what it puts in place of others. */
nodeModule.add = (...added: Parameters<typeof library.add>): void => library.add(...added);

export default nodeModule;

/** A library with settings of its own. What tests and program give each other is of one class. */
export function createLibrary(): typeof library {
  const same = ['internal/assert/assertion_error', 'internal/url'].map(
    (name) => [name, () => library.require(name)] as const,
  );
  const own: Surroundings['modules'] = { ...modules, ...Object.fromEntries(same) };
  return new nodeLibrary.NodeLibrary({ process, modules: own, bindings, lock }, nodeLibrary.shared);
}
