/** Node's own library for this run, over what the run has of the machine. */
import { fromUtf8, percentDecode } from '../node/url-encode';
import type { Surroundings } from '../natives/library';

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
  (name: string): (() => unknown) =>
  () =>
    loadStandIn(name);

const modules: Surroundings['modules'] = {
  async_hooks: part('async_hooks'),
  buffer: part('internal/bytes'),
  'internal/abort_controller': part('internal/aborted'),
  'internal/bootstrap/realm': () => ({
    BuiltinModule: { exists: (name: string) => sandboxHost.moduleNames.includes(name) },
  }),
  'internal/data_url': () => ({ percentDecode: (bytes: Uint8Array) => percentDecode(fromUtf8(bytes)) }),
  'internal/encoding': part('internal/web-text'),
  // It would read the test file's text.
  'internal/errors/error_source': () => ({ getErrorSourceExpression: () => undefined }),
  'internal/event_target': part('internal/event-target'),
  'internal/fs/glob': part('internal/glob'),
  'internal/options': () => ({ getOptionValue: (name: string) => (name === '--eval' ? '' : undefined) }),
  'internal/process/per_thread': () => ({ platform: 'linux' }),
  'internal/process/task_queues': () => ({
    queueMicrotask: (callback: () => unknown) => sandboxHost.nextTick(callback, []),
  }),
  'internal/streams/utils': () => ({
    isNodeStream,
    isReadableStream: () => false,
    isWritableStream: () => false,
  }),
  'internal/util/debuglog': () => ({ debuglog }),
  'internal/worker/js_transferable': () => ({ markTransferMode: () => undefined }),
};

interface UrlBinding {
  domainToASCII(domain: string): string;
}

const urlBinding = (): UrlBinding => loadStandIn('internal/url-binding') as UrlBinding;

const bindings: Surroundings['bindings'] = {
  // Asked by patched modules alone.
  kintsugi: () => ({ comparing: sandboxHost.comparing }),
  encoding_binding: () => ({ toASCII: urlBinding().domainToASCII }),
  util: () => loadStandIn('internal/util-binding') as object,
  url: urlBinding,
};

const library = new nodeLibrary.NodeLibrary({ process, modules, bindings }, nodeLibrary.shared);

/** Exports of one of Node's modules, those that programs see as well as internal ones. */
export default function nodeModule<T>(name: string): T {
  return library.require(name) as T;
}

/** A library with settings of its own. What tests and program give each other is of one class. */
export function createLibrary(): typeof library {
  const same = ['internal/assert/assertion_error', 'internal/url'].map(
    (name) => [name, () => library.require(name)] as const,
  );
  const own: Surroundings['modules'] = { ...modules, ...Object.fromEntries(same) };
  return new nodeLibrary.NodeLibrary({ process, modules: own, bindings }, nodeLibrary.shared);
}
