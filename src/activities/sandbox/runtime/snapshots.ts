/** Snapshot matchers: inline ones are compared, never written; those in files are not there yet. */
import { expect } from 'expect';
import { diff } from 'jest-matcher-utils';
import { format } from 'pretty-format';

interface MatcherResult {
  pass: boolean;
  message: () => string;
}

function serialise(value: unknown): string {
  return format(value, {
    escapeRegex: true,
    printFunctionName: false,
    escapeString: false,
    printBasicPrototype: false,
  });
}

/** Inline snapshots are indented with the code around them. */
function unindent(snapshot: string): string {
  const lines = snapshot.split('\n');
  if (lines.length === 1) return snapshot.trim();
  const indent = /^[ \t]*/.exec(lines[1] ?? '')?.[0] ?? '';
  return lines
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n')
    .trim();
}

function compare(received: unknown, ...args: unknown[]): MatcherResult {
  const expected = args.find((argument) => typeof argument === 'string');
  if (expected === undefined) {
    return {
      pass: false,
      message: () => 'This inline snapshot is not written yet, and the sandbox writes none.',
    };
  }
  const actual = serialise(received).trim();
  const wanted = unindent(expected);
  return {
    pass: actual === wanted,
    message: () => `Inline snapshot does not match.\n\n${diff(wanted, actual) ?? ''}`,
  };
}

function unsupported(name: string): () => MatcherResult {
  return () => {
    throw new Error(
      `${name} is not supported in the sandbox. Use a command check (for example --check "npm test") for it.`,
    );
  };
}

expect.extend({
  toMatchInlineSnapshot: compare,
  toMatchSnapshot: unsupported('toMatchSnapshot'),
  toThrowErrorMatchingSnapshot: unsupported('toThrowErrorMatchingSnapshot'),
  toThrowErrorMatchingInlineSnapshot: unsupported('toThrowErrorMatchingInlineSnapshot'),
});
