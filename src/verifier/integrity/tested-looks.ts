import { said, type Said } from '../../domain/run/said';
import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../../codebase';

/** Constants of a file that hold texts or numbers known beforehand. */
type Constants = ReadonlyMap<string, ts.Expression>;

/** Constants declared anywhere in a file, the last of each name. */
function constantsOf(source: ts.SourceFile): Constants {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      found.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const NONE: Constants = new Map();

/** The value of an expression that is put together of literals: `'JEST_' + 'WORKER_ID'`, `30 + 7`; undefined for others. */
function fold(node: ts.Node, constants: Constants = NONE, depth = 0): string | number | undefined {
  if (depth > 20) return undefined;
  const inner = (one: ts.Node): string | number | undefined => fold(one, constants, depth + 1);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return inner(node.expression);
  if (ts.isPrefixUnaryExpression(node)) {
    const value = inner(node.operand);
    return node.operator === ts.SyntaxKind.MinusToken && typeof value === 'number' ? -value : undefined;
  }
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && inner(value);
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => [inner(span.expression), span.literal.text] as const);
    if (spans.some(([value]) => value === undefined)) return undefined;
    return node.head.text + spans.map(([value, text]) => `${value ?? ''}${text}`).join('');
  }
  if (ts.isBinaryExpression(node))
    return calculated(node.operatorToken.kind, inner(node.left), inner(node.right));
  return ts.isCallExpression(node) ? called(node, inner) : undefined;
}

function calculated(
  operator: ts.SyntaxKind,
  left: string | number | undefined,
  right: string | number | undefined,
): string | number | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === ts.SyntaxKind.PlusToken)
    return typeof left === 'number' && typeof right === 'number' ? left + right : `${left}${right}`;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return left - right;
  if (operator === ts.SyntaxKind.AsteriskToken) return left * right;
  return operator === ts.SyntaxKind.SlashToken ? left / right : undefined;
}

/** `['a', 'b'].join('')`, `'a'.concat('b')`, `String.fromCharCode(97)`, `atob('…')`. */
function called(
  { expression, arguments: given }: ts.CallExpression,
  inner: (one: ts.Node) => string | number | undefined,
): string | undefined {
  const values = given.map(inner);
  if (values.includes(undefined)) return undefined;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === 'fromCharCode') return String.fromCharCode(...values.map(Number));
  if (name === 'atob') return Buffer.from(String(values[0]), 'base64').toString('latin1');
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const target = expression.expression;
  if (name === 'join' && ts.isArrayLiteralExpression(target)) {
    const parts = target.elements.map(inner);
    return parts.includes(undefined) ? undefined : parts.join(String(values[0] ?? ','));
  }
  const text = inner(target);
  if (typeof text !== 'string') return undefined;
  if (name === 'concat') return text + values.join('');
  return name === 'toUpperCase'
    ? text.toUpperCase()
    : name === 'toLowerCase'
      ? text.toLowerCase()
      : undefined;
}

/** A place where a program looks at who runs it. */
export interface Look {
  line: number;
  /** As people know it: `process.env.JEST_WORKER_ID`. */
  what: string | Said;
}

/** Looks of a source at its tests, its caller or its runner; undefined where it is nested too deeply to be read. */
export function testedLooks(path: string, text: string): Look[] | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const reader = new Reader(file);
    const found: Look[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      for (const what of reader.at(node)) found.push({ line: lineOf(file, node.getStart()), what });
      ts.forEachChild(node, visit);
    };
    visit(file.source);
    return found;
  });
}

class Reader {
  private readonly constants: Constants;
  private readonly declared: ReadonlySet<string>;
  /** True if any text of the file speaks of tests: what reads a stack then reads it for them. */
  private readonly speaksOfTests: boolean;

  constructor({ source, text }: ParsedFile) {
    this.constants = constantsOf(source);
    this.declared = declaredNames(source);
    this.speaksOfTests = namesTests(text);
  }

  at(node: ts.Node): Look['what'][] {
    const found = [
      ...this.ofText(node),
      ...(ts.isIdentifier(node) ? this.ofName(node) : []),
      ...(ts.isPropertyAccessExpression(node) ? this.ofMember(node, node.name.text) : []),
      ...(ts.isElementAccessExpression(node) ? this.ofElement(node) : []),
      ...(ts.isCallExpression(node) ? this.ofCall(node) : []),
      ...(ts.isBindingElement(node) ? this.ofBinding(node) : []),
      ...(ts.isBinaryExpression(node) ? this.ofIn(node) : []),
      ...this.ofWrite(node),
    ];
    return found;
  }

  /** Texts, also put together of parts, that name a runner or a test file. */
  private ofText(node: ts.Node): Look['what'][] {
    const text = ts.isRegularExpressionLiteral(node) ? node.text : textAt(node, this.constants);
    if (text === undefined || isPart(node)) return [];
    const variable = RUNNER_VARIABLES.exec(text)?.[0];
    if (variable !== undefined) return [`process.env.${variable}`];
    if (RUNNER_MARKS.test(text)) return [`"${text.slice(0, 60)}"`];
    if (isModuleName(node)) {
      const test = RUNNER_MODULES.test(text) || (text.startsWith('.') && TEST_PATHS.test(text));
      return test ? [said`the module ${text}`] : [];
    }
    // The name of a test file says nothing where the code can't read one.
    const reads = /\b(?:fs|readFile|require|import\s*\(|glob)/.test(node.getSourceFile().text);
    return reads && isTestPath(text) ? [said`the test files (${JSON.stringify(text.slice(0, 60))})`] : [];
  }

  private ofName(node: ts.Identifier): Look['what'][] {
    const { text } = node;
    if (!isValue(node)) return [];
    if (SANDBOX_SIGNS.has(text) && !this.declared.has(text)) return [text];
    return TEST_API.has(text) && !this.declared.has(text) ? [said`the test API (${text})`] : [];
  }

  private ofElement(node: ts.ElementAccessExpression): Look['what'][] {
    const name = fold(node.argumentExpression, this.constants);
    return typeof name === 'string' ? this.ofMember(node, name) : [];
  }

  /** `'expect' in globalThis`. */
  private ofIn({ left, right, operatorToken }: ts.BinaryExpression): Look['what'][] {
    if (operatorToken.kind !== ts.SyntaxKind.InKeyword || !isGlobal(right)) return [];
    const name = fold(left, this.constants);
    if (typeof name !== 'string') return [];
    if (TEST_API.has(name)) return [said`the test API (${name})`];
    return SANDBOX_SIGNS.has(name) ? [name] : [];
  }

  /** True if the object is `arguments`. Other objects may have a `callee` too: a call in a syntax tree. */
  private isArguments(owner = ''): boolean {
    return (this.constants.get(owner)?.getText() ?? owner) === 'arguments';
  }

  private ofMember(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    name: string,
  ): Look['what'][] {
    const { expression } = node;
    const owner = ts.isIdentifier(expression) ? expression.text : undefined;
    if (isGlobal(expression) && TEST_API.has(name)) return [said`the test API (${name})`];
    if (isGlobal(expression) && SANDBOX_SIGNS.has(name)) return [name];
    if (RUNNER_VARIABLES.test(name)) return [`process.env.${name}`];
    // `NODE_ENV` is for settings; what is compared with `test` is for tests.
    if (/^(?:NODE|BABEL)_ENV$/.test(name)) return speaksOfTests(node) ? [`process.env.${name}`] : [];
    if (name === 'stack') return this.isSearched(node) ? [said`the stack`] : [];
    if (name === 'caller' || (name === 'callee' && this.isArguments(owner)))
      return [said`its caller (${node.getText().slice(0, 40)})`];
    if (name === 'prepareStackTrace' || /^getCallSites?$/.test(name)) return [said`the stack (${name})`];
    if (owner === 'module' && /^(?:parent|children)$/.test(name))
      return isIdiom(node) ? [] : [`module.${name}`];
    if (owner === 'require' && name === 'main') return isIdiom(node) ? [] : ['require.main'];
    if (owner === 'require' && name === 'cache')
      return ts.isDeleteExpression(node.parent.parent) ? [] : ['require.cache'];
    if (/^Function\.prototype$/.test(expression.getText()) && name === 'toString')
      return ['Function.prototype.toString'];
    if (owner === 'process' && name === 'mainModule') return ['process.mainModule'];
    if (owner === 'process' && name === 'argv') return speaksOfTests(node) ? ['process.argv'] : [];
    return owner === 'process' && PROCESS_SIGNS.has(name) ? [`process.${name}`] : [];
  }

  /** A stack that is printed is honest; one that is searched, or made to be read at once, is looked at. */
  private isSearched(node: ts.Node): boolean {
    const { expression } = node as ts.PropertyAccessExpression;
    const fresh = /^(?:new\s+)?\w*Error\b/.test(expression.getText().replace(/^\(+/, ''));
    const searched =
      /\.stack\)?\s{0,16}(?:\?\.|!)?\s{0,16}\.?\s{0,16}(?:includes|match(?:All)?|indexOf|search|split|startsWith|slice|at)\b/.test(
        statementOf(node).getText(),
      );
    return fresh || searched || speaksOfTests(node) || this.speaksOfTests;
  }

  private ofCall(call: ts.CallExpression): Look['what'][] {
    const [target, key] = call.arguments;
    const name = key && fold(key, this.constants);
    if (target && isGlobal(target) && typeof name === 'string' && TEST_API.has(name))
      return [said`the test API (${name})`];
    return [];
  }

  /** `const { JEST_WORKER_ID } = process.env`. */
  private ofBinding({ name, propertyName }: ts.BindingElement): Look['what'][] {
    const key = (propertyName ?? name).getText();
    return RUNNER_VARIABLES.test(key) ? [`process.env.${key}`] : [];
  }

  /** Finds writes to `process` and its variables, which choose tests: no program may change them. */
  private ofWrite(node: ts.Node): Look['what'][] {
    const target =
      ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
        ? node.left
        : ts.isDeleteExpression(node)
          ? node.expression
          : ts.isCallExpression(node) &&
              /^Object\.(?:assign|definePropert(?:y|ies))$/.test(node.expression.getText())
            ? node.arguments[0]
            : undefined;
    // The assertion of a test may be `console.assert`.
    const isAssertion =
      target !== undefined &&
      /^(?:globalThis\.|global\.)?console(?:\.assert)?$/.test(target.getText()) &&
      (!ts.isCallExpression(node) || fold(node.arguments[1] ?? target, this.constants) === 'assert');
    if (isAssertion && !this.declared.has('console')) return [said`${'console.assert'}, which it changes`];
    const written =
      target && /^(?:\(*\s*)?process\s*(?:\.\s*(?:env|platform|argv)|\[)/.test(target.getText());
    return written || (target && isNamed(target, 'process') && ts.isCallExpression(node))
      ? [said`${'process.env'}, which it changes`]
      : [];
  }
}

/** The idiom by which a module is a program as well, at the top of a file. */
function isIdiom(node: ts.Node): boolean {
  const statement = node.parent;
  const condition = ts.isBinaryExpression(statement) ? statement : node;
  const { parent } = ts.isPrefixUnaryExpression(condition.parent) ? condition.parent : condition;
  return (
    ts.isIfStatement(parent) &&
    ts.isSourceFile(parent.parent) &&
    /^(?:require\.main\s*===?\s*module|!\s*module\.parent)$/.test(parent.expression.getText())
  );
}

/** Folded text of an expression, for those that are texts at all. */
function textAt(node: ts.Node, constants: Constants): string | undefined {
  const candidate =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isCallExpression(node);
  const value = candidate ? fold(node, constants) : undefined;
  if (typeof value === 'string') return value;
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…')
    : undefined;
}

/** Part of a text that is told as a whole. */
function isPart({ parent }: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && typeof fold(parent) === 'string';
}

function isTestPath(text: string): boolean {
  return TEST_PATHS.test(text) && !/\s/.test(text.trim()) && text.length > 4;
}

function isModuleName({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isExternalModuleReference(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  return parent.expression.kind === ts.SyntaxKind.ImportKeyword || isNamed(parent.expression, 'require');
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function isGlobal(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isGlobal(node.expression);
  return ts.isIdentifier(node) && GLOBAL_NAMES.has(node.text);
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** A name that stands for a value: `typeof expect` too. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isExportSpecifier(parent) || ts.isJsxAttribute(parent)) return false;
  return (parent as ts.Node & { name?: ts.Node }).name !== node;
}

function declaredNames(source: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.Node & { name?: ts.Node };
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      ts.isNamespaceImport(node);
    if (declares && name && ts.isIdentifier(name)) found.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function statementOf(node: ts.Node): ts.Node {
  let current = node;
  while (!ts.isStatement(current) && !ts.isSourceFile(current.parent)) current = current.parent;
  return ts.isIfStatement(current) ? current.expression : current;
}

/** True if the statement around has a word of tests in a text or pattern of its own. */
function speaksOfTests(node: ts.Node): boolean {
  let found = false;
  const visit = (one: ts.Node): void => {
    if ((ts.isStringLiteralLike(one) || ts.isRegularExpressionLiteral(one)) && TEST_WORDS.test(one.text))
      found = true;
    if (!found) ts.forEachChild(one, visit);
  };
  const statement = statementOf(node);
  visit(statement);
  return found || (ts.isSwitchStatement(statement) && TEST_WORDS.test(statement.getText()));
}

/** Names by which a program can tell that it is being tested. Data, so that a reader sees the whole rule. */

/** Variables that only test runners and what verifies set. */
const RUNNER_VARIABLES =
  /\b(?:JEST_\w+|VITEST(?:_\w+)?|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|MOCHA_\w+|AVA_\w+|TEST_WORKER_INDEX|KINTSUGI_\w+|npm_lifecycle_\w+)\b/;

/** Globals of a test runner. */
const TEST_API = new Set([
  ...['jest', 'vi', 'describe', 'it', 'test', 'expect', 'suite', 'jasmine', 'mocha', 'chai', 'assertType'],
  ...['beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'xit', 'fit', 'xdescribe', 'fdescribe', 'xtest'],
  ...['__vitest_worker__', '__coverage__', 'onTestFinished'],
]);

/** Modules of runners, and marks that they leave. */
const RUNNER_MODULES =
  /^(?:node:test|vitest(?:\/.*)?|@vitest\/.*|@jest\/.*|jest(?:-.*)?|mocha|chai|ava|tape|tap|uvu(?:\/.*)?|isolated-vm)$/;
const RUNNER_MARKS = /\$\$jest|jest-matchers|jest_?worker|__jest|__vitest|isolated-?vm|kintsugi|native code/i;

/** A word of tests in a comparison with a stack, an argument or an environment. */
const TEST_WORDS = /tests?\b|testing|spec\b|jest|vitest|mocha|__tests__|runner/i;

/** Paths of tests, as a program would name them. */
const TEST_PATHS =
  /\.(?:test|spec)\b|__(?:tests|snapshots|mocks)__|\.snap\b|(?:^|\/)tests?(?:\/|$)|(?:^|\/)specs?\//;

/** Names that are missing or different in the sandbox. A repair of code that did without has no reason to use them. */
const SANDBOX_SIGNS = new Set(['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry']);
const PROCESS_SIGNS = new Set([
  ...['binding', 'report', 'features', 'config', 'release', 'title', 'argv0', 'ppid', 'moduleLoadList'],
  ...['allowedNodeEnvironmentFlags', '_getActiveHandles', '_linkedBinding', 'reallyExit'],
]);
const GLOBAL_NAMES = new Set(['globalThis', 'global', 'self', 'window']);

const TEST_NAME = /jest|vitest|mocha|\.test|\.spec|__tests__|\btests?\b/gi;
/** Characters before such a name in which the quote or slash of its literal is looked for. */
const LITERAL_REACH = 256;

/** True if a name of tests or runners follows a quote or slash on the same line, so it is probably in a literal. */
function namesTests(text: string): boolean {
  for (const { index } of text.matchAll(TEST_NAME)) {
    for (let at = index - 1; at >= Math.max(0, index - LITERAL_REACH); at -= 1) {
      const character = text[at] ?? '';
      if (character === '\n') break;
      if ('\'"`/'.includes(character)) return true;
    }
  }
  return false;
}
