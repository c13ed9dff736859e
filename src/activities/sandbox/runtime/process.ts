/** What the program under test sees as `process`: facts that never change, and no way out. */

export interface ProcessHost {
  /** ms since the program started. */
  now(): number;
  write(level: string, text: string): void;
  /** The run's own, whatever a test made of the program's. */
  queueMicrotask(run: () => void): void;
}

/** Builds the stub. Its environment is empty but for NODE_ENV, which does not show when it is listed. */
export function createProcess(host: ProcessHost): object {
  const env = Object.defineProperty({}, 'NODE_ENV', { value: 'test', writable: true, configurable: true });
  const elapsed = host.now;
  const stream = (level: string): object => ({
    isTTY: false,
    write: (text: unknown) => {
      host.write(level, String(text).replace(/\n$/, ''));
      return true;
    },
  });
  const hrtime = (before?: [number, number]): [number, number] => {
    const ms = elapsed() - (before ? before[0] * 1e3 + before[1] / 1e6 : 0);
    return [Math.floor(ms / 1e3), Math.round((ms % 1e3) * 1e6)];
  };
  hrtime.bigint = () => BigInt(Math.round(elapsed() * 1e6));
  const self: Record<string, unknown> = {
    env,
    hrtime,
    argv: ['node', 'test'],
    execArgv: [],
    pid: 1,
    platform: 'linux',
    arch: 'x64',
    version: 'v24.0.0',
    versions: { node: '24.0.0' },
    exitCode: undefined,
    stdout: stream('log'),
    stderr: stream('error'),
    cwd: () => '/',
    uptime: () => elapsed() / 1e3,
    memoryUsage: () => ({ rss: 67_108_864, heapTotal: 33_554_432, heapUsed: 16_777_216, external: 0 }),
    exit: (code = 0) => {
      throw new Error(`process.exit called with "${String(code)}"`);
    },
    emitWarning: (warning: unknown) => host.write('warn', String(warning)),
    nextTick: (callback: (...args: unknown[]) => unknown, ...args: unknown[]) => {
      host.queueMicrotask(() => void callback(...args));
    },
  };
  for (const name of ['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners'])
    self[name] = () => self;
  return Object.assign(self, { emit: () => false, listeners: () => [], listenerCount: () => 0 });
}
