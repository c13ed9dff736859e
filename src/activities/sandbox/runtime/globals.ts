/** Installs what a program expects around it: Node's and the web's globals over the run's own clock and console. */
import { AbortController, AbortSignal, createTimeoutSignal, Event, EventTarget } from './events-web';
import { setGlobalConsole } from './global-console';
import { URL, URLSearchParams } from './node/url';
import { createProcess } from './process';
import type { Timers } from './timers';
import { programDate, setDateSource } from './timers';
import { atob, btoa, structuredClone, TextDecoder, TextEncoder } from './web';

export interface GlobalsHost {
  console: object;
  timers: Timers;
  /** Gets what a microtask threw. */
  onError(error: unknown): void;
  write(level: string, text: string): void;
  /** Globals that the project's configuration asks for. */
  globals: Record<string, unknown>;
}

function install(name: string, value: unknown): void {
  Object.defineProperty(realGlobal, name, { value, writable: true, enumerable: false, configurable: true });
}

function createPerformance(timers: Timers): object {
  return {
    timeOrigin: timers.real.now(),
    now: () => timers.elapsed('performance'),
    mark: () => ({}),
    measure: () => ({ duration: 0 }),
  };
}

export function installGlobals(host: GlobalsHost): void {
  const { timers } = host;
  setDateSource(() => timers.date());
  const queueMicrotask = (callback: () => unknown): void => {
    if (typeof callback !== 'function')
      throw new TypeError('The "callback" argument must be of type function');
    void Promise.resolve().then(() => {
      try {
        callback();
      } catch (error) {
        host.onError(error);
      }
    });
  };
  const timerFunctions = timers.functions();
  for (const [name, value] of Object.entries(timerFunctions)) install(name, value);
  const setTimeout = timerFunctions.setTimeout as (run: () => void, ms: unknown) => unknown;
  Object.defineProperty(AbortSignal, 'timeout', {
    value: createTimeoutSignal(setTimeout),
    configurable: true,
  });
  const classes = {
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
  };
  for (const [name, value] of Object.entries({ ...classes, atob, btoa, structuredClone, queueMicrotask }))
    install(name, value);
  install('Date', programDate);
  setGlobalConsole(host.console);
  install('performance', createPerformance(timers));
  install(
    'process',
    createProcess({ now: () => timers.elapsed('hrtime'), write: host.write, queueMicrotask }),
  );
  for (const [name, value] of Object.entries(host.globals)) install(name, value);
}
