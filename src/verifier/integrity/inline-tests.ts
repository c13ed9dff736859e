import ts from 'typescript';
import { codeOnly } from '../../domain/verification/integrity/code-text';
import type { TestFact, TestFileFacts } from '../../domain/verification/integrity/weakening';
import { parseFile, unlessTooDeep } from '../../codebase';
import { strengthOf } from './assertions';
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

const ASSERT = /^[^\S\n\r\u2028\u2029]*assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|fail)\(/gm;
const TEST = /^([ \t]*)(?:async[ \t]+)?def[ \t]+(test\w*)\(/;
/** Lines by which a file, or a test at its beginning, is skipped. */
const SKIPS_ALL = /^(?:pytest\.skip\(|raise unittest\.SkipTest\b|pytestmark\b.{0,200}\bskip\b)/;
const SKIPS = /^\s{1,80}(?:pytest\.skip|self\.skipTest)\(/;
const DECORATOR = /^[ \t]*@/;

/** Tests of a Python source without comments and texts, and the weight of all of its assertions. */
function pythonTests(code: string): { tests: TestFact[]; all: Weight } {
  const lines = code.split('\n');
  const weights = lines.map((line, at) => weightIn(line, lines.slice(at + 1, at + MOST_LINES)));
  const tests: TestFact[] = [];
  const isOff = lines.some((line) => SKIPS_ALL.test(line));
  let off = false;
  lines.forEach((line, at) => {
    const match = TEST.exec(line);
    if (match) {
      const [whole, indent = '', name = ''] = match;
      const end = bodyEnd(lines, at, indent.length);
      const body = [weightIn(line.slice(whole.length), []), ...weights.slice(at + 1, end)];
      const tolerances = tolerancesIn(lines.slice(at, end).join('\n'));
      const first = lines.slice(at + 1, end).find((one) => one.trim() !== '') ?? '';
      const mode = off || isOff || SKIPS.test(first) ? 'skip' : 'run';
      tests.push({ name, mode, ...sumOf(body), tolerances });
    }
    off = DECORATOR.test(line) && (off || /\bskip/.test(line));
  });
  return { tests, all: sumOf(weights) };
}

/** Lines that one assertion is written over at most. */
const MOST_LINES = 8;
const CONSTANT = /\bassert(?:True\()?\s{0,9}\(?(?:True|not False|\d{1,9}|"")\)?\s{0,9}(?:,|$)/;
const SAYS_ALL = /==|\bassert(?!Not|Almost)\w{0,20}Equals?\(|\bis (?:None|True|False)\b|\bpytest\.raises\(/;
const NEAR = /\bapprox\(|AlmostEqual|\bisclose\(|\babs\([^\n]{1,200}\) ?<=?/;
const VAGUE =
  /\bor\b|!=|\bis not\b|\bassert(?:Not|True|False|IsNot|IsInstance)\w{0,20}\(|\bisinstance\(|\bcallable\(/;

/** Assertions of a line, and how much they say: the first may go on below. */
function weightIn(line: string, below: readonly string[]): Weight {
  const assertions = line.match(ASSERT)?.length ?? 0;
  if (assertions === 0) return { assertions, strength: 0 };
  let text = line;
  for (const more of below) {
    if (!isOpen(text)) break;
    text += more;
  }
  if (CONSTANT.test(text.trimEnd())) return { assertions: 0, strength: 0 };
  const each = VAGUE.test(text) ? 1 : NEAR.test(text) ? 2 : SAYS_ALL.test(text) ? 3 : 2;
  return { assertions, strength: assertions * each };
}

function isOpen(text: string): boolean {
  return (text.match(/[([{]/g)?.length ?? 0) > (text.match(/[)\]}]/g)?.length ?? 0);
}

/** Differences that assertions let pass: `approx(x, abs=0.1)`, `abs(a - b) < 0.01`, `assertAlmostEqual(a, b, places=3)`. */
function tolerancesIn(text: string): number[] {
  const found = text.matchAll(
    /\b(abs|rel|delta|abs_tol|rel_tol|places) ?= ?([\d.e+-]{1,20})|\babs\([^\n]{1,200}\) ?<=? ?([\d.e+-]{1,20})/g,
  );
  return [...found].flatMap(([, kind, value, limit]) => {
    const given = Number(value ?? limit);
    if (!Number.isFinite(given)) return [];
    return [kind === 'places' ? 10 ** -given : given];
  });
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
