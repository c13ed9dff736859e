import ts from 'typescript';
import { redact } from '../../../domain/redact';
import { backtracking } from './pattern';
import { moduleOf, textOf } from '../source';

/** One kind of danger: the reason, where a node is one. */
export interface SecurityRule {
  rule: string;
  find(node: ts.Node): string | undefined;
}

const NETWORK = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon']);
const NETWORK_MODULES =
  /^(?:node:)?(?:http|https|http2|net|dgram|tls|dns)(?:\/|$)|^(?:axios|got|undici|node-fetch|ws)$/;
const PROCESS_MODULES = /^(?:node:)?(?:child_process|cluster|worker_threads|vm)$/;
const FILE_MODULES = /^(?:node:)?fs(?:\/|$)/;
const PROTOTYPES = new Set(['__proto__', 'prototype', 'constructor']);
const PROTOTYPE_CALLS = new Set(['Object.setPrototypeOf', 'Reflect.setPrototypeOf']);

const ofModule =
  (pattern: RegExp, reason: string) =>
  (node: ts.Node): string | undefined => {
    const name = moduleName(node);
    return name !== undefined && pattern.test(name) ? `${name}: ${reason}` : undefined;
  };

/** Rules of `securityCheck`: one row each. */
export const RULES: readonly SecurityRule[] = [
  {
    rule: 'eval',
    find: (node) => {
      if (
        ts.isCallExpression(node) &&
        ['eval', 'globalThis.eval', 'window.eval'].includes(calleeName(node) ?? '')
      )
        return 'eval runs any text as code.';
      return undefined;
    },
  },
  {
    rule: 'function-constructor',
    find: (node) => {
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (
        isMade &&
        /^(?:globalThis\.)?(?:Async|Generator|AsyncGenerator)?Function$/.test(calleeName(node) ?? '')
      )
        return 'Function makes code of a text.';
      // [].constructor.constructor('…')()
      return isMade && memberName(node.expression) === 'constructor'
        ? 'A constructor that is reached through an object may be Function, which makes code of a text.'
        : undefined;
    },
  },
  {
    rule: 'timer-text',
    find: (node) => {
      if (!ts.isCallExpression(node) || !/^set(?:Timeout|Interval)$/.test(calleeName(node) ?? ''))
        return undefined;
      const [first] = node.arguments;
      return first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
        ? 'A timer with a text runs it as code.'
        : undefined;
    },
  },
  {
    rule: 'dynamic-import',
    find: (node) => {
      if (!ts.isCallExpression(node)) return undefined;
      const [first] = node.arguments;
      const isText = first !== undefined && ts.isStringLiteralLike(first);
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
        return 'import() loads code while the program runs.';
      return calleeName(node) === 'require' && !isText ? 'require of a name that is computed.' : undefined;
    },
  },
  {
    rule: 'child-process',
    find: ofModule(PROCESS_MODULES, 'it starts other programs or runs text as code.'),
  },
  { rule: 'file-system', find: ofModule(FILE_MODULES, 'it reads and writes files.') },
  {
    rule: 'network',
    find: (node) => {
      if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && reaches(node))
        return 'It reaches the network.';
      return ofModule(NETWORK_MODULES, 'it reaches the network.')(node);
    },
  },
  {
    rule: 'process',
    find: (node) =>
      ts.isPropertyAccessExpression(node) &&
      /^(?:globalThis\.)?process\.(?:env|exit|kill|binding|dlopen)$/.test(pathOf(node))
        ? `${pathOf(node)} reaches the process that runs the code.`
        : undefined,
  },
  {
    rule: 'prototype-write',
    find: (node) => {
      if (ts.isCallExpression(node) && PROTOTYPE_CALLS.has(calleeName(node) ?? ''))
        return 'It changes the prototype of an object.';
      const target = writtenTo(node);
      const name = target && prototypeIn(target);
      return name === undefined ? undefined : `Writing to ${name} changes all objects of a kind.`;
    },
  },
  {
    rule: 'computed-write',
    find: (node) => {
      const target = writtenTo(node);
      if (!target || !ts.isElementAccessExpression(target)) return undefined;
      // a[b][c] = d: with b from outside, it writes to a prototype.
      const inner = target.expression;
      const isComputed = (at: ts.Expression) => !ts.isStringLiteralLike(at) && !ts.isNumericLiteral(at);
      return ts.isElementAccessExpression(inner) &&
        isComputed(inner.argumentExpression) &&
        isComputed(target.argumentExpression)
        ? 'Two names from data in one assignment can reach a prototype: use a Map, or refuse __proto__.'
        : undefined;
    },
  },
  {
    rule: 'slow-pattern',
    find: (node) => {
      const pattern = patternOf(node);
      return pattern === undefined ? undefined : backtracking(pattern);
    },
  },
  {
    rule: 'secret',
    find: (node) => {
      if (!ts.isStringLiteralLike(node) || node.text.length < 8) return undefined;
      const { parent } = node;
      const name = 'name' in parent ? (parent.name as ts.Node | undefined)?.getText() : undefined;
      const shown = name === undefined ? node.text : `${name}: "${node.text}"`;
      return redact(shown) === shown
        ? undefined
        : 'A text looks like a secret: pass it in, do not write it down.';
    },
  },
  {
    rule: 'command-injection',
    find: (node) => {
      if (!ts.isCallExpression(node) || !SHELL.test(calleeName(node) ?? '')) return undefined;
      const [command] = node.arguments;
      return command && isPutTogether(command)
        ? 'A shell runs a text that is put together from values: pass them as arguments to execFile or spawn.'
        : undefined;
    },
  },
  {
    rule: 'sql-injection',
    find: (node) =>
      ts.isExpression(node) && isPutTogether(node) && !isPutTogether(node.parent) && SQL.test(firstText(node))
        ? 'A query is put together from values: give them as parameters.'
        : undefined,
  },
  {
    rule: 'endless-loop',
    find: (node) => (ts.isIterationStatement(node, false) ? endsLoop(node) : undefined),
  },
];

/** A pattern has an `exec` too. */
const SHELL = /^(?:(?:child_?process|child|cp|shell(?:js)?)\.)?exec(?:Sync)?$/i;
const SQL =
  /^\s{0,40}(?:select\s[\s\S]{0,400}\sfrom\s|insert\s+into\s|update\s+\S{1,80}\s+set\s|delete\s+from\s)/i;

/** True for a text that values are put into: `'a' + b`, `` `a ${b}` ``. */
function isPutTogether(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) return !ts.isTaggedTemplateExpression(node.parent);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  const [left, right] = [plainText(node.left), plainText(node.right)];
  return (
    isPutTogether(node.left) || isPutTogether(node.right) || (left === undefined) !== (right === undefined)
  );
}

function plainText(node: ts.Expression): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Beginning of a text that values are put into. */
function firstText(node: ts.Node): string {
  if (ts.isTemplateExpression(node)) return `${node.head.text} `;
  if (ts.isBinaryExpression(node)) return firstText(node.left);
  return ts.isStringLiteralLike(node) ? `${node.text} ` : '';
}

function reaches(node: ts.CallExpression | ts.NewExpression): boolean {
  const name = (calleeName(node) ?? '').replace(/^(?:globalThis|window|self|navigator)\./, '');
  return NETWORK.has(name);
}

function pathOf(node: ts.PropertyAccessExpression): string {
  return node.getText().replace(/\s|\?/g, '');
}

/** Target of an assignment, a `delete`, or of Object.defineProperty. */
function writtenTo(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isWrite = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isWrite ? node.left : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (!ts.isCallExpression(node)) return undefined;
  const name = calleeName(node) ?? '';
  return /^(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|set)$/.test(name)
    ? node.arguments[0]
    : undefined;
}

function prototypeIn(target: ts.Expression): string | undefined {
  for (let node: ts.Expression = target; ; node = node.expression) {
    const name = memberName(node);
    if (name !== undefined && PROTOTYPES.has(name)) return name;
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  }
}

function patternOf(node: ts.Node): { source: string; flags: string } | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && calleeName(node) === 'RegExp';
  const [first, second] = isMade ? (node.arguments ?? []) : [];
  if (!first || !ts.isStringLiteralLike(first)) return undefined;
  return { source: first.text, flags: second && ts.isStringLiteralLike(second) ? second.text : '' };
}

/** Dotted name of what is called: `Object.assign`, also of `globalThis['eval']`; undefined where it is no plain name. */
function calleeName(node: ts.CallExpression | ts.NewExpression): string | undefined {
  return dottedName(node.expression);
}

function dottedName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  // (0, eval)('…')
  if (ts.isParenthesizedExpression(node)) return dottedName(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return dottedName(node.right);
  const name = memberName(node);
  if (name === undefined) return undefined;
  const of = dottedName((node as ts.PropertyAccessExpression).expression);
  return of === undefined ? undefined : `${of}.${name}`;
}

/** Name of the member that an expression takes: of `a.b` and `a['b']`. */
function memberName(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

function moduleName(node: ts.Node): string | undefined {
  const module = moduleOf(node);
  return module && textOf(module.name);
}

/** Reason why a loop may never end; undefined where something in it ends it. */
function endsLoop(loop: ts.IterationStatement): string | undefined {
  return isEndless(loop) && !leaves(loop.statement, loop)
    ? 'The loop has no condition that ends it, and nothing in it leaves it.'
    : undefined;
}

/** True for a loop whose condition never fails. */
function isEndless(loop: ts.IterationStatement): boolean {
  if (ts.isForStatement(loop)) return loop.condition === undefined || isTrue(loop.condition);
  return (ts.isWhileStatement(loop) || ts.isDoStatement(loop)) && isTrue(loop.expression);
}

function isTrue(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isTrue(node.expression);
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (ts.isStringLiteralLike(node)) return node.text !== '';
  // !0, !false
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return isFalse(node.operand);
  return (
    node.kind === ts.SyntaxKind.TrueKeyword ||
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node)
  );
}

function isFalse(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isNumericLiteral(node) && Number(node.text) === 0)
  );
}

/** True if a statement of a loop's body can leave the loop: `return`, `throw`, `yield`, or a `break` that is the loop's. */
function leaves(node: ts.Node, loop: ts.IterationStatement): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isYieldExpression(node)) return true;
  if (ts.isBreakStatement(node)) return breaks(node, loop);
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  return ts.forEachChild(node, (child) => leaves(child, loop) || undefined) ?? false;
}

/** True if a break leaves the loop, or a statement around it. */
function breaks({ label, parent }: ts.BreakStatement, loop: ts.IterationStatement): boolean {
  for (let node: ts.Node = parent; node !== loop; node = node.parent) {
    if (
      label
        ? isLabelled(node, label.text)
        : ts.isIterationStatement(node, false) || ts.isSwitchStatement(node)
    )
      return false;
  }
  return true;
}

function isLabelled(node: ts.Node, label: string): boolean {
  return ts.isLabeledStatement(node) && node.label.text === label;
}
