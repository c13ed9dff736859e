/** Installs what a program expects around it: Node's and the web's globals over the run's own clock and console. */
import type { StandIns } from './builtins';
import { setGlobalConsole } from './global-console';
import type { TimerFunctions } from './library-host';
import { programDate, setDateSource } from './timers';

export interface GlobalsHost {
  console: object;
  timers: TimerFunctions;
  standIns: StandIns;
  /** Value of `Date.now()`. */
  date(): number;
  /** Puts a callback among the microtasks. */
  queueMicrotask(callback: () => unknown): void;
  /** Globals that the project's configuration asks for. */
  globals: Record<string, unknown>;
}

function install(name: string, value: unknown): void {
  Object.defineProperty(realGlobal, name, { value, writable: true, enumerable: false, configurable: true });
}

export function installGlobals(host: GlobalsHost): void {
  for (const [name, value] of Object.entries(host.timers)) install(name, value);
  host.standIns.installGlobals();
  setDateSource(host.date);
  install('queueMicrotask', host.queueMicrotask);
  install('Date', programDate);
  setGlobalConsole(host.console);
  for (const [name, value] of Object.entries(host.globals)) install(name, value);
}
