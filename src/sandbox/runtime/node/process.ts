/** The program's `process`: facts that never change, and no way out. */
import type { EventEmitter as Emitter } from 'node:events';
import { invalidArgType } from './errors';
import { validateArray, validateFunction } from './validate';

const { EventEmitter } = loadStandIn('events') as typeof import('node:events');

const VERSION = '24.0.0';

function elapsed(): number {
  return sandboxHost.elapsed('hrtime');
}

function hrtime(before?: unknown): [number, number] {
  if (before !== undefined) validateArray(before, 'time');
  const [seconds = 0, nanos = 0] = (before ?? []) as number[];
  const total = Math.round(elapsed() * 1e6) - (seconds * 1e9 + nanos);
  return [Math.floor(total / 1e9), total - Math.floor(total / 1e9) * 1e9];
}

/** An output: an emitter that streams may be piped into. */
function createOutput(level: string, fd: number): object {
  const output = new EventEmitter() as Emitter & Record<string, unknown>;
  const write = (chunk: unknown, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : decode(chunk);
    sandboxHost.write(level, text.replace(/\n$/, ''));
    const callback = rest.find((one) => typeof one === 'function');
    if (callback) sandboxHost.nextTick(callback as () => void, []);
    return true;
  };
  return Object.assign(output, {
    fd,
    isTTY: false,
    writable: true,
    write,
    end: (chunk?: unknown) => {
      if (typeof chunk === 'string') write(chunk);
      sandboxHost.nextTick(() => output.emit('finish'), []);
      return output;
    },
    cork: () => undefined,
    uncork: () => undefined,
    getColorDepth: () => 1,
    hasColors: () => false,
    getWindowSize: () => [80, 24],
  });
}

function decode(chunk: unknown): string {
  if (!ArrayBuffer.isView(chunk))
    throw invalidArgType('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
  const Decoder = sandboxHost.global.TextDecoder as new () => { decode(bytes: unknown): string };
  return new Decoder().decode(chunk);
}

/** Nothing will ever be typed. */
function createInput(): object {
  const input = new EventEmitter();
  const same = (): Emitter => input;
  return Object.assign(input, {
    fd: 0,
    isTTY: false,
    readable: true,
    pause: same,
    resume: same,
    setEncoding: same,
    ref: same,
    unref: same,
    read: () => null,
  });
}

function emitWarning(warning: unknown, type?: unknown): void {
  const name = typeof type === 'string' ? type : ((type as { type?: string } | undefined)?.type ?? 'Warning');
  const text =
    warning instanceof Error ? `${warning.name}: ${warning.message}` : `${name}: ${String(warning)}`;
  sandboxHost.write('warn', text);
}

const usage = { userCPUTime: 0, systemCPUTime: 0, maxRSS: 65_536, fsRead: 0, fsWrite: 0 };
const memory = { rss: 67_108_864, heapTotal: 33_554_432, heapUsed: 16_777_216, external: 0, arrayBuffers: 0 };

const FACTS = {
  title: 'node',
  version: `v${VERSION}`,
  versions: { node: VERSION },
  arch: 'x64',
  platform: 'linux',
  release: { name: 'node' },
  argv: ['node', 'test'],
  argv0: 'node',
  execArgv: [],
  execPath: '/usr/bin/node',
  pid: 1,
  ppid: 0,
  debugPort: 9229,
  exitCode: undefined,
  features: { inspector: false, debug: false, uv: true, ipv6: true, tls: false, typescript: false },
  config: { target_defaults: {}, variables: {} },
  allowedNodeEnvironmentFlags: new Set<string>(),
};

function methods(): Record<string, unknown> {
  return {
    cwd: () => '/',
    umask: () => 0o22,
    uptime: () => elapsed() / 1e3,
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.round(elapsed() * 1e6)) }),
    memoryUsage: Object.assign(() => ({ ...memory }), { rss: () => memory.rss }),
    cpuUsage: () => ({ user: 0, system: 0 }),
    resourceUsage: () => ({ ...usage }),
    constrainedMemory: () => 0,
    availableMemory: () => memory.rss,
    exit: (code: unknown = 0) => {
      throw new Error(`process.exit called with "${String(code)}"`);
    },
    emitWarning,
    nextTick: (callback: unknown, ...args: unknown[]) => {
      validateFunction(callback, 'callback');
      sandboxHost.nextTick(callback, args);
    },
    getuid: () => 1000,
    geteuid: () => 1000,
    getgid: () => 1000,
    getegid: () => 1000,
    getgroups: () => [1000],
    getActiveResourcesInfo: () => [],
    setUncaughtExceptionCaptureCallback: () => undefined,
    hasUncaughtExceptionCaptureCallback: () => false,
    setSourceMapsEnabled: () => undefined,
  };
}

/** Values are texts, whatever is assigned. */
function createEnvironment(): object {
  const own = Object.defineProperty({}, 'NODE_ENV', { value: 'test', writable: true, configurable: true });
  return new Proxy(own, {
    set: (target, key, value) => {
      const before = Reflect.getOwnPropertyDescriptor(target, key);
      const text = { value: `${value as string}`, writable: true, configurable: true };
      return Reflect.defineProperty(target, key, { ...text, enumerable: before?.enumerable ?? true });
    },
  });
}

/** Builds the object. Its environment is empty but for NODE_ENV, which does not show when it is listed. */
export function createProcess(): object {
  const prototype = Object.create(EventEmitter.prototype, {
    constructor: { value: function process() {}, writable: true, configurable: true },
  }) as object;
  const self = Object.create(prototype) as Emitter & Record<string, unknown>;
  Reflect.apply(EventEmitter as unknown as () => void, self, []);
  for (const name of Reflect.ownKeys(self)) Object.defineProperty(self, name, { enumerable: false });
  const streams = { stdout: createOutput('log', 1), stderr: createOutput('error', 2), stdin: createInput() };
  Object.defineProperty(self, Symbol.toStringTag, { value: 'process', configurable: true });
  return Object.assign(self, FACTS, { env: createEnvironment() }, methods(), streams) as object;
}
