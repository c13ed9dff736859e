import { parseFile } from '../../../codebase';
import { CODE_FILE, importsOf, normalCode, syntaxErrors } from '../../static-checks/source';

/** Packages that generated code may import. */
export const ALLOWED_LIBRARIES: readonly string[] = ['lodash-es', 'date-fns', 'simple-statistics'];

/** Fence and language of a line that begins or ends a block. */
const FENCE = /^(`{3,20}|~{3,20})[ \t]{0,5}([\w+-]{0,20})/;
const CODE_TAGS = new Set(['', 'ts', 'typescript', 'tsx', 'js', 'javascript', 'jsx', 'mjs', 'mts']);

/**
 * The code of a reply: its longest fenced block of TypeScript or JavaScript, the `code` of a JSON object, or the whole reply
 * where it is nothing but code. Undefined where there is none.
 */
export function codeOf(reply: string): string | undefined {
  const blocks = fencedBlocks(reply);
  const longest = blocks.reduce((best, block) => (block.length > best.length ? block : best), '');
  if (longest.trim() !== '') return normalCode(longest);
  const code = jsonCode(reply) ?? reply;
  return /\b(function|=>|class|const|export)\b/.test(code) && parses(code) ? normalCode(code) : undefined;
}

function fencedBlocks(reply: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; lines: string[]; isCode: boolean } | undefined;
  for (const line of reply.split(/\r?\n/)) {
    const [, fence = '', tag = ''] = FENCE.exec(line.trimStart()) ?? [];
    if (!open) {
      if (fence !== '') open = { fence, lines: [], isCode: CODE_TAGS.has(tag.toLowerCase()) };
    } else if (fence.startsWith(open.fence) && tag === '') {
      if (open.isCode) blocks.push(open.lines.join('\n'));
      open = undefined;
    } else open.lines.push(line);
  }
  // A reply that forgets to close its only block means it to end there.
  if (open?.isCode && blocks.length === 0) blocks.push(open.lines.join('\n'));
  return blocks;
}

function jsonCode(reply: string): string | undefined {
  try {
    const value = JSON.parse(reply) as { code?: unknown } | null;
    return typeof value?.code === 'string' ? (fencedBlocks(value.code)[0] ?? value.code) : undefined;
  } catch {
    return undefined;
  }
}

function parses(text: string): boolean {
  return syntaxErrors(text).length === 0;
}

/** The code without imports that are not allowed, and their names. What imports within other code stays for a check to tell. */
export function withoutForeignImports(code: string): { code: string; removed: string[] } {
  const file = parseFile(CODE_FILE, code);
  if (!file) return { code, removed: [] };
  const foreign = importsOf(file.source).flatMap(({ specifier, statement }) =>
    statement && specifier !== undefined && !isAllowedImport(specifier) ? [{ specifier, statement }] : [],
  );
  let text = code;
  for (const { statement } of foreign.toReversed())
    text =
      text.slice(0, statement.getStart(file.source)) + text.slice(statement.end).replace(/^[ \t]*\r?\n/, '');
  return { code: text, removed: [...new Set(foreign.map(({ specifier }) => specifier))] };
}

/** True if code may import a module: an allowed package, or a file of it. */
export function isAllowedImport(specifier: string): boolean {
  return ALLOWED_LIBRARIES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}
