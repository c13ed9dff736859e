import ts from 'typescript';
import type { Mutation } from '../../search/mutation';
import { isCallee } from '../donors';
import { mayBe, type Kind } from '../kinds';
import { functionAround, isPlainStatement, siblings } from '../../../codebase';
import { quote } from '../../quote';
import { replace, replaceExpression, type Site } from '../site';
import type { ScopeName } from '../scope';
import { insertAfter, insertBefore, semicolon } from './statement-text';
import { said } from '../../../domain/run/said';

/** Missing checks before a statement, and conditions around it. */
export function guards(node: ts.Node, site: Site): Mutation[] {
  if (!isPlainStatement(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return [];
  return [...earlyReturns(node, site), ...wrapped(node, site)];
}

/** Values that an early return may have. */
const RESULTS: readonly { code: string; kind: Kind }[] = [
  { code: '0', kind: 'number' },
  { code: '-1', kind: 'number' },
  { code: '1', kind: 'number' },
  { code: "''", kind: 'string' },
  { code: '[]', kind: 'array' },
  { code: 'false', kind: 'boolean' },
  { code: 'true', kind: 'boolean' },
  { code: 'null', kind: 'object' },
  { code: 'undefined', kind: 'unknown' },
];

/** At a function's first statement: `if (x === undefined) return …` for its parameters. */
function earlyReturns(node: ts.Statement, site: Site): Mutation[] {
  const home = functionAround(node);
  if (ts.isSourceFile(home) || siblings(node)?.[0] !== node || node.parent.parent !== home) return [];
  const results = resultsOf(home, site);
  const mutations: Mutation[] = [];
  for (const parameter of site
    .locals(node)
    .filter((name) => home.pos <= name.position && name.position < node.pos)) {
    for (const test of [...testsOf(parameter), ...membersOf(parameter.name, home, site)]) {
      for (const result of results) {
        const code = `if (${test}) return ${result}${semicolon(site)}`;
        mutations.push(...insertBefore(node, code, 'guard', said`${quote(code)} is missing`, site));
      }
    }
  }
  return mutations;
}

function testsOf(name: ScopeName): string[] {
  const tests = [`${name.name} == null`];
  if (name.kind !== 'number' && name.kind !== 'boolean') tests.unshift(`${name.name}.length === 0`);
  if (mayBe(name.kind, 'number'))
    tests.unshift(`${name.name} === 0`, `${name.name} < 0`, `${name.name} <= 1`);
  return tests;
}

const MOST_MEMBERS = 3;

/** Tests of the members that a function reads of a parameter: a divisor may be 0, a list empty. */
function membersOf(name: string, home: ts.Node, site: Site): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && !isCallee(node) && node.expression.getText() === name)
      found.add(site.code(node));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(home, visit);
  return [...found].slice(0, MOST_MEMBERS).flatMap((member) => [`${member} === 0`, `!${member}`]);
}

/** Values like those that the function returns elsewhere. */
function resultsOf(home: ts.Node, site: Site): string[] {
  const kinds = returnsOf(home).map((one) => site.kind(one));
  const known = kinds.filter((kind) => kind !== 'unknown');
  return RESULTS.filter(({ kind }) => known.length === 0 || known.some((one) => mayBe(one, kind))).map(
    ({ code }) => code,
  );
}

/** Returned expressions of a function, those of inner functions left out. */
function returnsOf(home: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(home, visit);
  return found;
}

/** `S` → `if (c) S`: conditions of the function, and equality of two names in scope. */
function wrapped(node: ts.Statement, site: Site): Mutation[] {
  if (!ts.isExpressionStatement(node) && !ts.isReturnStatement(node) && !ts.isBreakOrContinueStatement(node))
    return [];
  if (/^(module\.)?exports\b/.test(site.code(node))) return [];
  const code = site.code(node);
  return wrapConditions(node, site).map(([condition, weight]) =>
    replace(
      node,
      `if (${condition}) ${code}`,
      'wrap-if',
      said`${quote(code)} should run only if ${quote(condition)}`,
      weight,
    ),
  );
}

function wrapConditions(node: ts.Statement, site: Site): [string, number][] {
  const donors = site
    .donors(node)
    .conditions.filter((donor) => site.fits(donor, node))
    .map((donor): [string, number] => [donor.code, 0.8]);
  const near = site.locals(node).slice(0, 4);
  const equality = /[^!=]==[^=]/.test(site.text) ? '==' : '===';
  const equalities = near.flatMap((a, i) =>
    near
      .slice(i + 1)
      .filter((b) => mayBe(a.kind, b.kind) && a.kind !== 'function')
      .map((b): [string, number] => [`${b.name} ${equality} ${a.name}`, 0.7]),
  );
  const numbers = near
    .filter((name) => name.kind === 'number')
    .map((name): [string, number] => [`${name.name} > 0`, 0.6]);
  const flags = near
    .filter((name) => name.kind === 'boolean')
    .flatMap((name): [string, number][] => [
      [name.name, 0.6],
      [`!${name.name}`, 0.6],
    ]);
  return [...donors, ...equalities, ...numbers, ...flags];
}

/** Other values to return, a return that was forgotten. */
export function returns(node: ts.Node, site: Site): Mutation[] {
  if (ts.isReturnStatement(node) && node.expression) return otherValues(node.expression, site);
  if (ts.isExpressionStatement(node)) return missing(node, site);
  return [];
}

function otherValues(value: ts.Expression, site: Site): Mutation[] {
  const kind = site.kind(value);
  const literals = RESULTS.map((result) =>
    replaceExpression(value, result.code, 'return-value', mayBe(kind, result.kind) ? 0.8 : 0.3),
  );
  const names = site
    .locals(value)
    .filter((name) => name.name !== site.code(value) && name.kind !== 'function')
    .map((name) => replaceExpression(value, name.name, 'return-value', mayBe(kind, name.kind) ? 1 : 0.4));
  return [...names, ...literals];
}

function missing(node: ts.ExpressionStatement, site: Site): Mutation[] {
  const home = functionAround(node);
  if (ts.isSourceFile(home) || ts.isConstructorDeclaration(home)) return [];
  const code = site.code(node.expression);
  const list = siblings(node);
  const next = list?.[list.indexOf(node) + 1];
  const mutations: Mutation[] = [];
  const isCall = ts.isCallExpression(node.expression) || ts.isBinaryExpression(node.expression);
  if (isCall)
    mutations.push(
      replace(
        node,
        `return ${site.code(node)}`,
        'missing-return',
        said`${quote(`return ${code}`)}: the \`return\` is missing`,
      ),
    );
  const receiver = ts.isCallExpression(node.expression) ? receiverOf(node.expression) : undefined;
  if (receiver) {
    const text = `${receiver} = ${code}`;
    mutations.push(
      replace(node, text + semicolon(site), 'missing-return', said`the result of ${quote(code)} is not used`),
    );
  }
  if (!next && ts.isBlock(node.parent) && node.parent.parent === home)
    mutations.push(...finalReturns(node, site));
  return mutations;
}

function receiverOf(call: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  const receiver = call.expression.expression;
  return ts.isIdentifier(receiver) ? receiver.text : undefined;
}

function finalReturns(node: ts.Statement, site: Site): Mutation[] {
  return [...chained(node, site), ...finalNames(node, site)];
}

/** `return this` at the end of a method, where others of the class have it. */
function chained(node: ts.Statement, site: Site): Mutation[] {
  const home = functionAround(node);
  const code = `return this${semicolon(site)}`;
  if (!ts.isMethodDeclaration(home) || !/\breturn this[ \t]*(?:[;}]|$)/m.test(home.parent.getText()))
    return [];
  return insertAfter(node, code, 'missing-return', said`${quote(code)} is missing at the end`, site);
}

function finalNames(node: ts.Statement, site: Site): Mutation[] {
  return site
    .locals(node)
    .filter((name) => name.kind !== 'function')
    .flatMap((name) => {
      const code = `return ${name.name}${semicolon(site)}`;
      return insertAfter(node, code, 'missing-return', said`${quote(code)} is missing at the end`, site, 0.8);
    });
}
