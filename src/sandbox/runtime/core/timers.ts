/** node:timers: the functions that are global as well. */
import nodeModule from './internal.library';

const { timers } = sandboxHost;

const exported = {
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  setImmediate: timers.setImmediate,
  clearImmediate: timers.clearImmediate,
  setInterval: timers.setInterval,
  clearInterval: timers.clearInterval,
  promises: nodeModule('timers/promises'),
};
sandboxHost.holdTimers(exported);

export default exported;
