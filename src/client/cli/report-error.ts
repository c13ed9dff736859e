import type { Language } from '../../domain/run/language';
import { said, saidText, type Said } from '../../domain/run/said';
import { shownText } from '../../domain/shown';
import { firstLine } from '../../domain/text';
import { inCallersWords } from './command-name';
import { EXIT, KintsugiError, type ExitCode } from '../../domain/kintsugi-error';

/** Writes one sentence to stderr, never a stack trace, and with `json` an object in English to stdout. Returns the exit code. */
export function reportError(
  error: unknown,
  { json = false, language }: { json?: boolean; language?: Language } = {},
): ExitCode {
  const { words, code } = describeError(error);
  process.stderr.write(`kintsugi: ${shownText(inCallersWords(saidText(words, language)))}\n`);
  if (json) printError(saidText(words), code);
  return code;
}

/** Writes the object that a script reads instead of a result: `{"error": {"message", "exitCode"}}`. */
export function printError(message: string, exitCode: ExitCode): void {
  process.stdout.write(
    `${shownText(JSON.stringify({ error: { message: inCallersWords(message), exitCode } }))}\n`,
  );
}

/** True if the caller wants JSON on stdout. Works on arguments that could not be parsed, too. */
export function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--json') || options.includes('--api');
}

/**
 * Ends the process once its output is written. It can't wait for the event loop to empty: a connection that was closed
 * while the server was away has retries pending, which would throw out of their timers.
 */
export function exitWith(code: ExitCode): void {
  process.stdout.write('', () => process.exit(code));
}

function describeError(error: unknown): { words: string | Said; code: ExitCode } {
  if (error instanceof KintsugiError) return { words: error.words, code: error.exitCode };
  const message = firstLine(error instanceof Error ? error.message : String(error));
  return { words: said`${message} (kintsugi doctor looks for the cause)`, code: EXIT.infrastructure };
}
