import type { SourceLocation } from '../../domain/verification/failure';
import type { TestFailure, TestResult, TestStatus } from '../../domain/verification/verification';

/** Characters of each text of a failure. */
const TEXT_CHARS = 16 * 1024;

export interface ReadTest {
  /** Path in the tree; empty: the report names none. */
  file: string;
  path: readonly string[];
  status: TestStatus;
  durationMs?: number;
  failure?: ReadFailure;
}

export interface ReadFailure {
  name?: string;
  message: string;
  stack?: string;
  expected?: string;
  received?: string;
  location?: SourceLocation;
  phase?: TestFailure['phase'];
}

export interface ReadReport {
  tests: readonly ReadTest[];
  /** The runner did not come to its end. */
  cut?: boolean;
  /** Text for people, where the command printed something else. */
  printed?: string;
}

/** The tests in the sandbox's shape. `check` stands for a file that no report names. */
export function toResults(tests: readonly ReadTest[], check: string): TestResult[] {
  const seen = new Map<string, number>();
  return tests.map(({ file, path, status, durationMs = 0, failure }) => {
    const name = [file, ...path].filter((part) => part !== '').join(' > ');
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      id: count === 1 ? name : `${name} (${count})`,
      file: file === '' ? check : file,
      path: [...path],
      status,
      durationMs: Math.max(0, durationMs),
      ...(status === 'failed' && { failure: failureOf(failure) }),
      console: [],
    };
  });
}

function failureOf(
  { name, message, stack, expected, received, location, phase }: ReadFailure = { message: '' },
): TestFailure {
  const [, said] =
    /^([A-Za-z_][\w.]{0,80}(?:Error|Exception|Failure|Warning)|Uncaught [A-Za-z]{1,80})\b/.exec(message) ??
    [];
  const cut = (text: string | undefined) => text?.slice(0, TEXT_CHARS);
  return {
    errorName: name ?? said ?? 'Error',
    message: cut(message === '' ? 'failed without a message' : message) ?? '',
    ...(stack !== undefined && { stack: cut(stack) }),
    ...(expected !== undefined && { expected: cut(expected) }),
    ...(received !== undefined && { received: cut(received) }),
    ...(location && { location }),
    phase: phase ?? 'test',
  };
}

/** The name of an error that stands before its message. */
export function nameBefore(stack: string | undefined): string | undefined {
  return /^([A-Za-z_$][\w$]{0,80})(?: \[\w{1,60}\])?:/.exec(stack ?? '')?.[1];
}

/** A value as a failure shows it. */
export function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
