/** Entries of the `performance` object, and the clock that they are marked by. */
import { invalidArgType, invalidArgValue, missingArgs } from '../node/errors';

interface EntryFields {
  name: string;
  entryType: string;
  startTime: number;
  duration: number;
  detail: unknown;
}

export class PerformanceEntry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime: number;
  readonly duration: number;

  constructor({ name, entryType, startTime, duration }: EntryFields) {
    this.name = name;
    this.entryType = entryType;
    this.startTime = startTime;
    this.duration = duration;
  }

  toJSON(): object {
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }
}

export interface MarkOptions {
  startTime?: number;
  detail?: unknown;
}

export function checkName(args: unknown[], what: string): string {
  if (args.length === 0) throw missingArgs(what);
  return `${args[0] as string}`;
}

export class PerformanceMark extends PerformanceEntry {
  readonly detail: unknown;

  constructor(...args: [name?: unknown, options?: MarkOptions]) {
    const name = checkName(args, 'name');
    const { startTime = now(), detail = null } = args[1] ?? {};
    if (typeof startTime !== 'number') throw invalidArgType('options.startTime', 'number', startTime);
    if (startTime < 0) throw invalidArgValue('options.startTime', startTime);
    super({ name, entryType: 'mark', startTime, duration: 0, detail });
    this.detail = detail;
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}

export class PerformanceMeasure extends PerformanceEntry {
  readonly detail: unknown;

  constructor(fields: EntryFields) {
    super(fields);
    this.detail = fields.detail;
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}

export function now(): number {
  return sandboxHost.elapsed('performance');
}
