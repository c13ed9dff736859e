/** Search by a question, in the index of the run's tree. */

import { z } from 'zod';
import { compileGlob } from '../../../domain/files/globs';
import { plural } from '../../../domain/text';
import { readFileOf, textFormAt, type TreeFile } from '../../../store';
import { isSecretFile } from '../../../domain/files/secret-names';
import { isMadeFile } from '../../material';
import { answer, failure, shownPath, type DirectoryContext, type DirectoryResult, tool } from './context';
import { READ_BYTES } from './read';
import { givenPath } from './tree-paths';
import { LineMatcher } from '../../../machine/patterns/line-matcher';
import { openedInTime, type SearchHit } from '../../../codebase/navigation';

const MOST_HITS = 10;

interface SearchedFile {
  path: string;
  bytes: Buffer;
}

/** A matching line; `offset`: its first byte in the file. */
interface FoundLine {
  path: string;
  offset: number;
}

/** Found lines in the order of the files. `more`: there are others. */
type SearchOutcome =
  | { status: 'found'; lines: FoundLine[]; more: boolean }
  | { status: 'bad-pattern'; reason: string }
  | { status: 'late' };

const MOST_LINES = 200;
const MOST_CONTEXT = 10;
const LINE_CHARS = 300;
const DEADLINE_MS = 20_000;
/** Bytes that are searched at most. */
const ALL_BYTES = 256_000_000;
/** Bytes in which a NUL tells that a file is no text. */
const LOOKED_AT = 8_192;
const GLOB_VISITS = 50_000_000;

const SearchInput = z.object({
  pattern: z.string().min(1).max(2_000).nullish().describe('Regular expression, matched line by line.'),
  question: z
    .string()
    .min(1)
    .max(2_000)
    .nullish()
    .describe(
      'In place of a pattern: what to find, in words or parts of names, such as `where are sessions closed`.',
    ),
  path: z.string().nullish().describe('File or folder to search in; absent: all of the project.'),
  glob: z
    .string()
    .min(1)
    .max(4_000)
    .nullish()
    .describe('Only files that this glob matches, for example `*.ts`.'),
  literal: z.boolean().nullish().describe('The pattern is plain text.'),
  ignoreCase: z.boolean().nullish(),
  context: z.number().int().min(0).max(MOST_CONTEXT).nullish().describe('Lines around each match.'),
});
type SearchInput = z.infer<typeof SearchInput>;

/** Lines of the project's files that match a pattern, or places that answer a question. */
export const searchTool = tool({
  name: 'search',
  description:
    'Searches the text files of the project: by `pattern`, a regular expression, for matching lines with their numbers; or by `question`, in an index of names, words, paths and imports, for the files and declarations that fit best.',
  kind: 'read',
  activity: 'quick',
  input: SearchInput,
  summary: ({ pattern, question, path, glob }) =>
    `search ${JSON.stringify(question ?? pattern ?? '')}${path ? ` in ${path}` : ''}${glob ? ` (${glob})` : ''}`,
  run: async (context, input) => {
    const { pattern, question } = input;
    if (Boolean(pattern) === Boolean(question))
      return failure(context, 'Give either a pattern or a question.');
    const chosen = await chosenFiles(context, input);
    if ('problem' in chosen) return failure(context, chosen.problem);
    const { files, skipped } = chosen;
    if (question) {
      const paths = new Set(files.map(({ path }) => path));
      return searchByQuestion(context, question, (path) => paths.has(path));
    }
    const outcome = await search(context, { ...input, pattern: pattern ?? '' }, files);
    if (outcome.status === 'bad-pattern')
      return failure(
        context,
        `The pattern can't be read (${outcome.reason}): correct it, or search with literal.`,
      );
    if (outcome.status !== 'found')
      return failure(context, 'The search took too long: give a simpler pattern, a path or a glob.');
    return found(context, input, outcome, files, skipped);
  },
});

/** Files to be searched, and how many are left out: large ones, and what is beyond all that is searched at once. */
async function chosenFiles(
  { trees, tree }: DirectoryContext,
  { path, glob }: SearchInput,
): Promise<{ files: TreeFile[]; skipped: number } | { problem: string }> {
  const at = givenPath(path ?? '');
  if ('problem' in at) return at;
  const place = at.path === '' ? undefined : await trees.find(tree, at.path);
  if (at.path !== '' && (!place || place.type === 'link'))
    return {
      problem: `There is no file or folder ${shownPath(at.path)} in the project: look for it with glob.`,
    };
  if (isSecretFile(at.path))
    return { problem: `${shownPath(at.path)} holds secrets by its name, so it is not searched.` };
  const budget = { left: GLOB_VISITS };
  const wanted = glob?.replace(/^\/+/, '');
  const { matches } = compileGlob(
    wanted === undefined ? '**' : wanted.includes('/') ? wanted : `**/${wanted}`,
    {
      dot: true,
      budget,
    },
  );
  const below = (one: string): boolean => at.path === '' || one === at.path || one.startsWith(`${at.path}/`);
  const listed = (await trees.list(tree)).filter(
    ({ path: one, type }) =>
      type === 'file' &&
      below(one) &&
      !isSecretFile(one) &&
      (wanted === undefined ? one === at.path || !isMadeFile(one) : matches(one)),
  );
  if (budget.left <= 0) return { problem: 'The glob takes too long to match: give a simpler one.' };
  let left = ALL_BYTES;
  const files = listed.filter(({ size }) => size <= READ_BYTES && (left -= size) >= 0);
  return { files, skipped: listed.length - files.length };
}

/** Searches in a thread that ends when the time is up: a pattern may take for ever. */
async function search(
  context: DirectoryContext,
  { pattern, literal, ignoreCase }: SearchInput & { pattern: string },
  files: readonly TreeFile[],
): Promise<SearchOutcome> {
  const { signal } = context;
  signal.throwIfAborted();
  const task = { pattern, literal: literal ?? false, ignoreCase: ignoreCase ?? false };
  const matcher = new LineMatcher(task, DEADLINE_MS, signal);
  const lines: FoundLine[] = [];
  try {
    const problem = await matcher.ready();
    signal.throwIfAborted();
    if (problem !== undefined)
      return problem === 'late' ? { status: 'late' } : { status: 'bad-pattern', reason: problem };
    for await (const { path, bytes } of texts(context, files)) {
      signal.throwIfAborted();
      const offsets = await matcher.offsets(bytes, MOST_LINES + 1 - lines.length);
      signal.throwIfAborted();
      if (offsets === undefined) return { status: 'late' };
      for (const offset of offsets) lines.push({ path, offset });
      if (lines.length > MOST_LINES) break;
    }
    return { status: 'found', lines: lines.slice(0, MOST_LINES), more: lines.length > MOST_LINES };
  } finally {
    await matcher.close();
  }
}

async function* texts(
  { blobs, tree, signal }: DirectoryContext,
  files: readonly TreeFile[],
): AsyncGenerator<SearchedFile> {
  for (const file of files) {
    signal.throwIfAborted();
    const bytes = await readFileOf(blobs, tree, file);
    if (!bytes.subarray(0, LOOKED_AT).includes(0)) yield { path: file.path, bytes };
  }
}

async function found(
  context: DirectoryContext,
  input: SearchInput,
  { lines, more }: Extract<SearchOutcome, { status: 'found' }>,
  files: readonly TreeFile[],
  skipped: number,
): Promise<DirectoryResult> {
  const large =
    skipped > 0
      ? `${plural(skipped, 'file')} too large to be searched: name a smaller folder, or look with run_command.`
      : '';
  if (lines.length === 0)
    return answer(
      context,
      [`No line matches in ${plural(files.length, 'file')}.`, large].filter(Boolean).join(' '),
    );
  const byPath = new Map<string, FoundLine[]>();
  for (const line of lines) byPath.set(line.path, [...(byPath.get(line.path) ?? []), line]);
  const blocks: string[] = [];
  for (const [path, places] of byPath) {
    const file = files.find((one) => one.path === path);
    if (file) blocks.push(await block(context, file, places, input.context ?? 0));
  }
  const rest = more
    ? `Only the first ${MOST_LINES} matching lines are shown: narrow the pattern, the path or the glob.`
    : '';
  return answer(context, [...blocks, rest, large].filter(Boolean).join('\n'));
}

/** Matching lines of a file, `12: text`, with those around them, `13- text`. */
async function block(
  context: DirectoryContext,
  file: TreeFile,
  places: readonly FoundLine[],
  around: number,
): Promise<string> {
  const bytes = await readFileOf(context.blobs, context.tree, file);
  const form = await textFormAt(context, context.tree, { path: file.path, bytes });
  const matching = lineIndexes(bytes, places);
  const near = new Set<number>();
  for (const index of matching) for (let at = index - around; at <= index + around; at += 1) near.add(at);
  const all = form.text.split('\n');
  const shown: string[] = [];
  let last: number | undefined;
  for (const index of [...near].sort((a, b) => a - b)) {
    const line = all[index];
    if (line === undefined) continue;
    if (around > 0 && last !== undefined && index > last + 1) shown.push('--');
    last = index;
    shown.push(`${index + 1}${matching.has(index) ? ':' : '-'} ${clipped(line)}`);
  }
  return [shownPath(file.path), ...shown].join('\n');
}

/** Lines, from 0, that begin at the given bytes, which are in order. */
function lineIndexes(bytes: Buffer, places: readonly FoundLine[]): Set<number> {
  const found = new Set<number>();
  let line = 0;
  let start = 0;
  for (const { offset } of places) {
    for (let end = bytes.indexOf(10, start); end >= 0 && end < offset; end = bytes.indexOf(10, start)) {
      line += 1;
      start = end + 1;
    }
    found.add(line);
  }
  return found;
}

function clipped(line: string): string {
  const whole = line.replace(/\r$/, '');
  return whole.length > LINE_CHARS ? `${whole.slice(0, LINE_CHARS)} …` : whole;
}

/** Places that answer a question, the best first, of the files for which `only` is true. */
async function searchByQuestion(
  context: DirectoryContext,
  question: string,
  only: (path: string) => boolean,
): Promise<DirectoryResult> {
  const { navigate, directory, tree, signal } = context;
  const navigation = await openedInTime(navigate, { directory, tree }, signal);
  if (!navigation)
    return failure(
      context,
      'The index of the project could not be made in time: search by a pattern instead.',
    );
  const hits = await navigation.search(question, { limit: MOST_HITS, only });
  return hits.length === 0
    ? answer(context, 'Nothing answers the question: try names or other words, or search by a pattern.')
    : answer(context, hits.map(hitText).join('\n\n'));
}

/** File and lines, the id of the symbol, score, ways with the rank in each; then the numbered lines of the passage. */
function hitText({ path, range, symbolId, snippet, snippetLine, score, why }: SearchHit): string {
  const { startLine, endLine } = range;
  const ways = why.map(({ way, rank }) => `${way} ${rank}`).join(', ');
  const symbol = symbolId === undefined ? '' : ` ${shownPath(symbolId)}`;
  const lines = snippet
    .split('\n')
    .map((line, index) => `${snippetLine + index}: ${line.replace(/\r$/, '').slice(0, LINE_CHARS)}`);
  return [
    `${shownPath(path)}:${startLine}-${endLine}${symbol} (score ${score.toFixed(4)}; ${ways})`,
    ...lines,
  ].join('\n');
}
