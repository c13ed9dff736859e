import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../../codebase';
import { constantsOf, fold, type Constants } from './fold';
import {
  PROCESS_SIGNS,
  RUNNER_MARKS,
  RUNNER_MODULES,
  RUNNER_VARIABLES,
  SANDBOX_SIGNS,
  TEST_API,
  TEST_PATHS,
  namesTests,
} from './tested-words';
import {
  textAt,
  isPart,
  isTestPath,
  isModuleName,
  isNamed,
  isGlobal,
  isAssignment,
  isValue,
  declaredNames,
  statementOf,
  speaksOfTests,
} from './look-nodes';

/** A place where a program looks at who runs it. */
export interface Look {
  line: number;
  /** As people know it: `process.env.JEST_WORKER_ID`. */
  what: string;
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

  at(node: ts.Node): string[] {
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
  private ofText(node: ts.Node): string[] {
    const text = ts.isRegularExpressionLiteral(node) ? node.text : textAt(node, this.constants);
    if (text === undefined || isPart(node)) return [];
    const variable = RUNNER_VARIABLES.exec(text)?.[0];
    if (variable !== undefined) return [`process.env.${variable}`];
    if (RUNNER_MARKS.test(text)) return [`"${text.slice(0, 60)}"`];
    if (isModuleName(node)) {
      const test = RUNNER_MODULES.test(text) || (text.startsWith('.') && TEST_PATHS.test(text));
      return test ? [`the module ${text}`] : [];
    }
    // The name of a test file says nothing where the code can't read one.
    const reads = /\b(?:fs|readFile|require|import\s*\(|glob)/.test(node.getSourceFile().text);
    return reads && isTestPath(text) ? [`the test files ("${text.slice(0, 60)}")`] : [];
  }

  private ofName(node: ts.Identifier): string[] {
    const { text } = node;
    if (!isValue(node)) return [];
    if (SANDBOX_SIGNS.has(text) && !this.declared.has(text)) return [text];
    return TEST_API.has(text) && !this.declared.has(text) ? [`the test API (${text})`] : [];
  }

  private ofElement(node: ts.ElementAccessExpression): string[] {
    const name = fold(node.argumentExpression, this.constants);
    return typeof name === 'string' ? this.ofMember(node, name) : [];
  }

  /** `'expect' in globalThis`. */
  private ofIn({ left, right, operatorToken }: ts.BinaryExpression): string[] {
    if (operatorToken.kind !== ts.SyntaxKind.InKeyword || !isGlobal(right)) return [];
    const name = fold(left, this.constants);
    if (typeof name !== 'string') return [];
    if (TEST_API.has(name)) return [`the test API (${name})`];
    return SANDBOX_SIGNS.has(name) ? [name] : [];
  }

  private ofMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, name: string): string[] {
    const { expression } = node;
    const owner = ts.isIdentifier(expression) ? expression.text : undefined;
    if (isGlobal(expression) && TEST_API.has(name)) return [`the test API (${name})`];
    if (isGlobal(expression) && SANDBOX_SIGNS.has(name)) return [name];
    if (RUNNER_VARIABLES.test(name)) return [`process.env.${name}`];
    // `NODE_ENV` is for settings; what is compared with `test` is for tests.
    if (/^(?:NODE|BABEL)_ENV$/.test(name)) return speaksOfTests(node) ? [`process.env.${name}`] : [];
    if (name === 'stack') return this.isSearched(node) ? ['the stack'] : [];
    if (name === 'caller' || name === 'callee') return [`its caller (${node.getText().slice(0, 40)})`];
    if (name === 'prepareStackTrace' || /^getCallSites?$/.test(name)) return [`the stack (${name})`];
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

  private ofCall(call: ts.CallExpression): string[] {
    const [target, key] = call.arguments;
    const name = key && fold(key, this.constants);
    if (target && isGlobal(target) && typeof name === 'string' && TEST_API.has(name))
      return [`the test API (${name})`];
    return [];
  }

  /** `const { JEST_WORKER_ID } = process.env`. */
  private ofBinding({ name, propertyName }: ts.BindingElement): string[] {
    const key = (propertyName ?? name).getText();
    return RUNNER_VARIABLES.test(key) ? [`process.env.${key}`] : [];
  }

  /** Finds writes to `process` and its variables, which choose tests: no program may change them. */
  private ofWrite(node: ts.Node): string[] {
    const target =
      ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
        ? node.left
        : ts.isDeleteExpression(node)
          ? node.expression
          : ts.isCallExpression(node) &&
              /^Object\.(?:assign|definePropert(?:y|ies))$/.test(node.expression.getText())
            ? node.arguments[0]
            : undefined;
    const written =
      target && /^(?:\(*\s*)?process\s*(?:\.\s*(?:env|platform|argv)|\[)/.test(target.getText());
    return written || (target && isNamed(target, 'process') && ts.isCallExpression(node))
      ? ['process.env, which it changes']
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
