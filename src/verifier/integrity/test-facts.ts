import ts from 'typescript';
import type { TestFact, TestFileFacts, TestMode } from '../../domain/verification/integrity/test-facts';
import { parseFile, unlessTooDeep } from '../../codebase';
import { isAvoidable, isSure, strengthOf } from './assertions';

const TESTS: Readonly<Record<string, TestMode>> = {
  it: 'run',
  test: 'run',
  specify: 'run',
  xit: 'skip',
  xtest: 'skip',
  fit: 'only',
  ftest: 'only',
};
const GROUPS: Readonly<Record<string, TestMode>> = {
  describe: 'run',
  suite: 'run',
  context: 'run',
  xdescribe: 'skip',
  fdescribe: 'only',
};
const API = new Set([...Object.keys(TESTS), ...Object.keys(GROUPS), 'expect', 'assert', 'jest', 'vi']);
const SETTINGS = /^expect\.(extend|addEqualityTesters|setState)$|^(jest|vi)\.(retryTimes|setConfig)$/;
const MOCKERS = /^(jest|vi)\.(mock|doMock|unstable_mockModule|setMock)$/;

/** Promises of a test file, read from its text. Undefined: it is nested too deeply. */
export function testFactsOf(path: string, text: string): TestFileFacts | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const reader = new Reader();
    reader.visit(file.source, [], 'run');
    const { tests, mocks, ownApi, settings } = reader;
    return { tests, mocks, ownApi, settings };
  });
}

/** The tests that a file defines, with their titles joined by ` > `. */
export function definedTests(source: ts.SourceFile): { name: string; call: ts.CallExpression }[] {
  const reader = new Reader();
  reader.visit(source, [], 'run');
  return reader.calls;
}

class Reader {
  readonly calls: { name: string; call: ts.CallExpression }[] = [];
  readonly tests: TestFact[] = [];
  readonly mocks: string[] = [];
  readonly ownApi: string[] = [];
  readonly settings: string[] = [];

  visit(node: ts.Node, groups: readonly string[], mode: TestMode): void {
    this.noteOwnApi(node);
    if (ts.isCallExpression(node)) {
      this.noteMock(node);
      const named = definerOf(node);
      if (named) {
        const title = titleOf(node);
        // Who may not define a test at all may skip it.
        const own = modeOf(named, isLeftOut(node) ? 'skip' : mode);
        if (named.root in GROUPS) {
          for (const given of node.arguments) this.visit(given, [...groups, title], own);
          return;
        }
        const name = [...groups, title].join(' > ');
        this.calls.push({ name, call: node });
        this.tests.push({ name, mode: own, ...weigh(node) });
      }
    }
    ts.forEachChild(node, (child) => this.visit(child, groups, mode));
  }

  private noteMock(call: ts.CallExpression): void {
    const [specifier] = call.arguments;
    const callee = call.expression.getText();
    if (specifier && ts.isStringLiteralLike(specifier) && MOCKERS.test(callee))
      this.mocks.push(specifier.text);
    if (SETTINGS.test(callee)) this.settings.push(callee);
  }

  private noteOwnApi(node: ts.Node): void {
    const declared =
      (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isParameter(node)) && node.name;
    if (declared && ts.isIdentifier(declared) && API.has(declared.text) && !isRequired(node))
      this.ownApi.push(declared.text);
    const written =
      ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && node.left;
    if (!written) return;
    const name = /^(?:globalThis\.|global\.)?(\w+)$/.exec(written.getText())?.[1];
    if (name !== undefined && API.has(name)) this.ownApi.push(name);
  }
}

/** `const assert = require('node:assert')` is where the API comes from. */
function isRequired(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    /^require\s*\(/.test(node.initializer.getText())
  );
}

interface Definer {
  root: string;
  modifiers: string[];
}

/** `it.skip.each(rows)('…')` → `it`, `[skip, each]`; undefined where the call defines no test or group. */
function definerOf(call: ts.CallExpression): Definer | undefined {
  const modifiers: string[] = [];
  let current: ts.Expression = call.expression;
  // `each` is called with its rows first, or tagged with a table.
  if (ts.isCallExpression(current)) current = current.expression;
  else if (ts.isTaggedTemplateExpression(current)) current = current.tag;
  while (ts.isPropertyAccessExpression(current)) {
    modifiers.unshift(current.name.text);
    current = current.expression;
  }
  if (!ts.isIdentifier(current)) return undefined;
  const root = current.text;
  const rows = call.expression !== current && ts.isCallExpression(call.expression);
  if (rows && !modifiers.some((name) => /^(each|for|skipIf|runIf)$/.test(name))) return undefined;
  // The call that only takes the rows defines nothing yet.
  const isOuter = !(ts.isCallExpression(call.parent) && call.parent.expression === call);
  return isOuter && (root in TESTS || root in GROUPS) ? { root, modifiers } : undefined;
}

function modeOf({ root, modifiers }: Definer, around: TestMode): TestMode {
  const own = TESTS[root] ?? GROUPS[root] ?? 'run';
  // What has to fail asks for the contrary.
  if (modifiers.some((name) => name === 'failing' || name === 'fails')) return 'skip';
  const said = modifiers.find((name) => name === 'skip' || name === 'only' || name === 'todo') as
    TestMode | undefined;
  const mode = said ?? (modifiers.includes('skipIf') || modifiers.includes('runIf') ? 'skip' : own);
  if (around === 'skip' || around === 'todo') return around;
  return mode === 'run' ? around : mode;
}

function titleOf(call: ts.CallExpression): string {
  const [title] = call.arguments;
  if (!title) return '';
  return ts.isStringLiteralLike(title) ? title.text : title.getText();
}

/** True where the group or file around may not come to the definition. */
function isLeftOut(definition: ts.CallExpression): boolean {
  let around: ts.Node = definition.parent;
  while (!ts.isSourceFile(around) && !ts.isFunctionLike(around)) around = around.parent;
  return isAvoidable(definition, around);
}

function weigh(test: ts.CallExpression): Omit<TestFact, 'name' | 'mode'> {
  let assertions = 0;
  let strength = 0;
  let sure = 0;
  const visit = (node: ts.Node): void => {
    const weight = ts.isCallExpression(node) ? strengthOf(node) : undefined;
    if (weight !== undefined && !isAvoidable(node, test)) {
      assertions += 1;
      strength += weight;
      if (isSure(node as ts.CallExpression, test)) sure += 1;
    }
    ts.forEachChild(node, visit);
  };
  for (const given of test.arguments) visit(given);
  return { assertions, strength, sure };
}
