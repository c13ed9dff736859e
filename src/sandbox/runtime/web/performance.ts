/** The `performance` object: times by the clock that the program sees, and entries that it marks itself. */
import { brandClasses, CUSTOM, nameClasses } from '../node/brand';
import { invalidArgType } from '../node/errors';
import { validateFunction } from '../node/validate';
import { DOMException } from './dom-exception';
import { EventTarget } from './events';
import {
  checkName,
  now,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  type MarkOptions,
} from './performance-entries';

const start = sandboxHost.started;

/** Entries kept of each kind: a program that marks in a loop must not fill the heap. */
const MAX_ENTRIES = 100_000;

let entries: PerformanceEntry[] = [];
const observers = new Map<
  PerformanceObserver,
  { types: Set<string>; pending: PerformanceEntry[]; scheduled: boolean }
>();

function record<T extends PerformanceEntry>(entry: T): T {
  if (entries.length < MAX_ENTRIES) entries.push(entry);
  for (const [observer, state] of observers) {
    if (!state.types.has(entry.entryType)) continue;
    state.pending.push(entry);
    if (state.scheduled) continue;
    state.scheduled = true;
    sandboxHost.defer(() => observer.deliver());
  }
  return entry;
}

function byTime(list: readonly PerformanceEntry[]): PerformanceEntry[] {
  return [...list].sort((left, right) => left.startTime - right.startTime);
}

function select(list: readonly PerformanceEntry[], name?: unknown, type?: unknown): PerformanceEntry[] {
  return byTime(list).filter(
    (entry) =>
      (name === undefined || entry.name === name) && (type === undefined || entry.entryType === type),
  );
}

function clear(type: string, name: unknown): void {
  entries = entries.filter(
    (entry) => entry.entryType !== type || (name !== undefined && entry.name !== name),
  );
}

class EntryList {
  readonly #entries: PerformanceEntry[];

  constructor(list: PerformanceEntry[]) {
    this.#entries = list;
  }
  getEntries(): PerformanceEntry[] {
    return byTime(this.#entries);
  }
  getEntriesByName(name: unknown, type?: unknown): PerformanceEntry[] {
    return select(this.#entries, name, type);
  }
  getEntriesByType(type: unknown): PerformanceEntry[] {
    return select(this.#entries, undefined, type);
  }
}

interface ObserveOptions {
  type?: string;
  entryTypes?: string[];
  buffered?: boolean;
}

export class PerformanceObserver {
  readonly #callback: (list: EntryList, observer: PerformanceObserver) => void;

  constructor(callback: unknown) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  observe(options: ObserveOptions): void {
    const types = options?.entryTypes ?? (options?.type === undefined ? [] : [options.type]);
    if (types.length === 0) throw invalidArgType('options.entryTypes', 'string[]', options?.entryTypes);
    const known = observers.get(this);
    const state = {
      types: new Set([...(known?.types ?? []), ...types]),
      pending: known?.pending ?? [],
      scheduled: false,
    };
    observers.set(this, state);
    if (!options.buffered) return;
    state.pending.push(...entries.filter((entry) => types.includes(entry.entryType)));
    state.scheduled = true;
    sandboxHost.defer(() => this.deliver());
  }

  /** Hands over what has come. */
  deliver(): void {
    const state = observers.get(this);
    if (!state) return;
    state.scheduled = false;
    if (state.pending.length > 0) this.#callback(new EntryList(state.pending.splice(0)), this);
  }

  disconnect(): void {
    observers.delete(this);
  }
  takeRecords(): PerformanceEntry[] {
    return observers.get(this)?.pending.splice(0) ?? [];
  }
  static get supportedEntryTypes(): string[] {
    return ['function', 'mark', 'measure'];
  }
}

interface MeasureOptions extends MarkOptions {
  start?: string | number;
  end?: string | number;
  duration?: number;
}

function timeOf(mark: unknown): number {
  if (typeof mark === 'number') return mark;
  const found = entries.findLast((entry) => entry.entryType === 'mark' && entry.name === mark);
  if (!found)
    throw new DOMException(`The "${String(mark)}" performance mark has not been set`, 'SyntaxError');
  return found.startTime;
}

class Performance extends EventTarget {
  get timeOrigin(): number {
    return start;
  }
  now(): number {
    return now();
  }
  mark(...args: [name?: unknown, options?: MarkOptions]): PerformanceMark {
    return record(new PerformanceMark(...args));
  }
  measure(...args: [name?: unknown, from?: string | MeasureOptions, to?: string]): PerformanceMeasure {
    const name = checkName(args, 'name');
    const [, from, to] = args;
    const options = typeof from === 'object' && from !== null ? from : undefined;
    const endMark = options ? options.end : to;
    let end = endMark !== undefined ? timeOf(endMark) : now();
    let begin = options
      ? options.start === undefined
        ? 0
        : timeOf(options.start)
      : from === undefined
        ? 0
        : timeOf(from);
    if (options?.duration !== undefined && options.end !== undefined) begin = end - options.duration;
    else if (options?.duration !== undefined) end = begin + options.duration;
    const detail = options?.detail ?? null;
    return record(
      new PerformanceMeasure({ name, entryType: 'measure', startTime: begin, duration: end - begin, detail }),
    );
  }
  getEntries(): PerformanceEntry[] {
    return byTime(entries);
  }
  getEntriesByName(name: unknown, type?: unknown): PerformanceEntry[] {
    return select(entries, name, type);
  }
  getEntriesByType(type: unknown): PerformanceEntry[] {
    return select(entries, undefined, type);
  }
  clearMarks(name?: unknown): void {
    clear('mark', name);
  }
  clearMeasures(name?: unknown): void {
    clear('measure', name);
  }
  clearResourceTimings(): void {}
  setResourceTimingBufferSize(): void {}
  timerify(fn: unknown): (...args: unknown[]) => unknown {
    validateFunction(fn, 'fn');
    const timed = function (this: unknown, ...args: unknown[]): unknown {
      const before = now();
      const result = new.target
        ? (Reflect.construct(fn, args, fn) as unknown)
        : Reflect.apply(fn, this, args);
      record(
        new PerformanceMeasure({
          name: fn.name,
          entryType: 'function',
          startTime: before,
          duration: now() - before,
          detail: args,
        }),
      );
      return result;
    };
    return Object.defineProperties(timed, {
      name: { value: `timerified ${fn.name}`, configurable: true },
      length: { value: fn.length, configurable: true },
    });
  }
  eventLoopUtilization(): object {
    return { idle: 0, active: 0, utilization: 0 };
  }
  get nodeTiming(): object {
    return {
      name: 'node',
      entryType: 'node',
      startTime: 0,
      duration: now(),
      nodeStart: 0,
      bootstrapComplete: 0,
      loopStart: 0,
      loopExit: -1,
    };
  }
  toJSON(): object {
    return {
      nodeTiming: this.nodeTiming,
      timeOrigin: start,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }
  [CUSTOM](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `Performance ${inspect({ nodeTiming: this.nodeTiming, timeOrigin: start }, options)}`;
  }
}

brandClasses({ Performance });
nameClasses({
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList: EntryList,
});

export const performance = new Performance();
export { EntryList as PerformanceObserverEntryList, Performance };
