import ts from 'typescript';
import type { TestFact, TestFileFacts, TestMode } from '../../domain/verification/integrity/weakening';
import { parseFile, unlessTooDeep } from '../../codebase';
import { isAvoidable, isSure, strengthOf, toleranceOf } from './assertions';
import { TopNames, DEFINING_NAMES, definitionOf, type Definer } from './definers';

const API = new Set([...DEFINING_NAMES, 'expect', 'assert', 'jest', 'vi']);
const SETTINGS = /^expect\.(extend|addEqualityTesters|setState)$|^(jest|vi)\.(retryTimes|setConfig)$/;
const MOCKERS = /^(jest|vi)\.(mock|doMock|unstable_mockModule|setMock)$/;

/** Promises of a test file, read from its text. Undefined: it is nested too deeply. */
export function testFactsOf(path: string, text: string): TestFileFacts | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const reader = new Reader(file.source);
    reader.visit(file.source, [], 'run');
    const { tests, mocks, ownApi, settings } = reader;
    return { tests, mocks, ownApi, settings };
  });
}

/** The tests that a file defines, with their titles joined by ` > `. */
export function definedTests(source: ts.SourceFile): { name: string; call: ts.CallExpression }[] {
  const reader = new Reader(source);
  reader.visit(source, [], 'run');
  return reader.calls;
}

class Reader {
  private readonly names: TopNames;
  readonly calls: { name: string; call: ts.CallExpression }[] = [];
  readonly tests: TestFact[] = [];
  readonly mocks: string[] = [];
  readonly ownApi: string[] = [];
  readonly settings: string[] = [];

  constructor(source: ts.SourceFile) {
    this.names = new TopNames(source);
  }

  visit(node: ts.Node, groups: readonly string[], mode: TestMode): void {
    this.noteOwnApi(node);
    if (ts.isCallExpression(node)) {
      this.noteMock(node);
      const definer = definitionOf(node, this.names);
      if (definer) {
        const title = titleOf(node);
        // Who may not define a test at all may skip it.
        const own = modeOf(definer, isLeftOut(node) ? 'skip' : mode);
        if (definer.kind === 'group') {
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

function modeOf({ duty, only, certain }: Definer, around: TestMode): TestMode {
  if (around === 'skip' || duty !== 'run' || !certain) return 'skip';
  return only ? 'only' : around;
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
  const tolerances: number[] = [];
  const visit = (node: ts.Node): void => {
    const weight = ts.isCallExpression(node) ? strengthOf(node) : undefined;
    if (weight !== undefined && !isAvoidable(node, test)) {
      assertions += 1;
      strength += weight;
      tolerances.push(...[toleranceOf(node as ts.CallExpression) ?? []].flat());
      if (isSure(node as ts.CallExpression, test)) sure += 1;
    }
    ts.forEachChild(node, visit);
  };
  for (const given of test.arguments) visit(given);
  return { assertions, strength, sure, tolerances };
}
