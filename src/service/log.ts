import { Runtime, type Logger, type LogLevel } from '@temporalio/worker';
import pino from 'pino';
import type { Hold } from '../machine/watchdog';

/** JSON lines on a file descriptor: 1 is stdout. `clean` takes secrets out of each line, whoever wrote it. */
export function createLogger(
  level: string,
  destination: string | number,
  clean: (line: string) => string = String,
): pino.Logger {
  const hooks = { streamWrite: clean };
  const serializers = { error: pino.stdSerializers.err };
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers, hooks };
  return pino(options, pino.destination({ dest: destination, sync: true }));
}

const LEVELS: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

/** The SDK's logger over pino: workflow and activity lines become JSON with their fields. */
export function temporalLogger(logger: pino.Logger): Logger {
  const write = (level: LogLevel, message: string, meta?: Record<string | symbol, unknown>) =>
    logger[LEVELS[level]](plainFields(meta), message);
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}

function plainFields(meta: Record<string | symbol, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(meta)
      // An opaque key of 200 bytes that nobody can read.
      .filter(([name]) => name !== 'taskToken')
      .map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

export function logHeld({ heldMs, stack }: Hold): void {
  Runtime.instance().logger.warn('A function holds the main thread', { heldMs, stack: stack.join(' < ') });
}
