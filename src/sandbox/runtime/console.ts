/** The console of the program under test: every call becomes an entry; `console.assert` that fails is a failure. */
import { drawTable } from './console-table';
import { cut } from './errors';
import { format, inspect } from './node/inspect';

const MAX_ENTRY = 16 * 1024;

const UNSHOWN = '[a value that cannot be shown]';

export interface ConsoleSink {
  /** Nothing more is kept: what is written need not be made into text. */
  isFull(): boolean;
  log(level: string, text: string): void;
  /** Called for every `console.assert`; `message` is present when it failed. */
  asserted(message?: string): void;
}

type Print = (...values: unknown[]) => void;

function safely(values: unknown[]): string {
  try {
    return cut(
      format(...values.map((value) => (typeof value === 'string' ? value.slice(0, MAX_ENTRY) : value))),
      MAX_ENTRY,
    );
  } catch {
    return UNSHOWN;
  }
}

/** Table of the data. Data that is no table is returned as it is. */
function table(data: unknown, columns: unknown): unknown {
  try {
    return drawTable(data, columns) ?? data;
  } catch {
    return UNSHOWN;
  }
}

function show(value: unknown, options: unknown): string {
  try {
    return inspect(
      value,
      (typeof options === 'object' ? options : undefined) as { depth?: number } | undefined,
    );
  } catch {
    return UNSHOWN;
  }
}

/** Counters and timers of one console. */
function createBookkeeping(print: (level: string) => Print, now: () => number): Record<string, unknown> {
  const counts = new Map<string, number>();
  const starts = new Map<string, number>();
  const elapsed = (name: string, label: string, ...data: unknown[]): void => {
    const start = starts.get(label);
    if (start === undefined) print('warn')(`Warning: No such label '${label}' for console.${name}()`);
    else print('log')(`${label}: ${Math.round((now() - start) * 1e3) / 1e3}ms`, ...data);
  };
  return {
    count: (label = 'default') => {
      const count = (counts.get(String(label)) ?? 0) + 1;
      counts.set(String(label), count);
      print('log')(`${String(label)}: ${count}`);
    },
    countReset: (label = 'default') => counts.delete(String(label)),
    time: (label = 'default') => starts.set(String(label), now()),
    timeLog: (label = 'default', ...data: unknown[]) => elapsed('timeLog', String(label), ...data),
    timeEnd: (label = 'default') => {
      elapsed('timeEnd', String(label));
      starts.delete(String(label));
    },
  };
}

/** Builds a console over `sink`. Its `assert` can't be replaced: a program could otherwise silence its own checks. */
export function createConsole(sink: ConsoleSink, now: () => number): object {
  let indent = '';
  const print =
    (level: string): Print =>
    (...values) => {
      if (!sink.isFull()) sink.log(level, indent + safely(values).replaceAll('\n', `\n${indent}`));
    };
  const console: Record<string, unknown> = {
    log: print('log'),
    info: print('info'),
    warn: print('warn'),
    error: print('error'),
    debug: print('debug'),
    trace: (...values: unknown[]) => print('error')(values.length > 0 ? `Trace: ${safely(values)}` : 'Trace'),
    table: (data: unknown, columns: unknown) => print('log')(table(data, columns)),
    dirxml: print('log'),
    dir: (value: unknown, options: unknown) => print('log')(show(value, options)),
    group: (...values: unknown[]) => {
      if (values.length > 0) print('log')(...values);
      indent += '  ';
    },
    groupCollapsed: (...values: unknown[]) => {
      if (values.length > 0) print('log')(...values);
      indent += '  ';
    },
    groupEnd: () => {
      indent = indent.slice(2);
    },
    ...createBookkeeping(print, now),
  };
  Object.defineProperty(console, 'assert', { value: createAssert(sink), enumerable: true });
  return console;
}

/** `console.assert`, which tells the sink of every call. */
export function createAssert(sink: Pick<ConsoleSink, 'asserted'>): (...args: unknown[]) => void {
  return (condition, ...values) => {
    if (condition) return sink.asserted();
    sink.asserted(values.length > 0 ? `console.assert failed: ${safely(values)}` : 'console.assert failed');
  };
}
