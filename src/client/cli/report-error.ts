import { ConfigError } from '../../config';
import { ServerError } from '../../temporal/embedded';
import { firstLine } from '../../domain/text';
import { StoreDamagedError } from '../../store/damage';
import { CollectRefusedError } from '../../store/retention';
import { SharedStoreError } from '../../store/s3';
import { inCallersWords } from './command-name';
import { EXIT, KintsugiError, type ExitCode } from '../../domain/kintsugi-error';

/** One sentence on stderr and the exit code; never a stack trace. With `json` the same as an object on stdout. */
export function reportError(error: unknown, json = false): ExitCode {
  const { message, code } = describeError(error);
  process.stderr.write(`kintsugi: ${inCallersWords(message)}\n`);
  if (json) printError(message, code);
  return code;
}

/** What a script reads in place of a result: `{"error": {"message", "exitCode"}}`. */
export function printError(message: string, exitCode: ExitCode): void {
  process.stdout.write(`${JSON.stringify({ error: { message: inCallersWords(message), exitCode } })}\n`);
}

/** True if the caller wants JSON on stdout, also where the arguments could not be understood. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--json') || options.includes('--api');
}

/**
 * Ends the process once its output is written. Not left to the event loop: a connection that is closed while
 * the server is away has retries pending, which would throw out of their timers.
 */
export function exitWith(code: ExitCode): void {
  process.stdout.write('', () => process.exit(code));
}

function describeError(error: unknown): { message: string; code: ExitCode } {
  if (error instanceof KintsugiError) return { message: error.message, code: error.exitCode };
  if (error instanceof ServerError) return { message: error.message, code: EXIT.infrastructure };
  if (error instanceof StoreDamagedError) return { message: error.message, code: EXIT.infrastructure };
  if (error instanceof SharedStoreError) return { message: error.message, code: EXIT.infrastructure };
  if (error instanceof CollectRefusedError) return { message: error.message, code: EXIT.usage };
  if (error instanceof ConfigError) return { message: error.message, code: EXIT.usage };
  const message = firstLine(error instanceof Error ? error.message : String(error));
  return { message: `${message} (kintsugi doctor looks for causes)`, code: EXIT.infrastructure };
}
