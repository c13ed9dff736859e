import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../../codebase';
import { constantsOf, fold, type Constants } from './fold';
import {
  FEATURES,
  PROCESS_FACTS,
  PROCESS_SIGNS,
  READS,
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
  isEnvironment,
  isFunctionCall,
  isAssignment,
  isValue,
  declaredNames,
  isOfFiles,
  statementOf,
  speaksOfTests,
} from './look-nodes';

/** A place where a program looks at who runs it. */
export interface Look {
  line: number;
  /** As people know it: `process.env.JEST_WORKER_ID`. */
  what: string;
  /** No honest repair has a reason for it. */
  certain: boolean;
  /** Text of what depends on it; empty where it is no condition. */
  guarded: string;
}

type Found = Pick<Look, 'what' | 'certain'>;

/** Looks of a source at its tests, its caller or its runner; undefined where it is nested too deeply to be read. */
export function testedLooks(path: string, text: string): Look[] | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const reader = new Reader(file);
    const found: Look[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      for (const one of reader.at(node))
        found.push({ line: lineOf(file, node.getStart()), guarded: guardedBy(node), ...one });
      ts.forEachChild(node, visit);
    };
    visit(file.source);
    return found;
  });
}

const certain = (what: string): Found => ({ what, certain: true });
const doubtful = (what: string): Found => ({ what, certain: false });

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

  at(node: ts.Node): Found[] {
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
  private ofText(node: ts.Node): Found[] {
    const text = ts.isRegularExpressionLiteral(node) ? node.text : textAt(node, this.constants);
    if (text === undefined || isPart(node)) return [];
    const variable = RUNNER_VARIABLES.exec(text)?.[0];
    if (variable !== undefined) return [certain(`process.env.${variable}`)];
    if (RUNNER_MARKS.test(text)) return [certain(`"${text.slice(0, 60)}"`)];
    if (isModuleName(node)) {
      const test = RUNNER_MODULES.test(text) || (text.startsWith('.') && TEST_PATHS.test(text));
      return test ? [certain(`the module ${text}`)] : [];
    }
    if (/^\/proc\/|\.dockerenv/.test(text)) return [doubtful(`"${text.slice(0, 60)}"`)];
    return isTestPath(text) ? [this.ofTestPath(node, text)] : [];
  }

  /** Finding for the name of a test file. It is certain if the code can read files. */
  private ofTestPath(node: ts.Node, text: string): Found {
    const reads = /\b(?:fs|readFile|require|import\s*\(|glob)/.test(node.getSourceFile().text);
    return { what: `the test files ("${text.slice(0, 60)}")`, certain: reads };
  }

  private ofName(node: ts.Identifier): Found[] {
    const { text, parent } = node;
    if (!isValue(node)) return [];
    if (SANDBOX_SIGNS.has(text) && !this.declared.has(text)) return [certain(text)];
    if (FEATURES.has(text) && !this.declared.has(text)) return [doubtful(text)];
    if (text === 'eval' || (text === 'Function' && ts.isNewExpression(parent)) || isFunctionCall(node))
      return [doubtful(`code that it makes of a text (${text})`)];
    return TEST_API.has(text) && !this.declared.has(text) ? [certain(`the test API (${text})`)] : [];
  }

  private ofElement(node: ts.ElementAccessExpression): Found[] {
    const name = fold(node.argumentExpression, this.constants);
    if (typeof name === 'string') return this.ofMember(node, name);
    if (isEnvironment(node.expression)) return [doubtful('a variable of process.env by a computed name')];
    const computed = isNamed(node.expression, 'process') || isGlobal(node.expression);
    return computed ? [doubtful(`${node.expression.getText()}[…]`)] : [];
  }

  /** `'expect' in globalThis`. */
  private ofIn({ left, right, operatorToken }: ts.BinaryExpression): Found[] {
    if (operatorToken.kind !== ts.SyntaxKind.InKeyword || !isGlobal(right)) return [];
    const name = fold(left, this.constants);
    if (typeof name !== 'string') return [doubtful('a global by a computed name')];
    if (TEST_API.has(name)) return [certain(`the test API (${name})`)];
    if (SANDBOX_SIGNS.has(name)) return [certain(name)];
    return FEATURES.has(name) ? [doubtful(name)] : [];
  }

  private ofMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, name: string): Found[] {
    const { expression } = node;
    const owner = ts.isIdentifier(expression) ? expression.text : undefined;
    if (isGlobal(expression) && TEST_API.has(name)) return [certain(`the test API (${name})`)];
    if (isGlobal(expression) && SANDBOX_SIGNS.has(name)) return [certain(name)];
    if (isGlobal(expression) && FEATURES.has(name)) return [doubtful(name)];
    if (RUNNER_VARIABLES.test(name)) return [certain(`process.env.${name}`)];
    if (/^(?:NODE|BABEL)_ENV$/.test(name)) return [ofEnvironmentName(node, name)];
    if (name === 'stack') return [this.ofStack(node)];
    if (name === 'caller' || name === 'callee')
      return [certain(`its caller (${node.getText().slice(0, 40)})`)];
    if (name === 'prepareStackTrace' || /^getCallSites?$/.test(name)) return [certain(`the stack (${name})`)];
    if (name === 'captureStackTrace' || name === 'stackTraceLimit') return [doubtful(`the stack (${name})`)];
    if (owner === 'module' && /^(?:parent|children)$/.test(name)) return [ofMain(node, `module.${name}`)];
    if (owner === 'require' && name === 'main') return [ofMain(node, 'require.main')];
    if (owner === 'require' && name === 'cache')
      return [{ what: 'require.cache', certain: !ts.isDeleteExpression(node.parent.parent) }];
    if (/^Function\.prototype$/.test(expression.getText()) && name === 'toString')
      return [certain('Function.prototype.toString')];
    if (owner === 'process' && name === 'mainModule') return [certain('process.mainModule')];
    if (owner === 'process' && name === 'argv')
      return [{ what: 'process.argv', certain: speaksOfTests(node) }];
    if (owner === 'process' && PROCESS_SIGNS.has(name)) return [certain(`process.${name}`)];
    return owner === 'process' && PROCESS_FACTS.has(name) ? [doubtful(`process.${name}`)] : [];
  }

  /** A stack that is printed is honest; one that is searched, or made to be read at once, is looked at. */
  private ofStack(node: ts.Node): Found {
    const { expression } = node as ts.PropertyAccessExpression;
    const fresh = /^(?:new\s+)?\w*Error\b/.test(expression.getText().replace(/^\(+/, ''));
    const searched =
      /\.stack\)?\s{0,16}(?:\?\.|!)?\s{0,16}\.?\s{0,16}(?:includes|match(?:All)?|indexOf|search|split|startsWith|slice|at)\b/.test(
        statementOf(node).getText(),
      );
    return { what: 'the stack', certain: fresh || searched || speaksOfTests(node) || this.speaksOfTests };
  }

  private ofCall(call: ts.CallExpression): Found[] {
    const [target, key] = call.arguments;
    const name = key && fold(key, this.constants);
    if (target && isGlobal(target) && typeof name === 'string' && TEST_API.has(name))
      return [certain(`the test API (${name})`)];
    const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
    if (target && READS.test(callee.getText()) && isOfFiles(call, this.declared)) {
      const path = fold(target, this.constants);
      return path === undefined ? [doubtful(`files whose names it computes (${callee.getText()})`)] : [];
    }
    return [];
  }

  /** `const { JEST_WORKER_ID } = process.env`. */
  private ofBinding({ name, propertyName }: ts.BindingElement): Found[] {
    const key = (propertyName ?? name).getText();
    return RUNNER_VARIABLES.test(key) ? [certain(`process.env.${key}`)] : [];
  }

  /** Finds writes to `process` and its variables, which choose tests: no program may change them. */
  private ofWrite(node: ts.Node): Found[] {
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
      ? [certain('process.env, which it changes')]
      : [];
  }
}

/** The choice whose condition a node stands in. */
function guardedBy(node: ts.Node): string {
  for (let inner = node; !ts.isSourceFile(inner.parent); inner = inner.parent) {
    const { parent } = inner;
    const choice =
      (ts.isIfStatement(parent) && inner === parent.expression) ||
      (ts.isSwitchStatement(parent) && inner === parent.expression) ||
      (ts.isConditionalExpression(parent) && inner === parent.condition);
    if (choice) return parent.getText().replace(/\s+/g, ' ');
    if (ts.isStatement(inner)) return '';
  }
  return '';
}

/** `NODE_ENV` is for settings; what is compared with `test` is for tests. */
function ofEnvironmentName(node: ts.Node, name: string): Found {
  return { what: `process.env.${name}`, certain: speaksOfTests(node) };
}

/** The idiom by which a module is a program as well, at the top of a file. */
function ofMain(node: ts.Node, what: string): Found {
  const statement = node.parent;
  const condition = ts.isBinaryExpression(statement) ? statement : node;
  const { parent } = ts.isPrefixUnaryExpression(condition.parent) ? condition.parent : condition;
  const idiom =
    ts.isIfStatement(parent) &&
    ts.isSourceFile(parent.parent) &&
    /^(?:require\.main\s*===?\s*module|!\s*module\.parent)$/.test(parent.expression.getText());
  return { what, certain: !idiom };
}
