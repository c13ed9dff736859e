import ts from 'typescript';
import { codeOnly } from '../../domain/verification/integrity/code-text';
import type { TestFact, TestFileFacts } from '../../domain/verification/integrity/test-facts';
import { parseFile, unlessTooDeep } from '../../codebase';
import { strengthOf } from './assertions';
import { pythonTests } from './python-tests';
import { rustTests } from './rust-tests';
import { definedTests, testFactsOf } from './test-facts';
import { sumOf, type Weight } from './weight';

/** Stands for the assertions of a file that are in none of its tests. */
export const OUTSIDE = 'the rest of the file';

/**
 * Promises of a program's source, by its own tests and assertions. Undefined: the language is not read here, or the
 * source is nested too deeply.
 */
export function inlineFactsOf(path: string, text: string): TestFileFacts | undefined {
  const read = path.endsWith('.rs') ? rustTests : path.endsWith('.py') ? pythonTests : undefined;
  if (!read) return /\.[cm]?[jt]sx?$/.test(path) ? scriptFacts(path, text) : undefined;
  const { tests, all } = read(codeOnly(path, text));
  return { tests: [...tests, outside(all, tests)], mocks: [], ownApi: [] };
}

/** Rest of the file without its tests. */
function outside(all: Weight, tests: readonly TestFact[]): TestFact {
  const inside = sumOf(tests);
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
    if (strength !== undefined) weight = sumOf([weight, { assertions: 1, strength }]);
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
