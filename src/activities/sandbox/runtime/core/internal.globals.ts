/** The global names of Node and the web that stand-ins give, apart from those of the bigger libraries; each made when it is first read. */
import { defineLazily } from '../lazy-property';
import { setInspect } from '../node/errors';
import type { inspect as Inspect } from '../node/user-inspect';
import type process from './process';
import type abort from './internal.web-abort';
import type clone from './internal.web-clone';
import type events from './internal.web-events';
import type messages from './internal.web-messages';
import type navigator from './internal.web-navigator';
import type performance from './internal.web-performance';
import type text from './internal.web-text';
import type url from './internal.web-url';

type Globals = typeof abort &
  typeof clone &
  typeof events &
  typeof messages &
  typeof navigator &
  typeof performance &
  typeof text &
  typeof url & { process: typeof process };

/** By the module that exports them. */
const NAMES = {
  'internal/web-abort': ['AbortController', 'AbortSignal'],
  'internal/web-clone': ['structuredClone'],
  'internal/web-events': ['CustomEvent', 'DOMException', 'Event', 'EventTarget'],
  'internal/web-messages': ['MessageChannel', 'MessageEvent', 'MessagePort'],
  'internal/web-navigator': ['fetch', 'Navigator', 'navigator'],
  'internal/web-performance': [
    'Performance',
    'performance',
    'PerformanceEntry',
    'PerformanceMark',
    'PerformanceMeasure',
    'PerformanceObserver',
    'PerformanceObserverEntryList',
  ],
  'internal/web-text': ['atob', 'btoa', 'TextDecoder', 'TextEncoder'],
  'internal/web-url': ['URL', 'URLSearchParams'],
};

setInspect((value) => (loadStandIn('internal/inspect') as typeof Inspect)(value));

const globals: Record<string, unknown> = {};
for (const [module, names] of Object.entries(NAMES))
  for (const name of names)
    defineLazily(globals, name, () => (loadStandIn(module) as Record<string, unknown>)[name]);
defineLazily(globals, 'process', () => loadStandIn('process'));

export default globals as unknown as Globals;
