import type { Parser } from '@vscode/tree-sitter-wasm';
import { ancestor, field, parserOf, syntaxTree, type SyntaxNode } from '../../codebase/syntax';
import type { CodeFunction } from '../search/suspects';
import { nodesIn } from './code-site';

export interface FunctionsTask {
  files: readonly { path: string; text: string }[];
}

export interface FileFunctions {
  path: string;
  functions: readonly CodeFunction[];
}

interface Reading {
  grammar: string;
  functions: RegExp;
  classes: RegExp;
  names: RegExp;
}

const C_LIKE = {
  functions:
    /^(?:function_declaration|generator_function_declaration|method_definition|arrow_function|function_expression|method_declaration|constructor_declaration)$/,
  classes: /^class_declaration$/,
  names: /identifier$/,
};

const READINGS: readonly (Reading & { path: RegExp })[] = [
  {
    path: /\.py$/,
    grammar: 'python',
    functions: /^function_definition$/,
    classes: /^class_definition$/,
    names: /^identifier$/,
  },
  {
    path: /\.go$/,
    grammar: 'go',
    functions: /^(?:function|method)_declaration$/,
    classes: /^$/,
    names: /identifier$/,
  },
  { path: /\.rs$/, grammar: 'rust', functions: /^function_item$/, classes: /^$/, names: /identifier$/ },
  { path: /\.java$/, grammar: 'java', ...C_LIKE },
  { path: /\.[cm]?ts$/, grammar: 'typescript', ...C_LIKE },
  { path: /\.tsx$/, grammar: 'tsx', ...C_LIKE },
  { path: /\.[cm]?jsx?$/, grammar: 'javascript', ...C_LIKE },
];

const MOST_USES = 2_000;
const parsers = new Map<string, Parser>();

/** Functions of files with the names that each uses; tests of JavaScript by their titles. */
export async function readFunctions({ files }: FunctionsTask): Promise<FileFunctions[]> {
  const found: FileFunctions[] = [];
  for (const { path, text } of files) {
    const reading = READINGS.find((one) => one.path.test(path));
    if (!reading) continue;
    const parser = parsers.get(reading.grammar) ?? (await parserOf(reading.grammar));
    parsers.set(reading.grammar, parser);
    const parsed = syntaxTree(parser, text);
    if (parsed) found.push({ path, functions: functionsIn(parsed.root, text, reading) });
  }
  return found;
}

function functionsIn(root: SyntaxNode, text: string, reading: Reading): CodeFunction[] {
  const found: CodeFunction[] = [];
  for (const node of nodesIn(root)) {
    const title = titleOf(node, text);
    if (title !== undefined) found.push(functionOf(node, title, undefined, text, reading));
    if (!reading.functions.test(node.type)) continue;
    const name = nameOf(node, text);
    if (name === undefined) continue;
    const home = ancestor(node, ({ type }) => reading.classes.test(type));
    const owner = home && field(home, 'name');
    found.push(functionOf(node, name, owner && text.slice(owner.start, owner.end), text, reading));
  }
  return found;
}

function functionOf(
  node: SyntaxNode,
  name: string,
  owner: string | undefined,
  text: string,
  reading: Reading,
): CodeFunction {
  const uses = new Set<string>();
  for (const one of nodesIn(node)) {
    if (uses.size >= MOST_USES) break;
    if (reading.names.test(one.type)) uses.add(text.slice(one.start, one.end));
    // Rust's macros hold tokens: `assert_eq!(f(1), 2)`.
  }
  return { name, ...(owner !== undefined && { owner }), from: node.line, to: node.lastLine, uses: [...uses] };
}

function nameOf(node: SyntaxNode, text: string): string | undefined {
  const own =
    field(node, 'name') ??
    (node.parent?.type === 'variable_declarator' ? field(node.parent, 'name') : undefined) ??
    (node.parent?.type === 'pair' ? field(node.parent, 'key') : undefined) ??
    (node.parent?.type === 'assignment_expression' ? field(node.parent, 'left') : undefined);
  return own && text.slice(own.start, own.end).split('.').at(-1);
}

/** Title of a test: `it('adds', () => …)`. */
function titleOf(node: SyntaxNode, text: string): string | undefined {
  if (node.type !== 'call_expression') return undefined;
  const [first, ...others] = field(node, 'arguments')?.children.filter(({ named }) => named) ?? [];
  const isTest = first?.type === 'string' && others.some(({ type }) => /function/.test(type));
  return isTest ? text.slice(first.start + 1, first.end - 1) : undefined;
}
