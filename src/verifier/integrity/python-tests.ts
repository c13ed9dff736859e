import type { TestFact } from '../../domain/verification/integrity/test-facts';
import type { Weight } from './weight';

const ASSERT = /^[^\S\n\r\u2028\u2029]*assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|fail)\(/gm;
const TEST = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(test\w*)\(/;
const DECORATOR = /^[ \t]*@/;

/** Tests of a Python source without comments and texts, and the weight of all of its assertions. */
export function pythonTests(code: string): { tests: TestFact[]; all: Weight } {
  const lines = code.split('\n');
  const counts = lines.map(countIn);
  const tests: TestFact[] = [];
  let off = false;
  lines.forEach((line, at) => {
    const match = TEST.exec(line);
    if (match) {
      const [whole, indent = '', name = ''] = match;
      const end = bodyEnd(lines, at, indent.length);
      const below = counts.slice(at + 1, end).reduce((sum, count) => sum + count, 0);
      const assertions = countIn(line.slice(whole.length)) + below;
      tests.push({ name, mode: off ? 'skip' : 'run', assertions, strength: assertions });
    }
    off = DECORATOR.test(line) && (off || /\bskip/.test(line));
  });
  const assertions = counts.reduce((sum, count) => sum + count, 0);
  return { tests, all: { assertions, strength: assertions } };
}

function countIn(text: string): number {
  return text.match(ASSERT)?.length ?? 0;
}

/**
 * Line before which a body ends: the first that is no deeper than its head. A line is within no more bodies than its
 * indentation has characters, so all bodies together take linear time.
 */
function bodyEnd(lines: readonly string[], head: number, depth: number): number {
  for (let at = head + 1; at < lines.length; at += 1) {
    const indent = (lines[at] ?? '').search(/\S/);
    if (indent >= 0 && indent <= depth) return at;
  }
  return lines.length;
}
