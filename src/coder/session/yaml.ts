import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { Placed } from '../../domain/ops/finding';

/** Deepest nesting that is read. */
const DEEPEST = 40;

/** A YAML text as plain data with lines; undefined where it is none. Aliases are not followed: they can grow without bound. */
export function readYaml(text: string): Placed | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length > 0 || !document.contents) return undefined;
  return placed(document.contents, lines, 0);
}

function placed(node: Node | null, lines: LineCounter, depth: number): Placed {
  const line = lines.linePos(node?.range?.[0] ?? 0).line;
  if (!node || depth > DEEPEST || isAlias(node)) return { line };
  if (isScalar(node)) return { line: blockLine(node.type, line), text: textOf(node.source, node.value) };
  if (isSeq(node))
    return { line, list: node.items.map((item) => placed(item as Node | null, lines, depth + 1)) };
  if (!isMap(node)) return { line };
  const entries = node.items.map(({ key, value }) => ({
    key: isScalar(key) ? textOf(key.source, key.value) : '',
    line: lines.linePos((key as Node | null)?.range?.[0] ?? 0).line,
    value: placed(value as Node | null, lines, depth + 1),
  }));
  return { line, entries };
}

/** The text of a block scalar begins on the line after its sign. */
function blockLine(type: string | undefined, line: number): number {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED' ? line + 1 : line;
}

function textOf(source: string | undefined, value: unknown): string {
  // `80:80` may be a number in base 60, and `1.20` is no 1.2: the text as it is written is meant.
  return typeof value === 'string' ? value : (source ?? String(value));
}
