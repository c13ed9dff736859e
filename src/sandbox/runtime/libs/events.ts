/** The library of events and signals as the web has them, and of `performance`. */
import { defineLazily } from '../lazy-property';
import nodeModule from '../web/natives';

type Exports = Record<string, unknown>;

const GLOBALS: Record<string, readonly string[]> = {
  'internal/abort_controller': ['AbortController', 'AbortSignal'],
  'internal/event_target': ['CustomEvent', 'Event', 'EventTarget'],
  perf_hooks: [
    ...['Performance', 'performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure'],
    ...['PerformanceObserver', 'PerformanceObserverEntryList'],
  ],
};

const globals: Exports = {};
for (const [module, names] of Object.entries(GLOBALS))
  for (const name of names) defineLazily(globals, name, () => nodeModule<Exports>(module)[name]);

export const load = (name: string): unknown => (name === 'globals' ? globals : nodeModule(name));
