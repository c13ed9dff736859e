/** node:os: facts of a machine that is always the same. */
import { invalidArgType } from '../node/errors';

const GIB = 2 ** 30;
/** `os.arch` and its like also turn into their text when used as one. */
function fact<T>(value: T): () => T {
  const get = (): T => value;
  return Object.defineProperty(get, Symbol.toPrimitive, { value: get });
}

const priorities = new Map<number, number>();

const os = {
  arch: fact('x64'),
  availableParallelism: fact(1),
  cpus: (): object[] => [
    { model: 'sandbox', speed: 1_000, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } },
  ],
  endianness: fact('LE'),
  freemem: fact(GIB),
  getPriority: (pid = 0): number => priorities.get(pid) ?? 0,
  homedir: fact('/home/sandbox'),
  hostname: fact('sandbox'),
  loadavg: (): number[] => [0, 0, 0],
  networkInterfaces: (): object => ({}),
  platform: fact('linux'),
  release: fact('6.0.0'),
  setPriority: (pid: number, priority?: number): void =>
    void priorities.set(priority === undefined ? 0 : pid, priority ?? pid),
  tmpdir: fact('/tmp'),
  totalmem: fact(2 * GIB),
  type: fact('Linux'),
  userInfo: (options?: { encoding?: string } | null): object => {
    if (options !== undefined && options !== null && typeof options !== 'object')
      throw invalidArgType('options', 'Object', options);
    return { uid: 1000, gid: 1000, username: 'sandbox', homedir: '/home/sandbox', shell: '/bin/sh' };
  },
  uptime: (): number => Math.floor(86_400 + sandboxHost.elapsed('hrtime') / 1_000),
  version: fact('#1 sandbox'),
  machine: fact('x86_64'),
  devNull: '/dev/null',
  EOL: '\n',
};

const frozen = (facts: object): object => Object.freeze({ __proto__: null, ...facts });
const constants = frozen({
  UV_UDP_REUSEADDR: NODE_FACTS_os.UV_UDP_REUSEADDR,
  ...Object.fromEntries(
    (['dlopen', 'errno', 'signals', 'priority'] as const).map((name) => [name, frozen(NODE_FACTS_os[name])]),
  ),
});

for (const name of ['devNull', 'EOL'] as const)
  Object.defineProperty(os, name, { enumerable: true, writable: false, configurable: true });

export default Object.defineProperty(os, 'constants', { value: constants, enumerable: true });
