/** Node's modules of events, signals and `performance`, over the clock of the run. */
// First, for what it changes can't be changed once it is locked.
import 'node:events';
import { refusal } from '../node/errors';
import nodeModule from '../libs/natives';

const { started, elapsed, timers } = sandboxHost;

const MILESTONES =
  'TIME_ORIGIN TIME_ORIGIN_TIMESTAMP NODE_START V8_START LOOP_START LOOP_EXIT BOOTSTRAP_COMPLETE ENVIRONMENT';
const ENTRY_TYPES = 'GC HTTP HTTP2 NET DNS QUIC';

function numbered(prefix: string, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name, index) => [prefix + name, index]));
}

const performance = {
  constants: {
    ...numbered('NODE_PERFORMANCE_MILESTONE_', MILESTONES),
    ...numbered('NODE_PERFORMANCE_ENTRY_TYPE_', ENTRY_TYPES),
  },
  // The run began when time did, and no loop runs.
  milestones: Float64Array.of(0, started * 1_000, 0, 0, 0, -1, 0, 0),
  observerCounts: new Uint32Array(8),
  now: () => elapsed('performance'),
  loopIdleTime: () => 0,
  uvMetricsInfo: () => [0, 0, 0],
  setupObservers: () => undefined,
  installGarbageCollectionTracking: () => undefined,
  removeGarbageCollectionTracking: () => undefined,
};

nodeModule.add(
  {},
  {
    modules: {
      'internal/histogram': () => ({
        createHistogram: refusal('perf_hooks.createHistogram'),
        isHistogram: () => false,
      }),
      'internal/perf/event_loop_delay': () => refusal('perf_hooks.monitorEventLoopDelay'),
      // What observers are told of comes in a macrotask of its own, which a test's clock does not hold up.
      timers: () => ({ ...timers, setImmediate: (callback: () => void) => sandboxHost.defer(callback) }),
    },
    bindings: {
      diagnostics_channel: () => ({ subscribers: new Uint32Array(0), linkNativeChannel: () => undefined }),
      errors: () => ({ triggerUncaughtException: sandboxHost.onError }),
      performance: () => performance,
    },
  },
);

export default nodeModule;
