/** Parses JavaScript as what it can be: a module, or a script with or without strict mode. */
import { Parser } from 'acorn';
import type { AnyNode, Options, Program } from 'acorn';
import { eachChild, isFunction } from './walk';

const COMMON = { ecmaVersion: 'latest', allowHashBang: true } as const;

export function parseModule(code: string): Program {
  return Parser.parse(code, { ...COMMON, sourceType: 'module' });
}

/** Parses the body of a CommonJS module: `return` may stand at its top. */
export function parseScript(code: string): Program {
  return Parser.parse(code, { ...COMMON, sourceType: 'script', allowReturnOutsideFunction: true });
}

class StrictParser extends Parser {
  constructor(options: Options, input: string) {
    super(options, input);
    (this as unknown as { strict: boolean }).strict = true;
  }
}

/** Whether a script means something under strict mode. */
export function parsesStrictly(code: string): boolean {
  try {
    StrictParser.parse(code, { ...COMMON, sourceType: 'script', allowReturnOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
}

const MODULE_STATEMENTS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExportAllDeclaration',
]);

/** Whether only a module may say this. */
export function hasModuleStatements(program: Program): boolean {
  return program.body.some((statement) => MODULE_STATEMENTS.has(statement.type));
}

function isAwait(node: AnyNode): boolean {
  if (node.type === 'AwaitExpression') return true;
  if (node.type === 'ForOfStatement') return node.await;
  return node.type === 'VariableDeclaration' && node.kind === 'await using';
}

/** Whether the module waits outside of all functions. */
export function waitsAtTop(node: AnyNode): boolean {
  let found = isAwait(node);
  eachChild(node, (child) => {
    found ||= !isFunction(child) && waitsAtTop(child);
  });
  return found;
}
