/** Modules of Node that refuse, with what is true without them. */
import { basicURLParse } from 'whatwg-url/lib/url-state-machine';
import { absentModule } from '../node/absent';
import type { AbsentFacts } from '../node/absent';

type Exports = Record<string, unknown>;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function isIPv4(text: unknown): boolean {
  return IPV4.test(String(text));
}

function isIPv6(text: unknown): boolean {
  const address = String(text).replace(/%[\w.-]+$/, '');
  return address.includes(':') && !/[[\]]/.test(address) && basicURLParse(`http://[${address}]`) !== null;
}

/** Exports that are true here. */
const OWN: Readonly<Record<string, () => Exports>> = {
  dns: () => ({ promises: loadStandIn('dns/promises') }),
  http: () => ({ globalAgent: {}, maxHeaderSize: 16_384, setMaxIdleHTTPParsers: () => undefined }),
  https: () => ({ globalAgent: {} }),
  inspector: () => ({ close: () => undefined, url: () => undefined }),
  net: () => ({
    isIP: (text: unknown): number => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0),
    ...{ isIPv4, isIPv6 },
  }),
  tls: () => ({ rootCertificates: [] }),
  tty: () => ({ isatty: () => false }),
  v8: () => ({ cachedDataVersionTag: () => 0 }),
  vm: () => ({ isContext: () => false }),
  worker_threads: () => ({ SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV') }),
};

/** Exports of such a module. */
export default function absentExports(module: string): Exports {
  const { [module]: facts } = JSON.parse(NODE_FACTS_absent) as Record<string, AbsentFacts>;
  const exports = absentModule(module.replace('/', '.'), facts as AbsentFacts, OWN[module]?.());
  if (module !== 'cluster') return exports;
  const { EventEmitter } = loadStandIn('events') as typeof import('node:events');
  return Object.assign(new EventEmitter(), exports);
}
