import ts from 'typescript';
import { codeOnly } from '../../domain/integrity/code-text';
import type { TestFact, TestFileFacts } from '../../domain/integrity/test-facts';
import { parseFile, unlessTooDeep } from '../proposers/mutation/parse';
import { strengthOf } from './assertions';
import { definedTests, testFactsOf } from './test-facts';

/** Stands for the assertions of a file that are in none of its tests. */
export const OUTSIDE = 'the rest of the file';

/**
 * What a source that holds a program promises by the tests and assertions that stand in it; undefined for a language that
 * is not read here, and for what is nested too deeply.
 */
export function inlineFactsOf(path: string, text: string): TestFileFacts | undefined {
  if (path.endsWith('.rs')) return factsOf(rustTests(codeOnly(path, text)));
  if (path.endsWith('.py')) return factsOf(pythonTests(codeOnly(path, text)));
  return /\.[cm]?[jt]sx?$/.test(path) ? scriptFacts(path, text) : undefined;
}

function factsOf(tests: TestFact[]): TestFileFacts {
  return { tests, mocks: [], ownApi: [] };
}

/** Assertions of Rust by what they say, as `strengthOf` weighs those of JavaScript. */
const RUST_ASSERT = /\b(?:debug_)?(assert(?:_\w+)?|panic|unreachable)!/g;
const RUST_STRENGTH: Readonly<Record<string, number>> = { assert_eq: 3, assert_ne: 1 };
const RUST_FUNCTION = /((?:#\[[^\]]*\]\s*)+)(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)/g;
const RUST_TEST_MODULE = /#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+/g;

function rustTests(code: string): TestFact[] {
  const tests: TestFact[] = [];
  for (const match of code.matchAll(RUST_FUNCTION)) {
    const [, attributes = '', name = ''] = match;
    if (!/#\[\s*(?:\w+::)*(?:test|rstest|test_case)\b/.test(attributes)) continue;
    const { assertions, strength } = rustWeight(blockAt(code, match.index + match[0].length));
    const off = /#\[\s*(?:ignore\b|cfg\((?!test\)))/.test(attributes);
    // One that has to panic asserts nothing by its assertions.
    const panics = /#\[\s*should_panic\b/.test(attributes);
    tests.push({ name, mode: off ? 'skip' : 'run', assertions, strength: panics ? 0 : strength });
  }
  const all = [...code.matchAll(RUST_TEST_MODULE)].map((match) =>
    rustWeight(blockAt(code, match.index + match[0].length)),
  );
  return [...tests, outside(sum(all), tests)];
}

function rustWeight(code: string): Weight {
  const found = [...code.matchAll(RUST_ASSERT)];
  const strength = found.reduce((total, [, name = '']) => total + (RUST_STRENGTH[name] ?? 2), 0);
  return { assertions: found.length, strength };
}

/** The block that begins at the next brace, with its braces; what follows where it is not closed. */
function blockAt(code: string, from: number): string {
  const start = code.indexOf('{', from);
  if (start < 0) return '';
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, at + 1);
  }
  return code.slice(start);
}

const PYTHON_ASSERT = /^\s*assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|fail)\(/gm;
const PYTHON_TEST = /((?:^[ \t]*@[^\n]*\n)*)^([ \t]*)(?:async[ \t]+)?def[ \t]+(test\w*)\(/gm;

function pythonTests(code: string): TestFact[] {
  const count = (text: string): number => text.match(PYTHON_ASSERT)?.length ?? 0;
  const tests = [...code.matchAll(PYTHON_TEST)].map((match): TestFact => {
    const [whole, decorators = '', indent = '', name = ''] = match;
    const assertions = count(indented(code.slice(match.index + whole.length), indent.length));
    const off = /\bskip/.test(decorators);
    return { name, mode: off ? 'skip' : 'run', assertions, strength: assertions };
  });
  const all = count(code);
  return [...tests, outside({ assertions: all, strength: all }, tests)];
}

/** The lines of a body: up to the first that stands no deeper than `depth`. */
function indented(text: string, depth: number): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== '' && line.search(/\S/) <= depth);
  return (end < 0 ? lines : lines.slice(0, end)).join('\n');
}

interface Weight {
  assertions: number;
  strength: number;
}

function sum(weights: readonly Weight[]): Weight {
  return weights.reduce(
    (total, one) => ({
      assertions: total.assertions + one.assertions,
      strength: total.strength + one.strength,
    }),
    { assertions: 0, strength: 0 },
  );
}

/** What is left of the whole without the tests. */
function outside(all: Weight, tests: readonly TestFact[]): TestFact {
  const inside = sum(tests);
  return {
    name: OUTSIDE,
    mode: 'run',
    assertions: Math.max(0, all.assertions - inside.assertions),
    strength: Math.max(0, all.strength - inside.strength),
  };
}

/** Tests as in a test file, and the assertions around them. */
function scriptFacts(path: string, text: string): TestFileFacts | undefined {
  const facts = testFactsOf(path, text);
  const rest = unlessTooDeep(() => {
    const source = parseFile(path, text)?.source;
    return source && looseAssertions(source);
  });
  return facts && rest && { ...facts, tests: [...facts.tests, { name: OUTSIDE, mode: 'run', ...rest }] };
}

function looseAssertions(source: ts.SourceFile): Weight {
  const tests = new Set<ts.Node>(definedTests(source).map(({ call }) => call));
  const imported = ASSERT_MODULE.test(source.text);
  let weight: Weight = { assertions: 0, strength: 0 };
  const visit = (node: ts.Node): void => {
    if (tests.has(node)) return;
    const strength = ts.isCallExpression(node) ? (strengthOf(node) ?? byName(node, imported)) : undefined;
    if (strength !== undefined) weight = sum([weight, { assertions: 1, strength }]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return weight;
}

const ASSERT_MODULE = /['"](?:(?:node:)?assert(?:\/strict)?|chai|should|expect|power-assert)['"]/;
const COMPARES = /^(?:partialDeep|deep)?(?:strict)?equal$|^eql$/i;
const STATES = /^(?:throws|rejects|match|ok|notEqual|notStrictEqual|notDeepStrictEqual|notDeepEqual)$/;

/** `equal(a, b)` and `require('assert').equal(a, b)`, where the file takes them from somewhere; and `console.assert`. */
function byName(call: ts.CallExpression, imported: boolean): number | undefined {
  const { expression } = call;
  if (expression.getText() === 'console.assert') return 2;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!imported || !ts.isIdentifier(name)) return undefined;
  return COMPARES.test(name.text) ? 3 : STATES.test(name.text) ? 2 : undefined;
}
