import type { TestFact } from '../../domain/verification/integrity/weakening';
import { sumOf, type Weight } from './weight';

/** Assertions of Rust by what they say, as `strengthOf` weighs those of JavaScript. */
const ASSERT = /\b(?:debug_)?(assert(?:_\w+)?|panic|unreachable)!/g;
const STRENGTH: Readonly<Record<string, number>> = { assert_eq: 3, assert_ne: 1 };
const BLANKS = /\s*/y;
const FUNCTION = /(?:pub(?:\([^()]*\))?\s+)?(?:async\s+)?fn\s+(\w+)/y;
const MODULE = /(?:pub(?:\([^()]*\))?\s+)?mod\s+\w+/y;

/** Tests of a Rust source without comments and texts, and the weight of all of its test modules. */
export function rustTests(code: string): { tests: TestFact[]; all: Weight } {
  const blocks = new Blocks(code);
  const tests: TestFact[] = [];
  const modules: Weight[] = [];
  for (const { attributes, end } of attributed(code)) {
    const named = at(FUNCTION, code, end);
    if (named && /#\[\s*(?:\w+::)*(?:test|rstest|test_case)\b/.test(attributes)) {
      const { assertions, strength } = blocks.weightAfter(end + named[0].length);
      const off = /#\[\s*(?:ignore\b|cfg\((?!test\)))/.test(attributes);
      // One that has to panic asserts nothing by its assertions.
      const panics = /#\[\s*should_panic\b/.test(attributes);
      const name = named[1] ?? '';
      tests.push({ name, mode: off ? 'skip' : 'run', assertions, strength: panics ? 0 : strength });
    }
    const module = attributes.includes('#[cfg(test)]') ? at(MODULE, code, end) : null;
    if (module) modules.push(blocks.weightAfter(end + module[0].length));
  }
  return { tests, all: sumOf(modules) };
}

function at(pattern: RegExp, code: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(code);
}

/** Runs of attributes, and where what they are of begins; the code is read once. */
function* attributed(code: string): Generator<{ attributes: string; end: number }> {
  for (let start = code.indexOf('#['); start >= 0; start = code.indexOf('#[', start)) {
    let end = start;
    while (code.startsWith('#[', end)) {
      const close = code.indexOf(']', end);
      // Nor does any after it.
      if (close < 0) return;
      end = close + 1 + (at(BLANKS, code, close + 1)?.[0].length ?? 0);
    }
    yield { attributes: code.slice(start, end), end };
    start = end;
  }
}

/** The blocks of a source and the assertions in them, found in one pass, however deep they are nested. */
class Blocks {
  private readonly opens: number[] = [];
  private readonly closes = new Map<number, number>();
  private readonly asserts: number[] = [];
  /** Strength of all assertions before the one of the same index. */
  private readonly strengths: number[] = [0];

  constructor(private readonly code: string) {
    const open: number[] = [];
    for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
      if (brace === '{') {
        open.push(index);
        this.opens.push(index);
      } else {
        const start = open.pop();
        if (start !== undefined) this.closes.set(start, index + 1);
      }
    }
    for (const { 1: name = '', index } of code.matchAll(ASSERT)) {
      this.strengths.push((this.strengths.at(-1) ?? 0) + (STRENGTH[name] ?? 2));
      this.asserts.push(index);
    }
  }

  /** Weight of the block that begins at the next brace; of all that follows where it is not closed. */
  weightAfter(from: number): Weight {
    const start = this.opens[firstFrom(this.opens, from)];
    if (start === undefined) return { assertions: 0, strength: 0 };
    const first = firstFrom(this.asserts, start);
    const last = firstFrom(this.asserts, this.closes.get(start) ?? this.code.length);
    return {
      assertions: last - first,
      strength: (this.strengths[last] ?? 0) - (this.strengths[first] ?? 0),
    };
  }
}

/** Index of the first number that is not below `least`; the numbers rise. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
