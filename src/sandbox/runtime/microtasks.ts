/** `queueMicrotask` of the program. */
import { checkCallback } from './timers';
import type { Timers } from './timers';

export function createQueueMicrotask(timers: Timers): (callback: () => unknown) => void {
  return function queueMicrotask(callback) {
    checkCallback(callback);
    const { owner } = timers;
    const call = timers.inContext(callback);
    void Promise.resolve().then(() => timers.guard(call, owner));
  };
}
