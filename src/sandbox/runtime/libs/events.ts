/** The library of events and signals as the web has them, of `performance`, and of ports. */
import { defineLazily } from '../lazy-property';
import * as ports from '../web/message-channel';
import nodeModule from '../web/natives';
import workerThreads from '../web/worker-threads';

type Exports = Record<string, unknown>;

const GLOBALS: Record<string, readonly string[]> = {
  'internal/abort_controller': ['AbortController', 'AbortSignal'],
  'internal/event_target': ['CustomEvent', 'Event', 'EventTarget'],
  perf_hooks: [
    ...['Performance', 'performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure'],
    ...['PerformanceObserver', 'PerformanceObserverEntryList'],
  ],
};

const globals: Exports = { ...ports };
for (const [module, names] of Object.entries(GLOBALS))
  for (const name of names) defineLazily(globals, name, () => nodeModule<Exports>(module)[name]);

const modules: Exports = { globals, worker_threads: workerThreads };

export const load = (name: string): unknown => modules[name] ?? nodeModule(name);
