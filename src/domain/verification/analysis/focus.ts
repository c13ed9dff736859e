import type { CheckReport } from '../verification';
import { boundedOutput } from './bounded';
import { runnerSection } from './runners';

/** Escape sequences of terminals: colours and cursor moves. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/**
 * Messages that a tool breaks over two lines, as one: the second alone would be taken for an error of its own. And
 * messages that a format puts behind something else, on a line of their own, where the table looks for them.
 */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  // Rust: the text of a panic is the user's own.
  [/^([ \t]*thread '[^'\n]*'(?=.* panicked at ).+:\d+:\d+:)\n[ \t]*/gm, '$1 '],
  // ts-loader
  [/^\[tsl\] ERROR in (.+\(\d+,\d+\))\n[ \t]+(TS\d+: )/gm, '$1: error $2'],
  // cargo --message-format short
  [/^(\S+\.rs:\d+:\d+): (error(?:\[E\d+\])?: [^\n]*)$/gm, '$2\n --> $1'],
  // Annotations of GitHub
  [
    /^::error file=([^,\r\n]+),(?=[^:\r\n]*::)(?:[^:\r\n]*,)?line=(\d+),col(?:umn)?=(\d+)(?!\d)[^:\r\n]*::/gm,
    '$1:$2:$3\n',
  ],
  // Errors in the JSON of reporters; what a logger prints on one line may be of an error that was expected
  [/^([ \t]*)"stack": ?"(?=[A-Z]\w*(?:: | \[))/gm, '$1\n'],
];

/** Values that a runner compares and source that it quotes: they may hold any text, so they are no evidence. */
const QUOTED = [
  /^\s*(Expected|Received|Difference|Snapshot|Instance|Thrown|Rejected|Resolved)\b[^\n]*:/,
  /^\s*[+-](?!-- FAIL|->)(?=\s|['"`[{\d-])/,
  /^\s*(?:>\s*)?\d+\s*[|│]/,
  /^\s*[|│╵]/,
  /^\s*(actual|expected|operator|generatedMessage|left|right):/,
];

/** Texts for the analysis: `section` for places, `evidence` for messages. Both have the same length. */
export interface Focus {
  /** The part of the output that speaks of failures. */
  section: string;
  /** The section with compared values and quoted source blanked out. */
  evidence: string;
}

/**
 * Part of an output that is about failures. A passing test may log a refused connection, and an assertion may be about
 * a syntax error; neither is the failure.
 */
export function focus(output: string): Focus {
  const text = output
    .replace(ANSI, '')
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/g, '\n');
  const section = REWRITTEN.reduce(
    (joined, [pattern, one]) => joined.replace(pattern, one),
    runnerSection(text),
  );
  const evidence = section
    .split('\n')
    .map((line) => (QUOTED.some((pattern) => pattern.test(line)) ? ' '.repeat(line.length) : line))
    .join('\n');
  return { section, evidence };
}

/** True if an output shows values that an expectation compared, also where the expectation itself is cut off. */
export function comparesValues(section: string): boolean {
  return /^[^\S\n\r\u2028\u2029]*(?:Expected|Received)\b.*:/m.test(section);
}

/** Part of a failed command's output that is about failures, for finding places in it; bounded. */
export function failureSection(check: Pick<CheckReport, 'stdout' | 'stderr'>): string {
  return focus(boundedOutput(check)).section;
}
