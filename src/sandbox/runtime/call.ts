/** Calls one exported function with data and reports what it returns, once it has settled. */
import type {
  CallFault,
  CallOutcome,
  CallSetup,
  ConsoleEntry,
  RawFailure,
  RuntimeEvent,
} from '../runtime-protocol';
import { describeFailure, isSyntaxError } from './errors';
import { findFunction, isMissingFunction } from './find-function';
import type { Input } from './input';
import { isNotFound } from './loader';
import { inspect } from './node/inspect';
import { serialise } from '../../domain/values/serialise';
import type { Timers } from './timers';

export interface CallHost {
  call: CallSetup;
  timers: Timers;
  report(event: RuntimeEvent): void;
  /** Loads the module; what it returns is awaited. */
  load(): unknown;
  /** Exports of the module that was loaded. */
  exports(): unknown;
  /** Data that came in pieces. */
  input: Input | undefined;
}

/** Most characters shown of a value that is too large. */
const SHOWN = 20_000;

/** The call as a session drives it: one macrotask a turn. */
export class FunctionCall {
  private readonly console: ConsoleEntry[] = [];
  private started = false;
  private ended = false;
  private phase: RawFailure['phase'] = 'collect';

  constructor(private readonly host: CallHost) {}

  get done(): boolean {
    return this.ended;
  }

  /** Starts the call, then runs one timer after the other until it has settled. */
  turn(): void {
    if (!this.started) {
      this.started = true;
      void this.perform();
    } else if (!this.host.timers.real.runNext()) {
      this.uncaught(new Error('The function waits for something that can never happen.'));
    }
  }

  private async perform(): Promise<void> {
    try {
      const input = this.takeInput();
      await this.host.load();
      const { call, args } = findFunction(this.host.exports(), this.host.call);
      this.phase = 'run';
      const value: unknown = await call([...input, ...args]);
      this.end({ ok: true, ...this.describe(value) });
    } catch (error) {
      this.uncaught(error);
    }
  }

  private takeInput(): unknown[] {
    const { input } = this.host;
    return input ? [input.take()] : [];
  }

  private describe(value: unknown): { value: string; text: string; truncated: boolean } {
    const { json, truncated } = serialise(value, this.host.call.resultLimit);
    return { value: json, text: truncated ? json.slice(0, SHOWN) : shown(value, json), truncated };
  }

  /** An error that nothing caught ends the call. */
  uncaught(error: unknown): void {
    if (this.ended) return;
    this.end({ ok: false, failure: describeFailure(error, this.phase), fault: faultOf(error, this.phase) });
  }

  private end(outcome: CallOutcome): void {
    if (this.ended) return;
    this.ended = true;
    this.host.report({ e: 'result', console: this.console, ...outcome });
  }

  log(entry: ConsoleEntry): void {
    this.console.push(entry);
  }

  /** A `console.assert` says what it found and goes on, as it does outside of tests. */
  asserted(message?: string): void {
    if (message !== undefined) this.log({ level: 'error', text: message });
  }
}

/** Only errors that the runtime itself made tell of a fault: a program may throw errors that look like them. */
function faultOf(error: unknown, phase: RawFailure['phase']): CallFault {
  if (isNotFound(error)) return 'import';
  if (phase !== 'collect') return 'runtime';
  if (isSyntaxError(error)) return 'syntax';
  return isMissingFunction(error) ? 'missing-function' : 'runtime';
}

/** The value as a console shows it; one that cannot be shown, as JSON. */
function shown(value: unknown, json: string): string {
  try {
    return inspect(value, { depth: 4 }).slice(0, SHOWN);
  } catch {
    return json.slice(0, SHOWN);
  }
}
