import type { Node, Parser } from '@vscode/tree-sitter-wasm';
import { parserOf } from '../sources/grammars';
import type { Problem } from './protocol';

/** Ends of names that a grammar reads. C is read by the grammar of C++. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  python: ['py', 'pyi'],
  ruby: ['rb', 'rake'],
  go: ['go'],
  rust: ['rs'],
  java: ['java'],
  php: ['php'],
  cpp: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
  'c-sharp': ['cs'],
  css: ['css'],
  bash: ['sh', 'bash'],
  powershell: ['ps1'],
};
const GRAMMARS: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDS).flatMap(([grammar, ends]) => ends.map((end) => [end, grammar] as const)),
);

const MOST_PROBLEMS = 50;
const SHOWN_CHARS = 60;

/** Grammar of a path; undefined where there is none. */
export function grammarOf(path: string): string | undefined {
  const end = /\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return GRAMMARS.get(end);
}

/** Places that a grammar can't make sense of. Undefined: it was not done in time. */
export async function syntaxProblems(
  path: string,
  grammar: string,
  text: string,
  isLate: () => boolean,
): Promise<Problem[] | undefined> {
  const parser = await parserOf(grammar);
  try {
    return parsed(parser, path, text, isLate);
  } finally {
    parser.delete();
  }
}

function parsed(parser: Parser, path: string, text: string, isLate: () => boolean): Problem[] | undefined {
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (!tree) return undefined;
  try {
    return broken(tree.rootNode).map((node) => problemOf(path, node));
  } finally {
    tree.delete();
  }
}

/** The innermost nodes that are errors, in the order of the text. */
function broken(root: Node): Node[] {
  const found: Node[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node && found.length < MOST_PROBLEMS; node = open.pop()) {
    if (!node.hasError && !node.isMissing) continue;
    const below = node.children.filter((child) => child !== null && (child.hasError || child.isMissing));
    if (node.isMissing || (node.isError && below.length === 0)) found.push(node);
    else open.push(...(below as Node[]).toReversed());
  }
  return found;
}

function problemOf(path: string, node: Node): Problem {
  const { row, column } = node.startPosition;
  const said = node.text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARS);
  const message = node.isMissing
    ? `syntax error: ${JSON.stringify(node.type)} is missing`
    : `syntax error near ${JSON.stringify(said)}`;
  return { path, line: row + 1, column: column + 1, message };
}
