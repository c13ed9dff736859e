/** node:timers: the functions that are global as well. */
import timersPromises from './timers.promises';

const { timers } = sandboxHost;

const exported = {
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  setImmediate: timers.setImmediate,
  clearImmediate: timers.clearImmediate,
  setInterval: timers.setInterval,
  clearInterval: timers.clearInterval,
  promises: timersPromises,
};
sandboxHost.holdTimers(exported);

export default exported;
