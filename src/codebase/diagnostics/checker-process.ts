/** The process that looks for errors in sources. It ends when nobody asks any more; who asks ends it when it takes too long. */
import { isScript } from '../sources/compiler-options';
import { serve, type Asked } from '../sources/served';
import type { TreeFiles } from '../sources/tree-files';
import { MOST_PROBLEMS, type CheckAnswer, type CheckQuestion, type Problem } from './protocol';
import { grammarOf, syntaxProblems } from './syntax-checker';
import type { TypeScriptChecker } from './typescript-checker';
import type * as TypeScriptCheckers from './typescript-checker';

/** Files above this are data, or made by a program. */
const LONGEST = 1_000_000;
/** JSON with comments, as tools read their settings. */
const WITH_COMMENTS = /(^|\/)([tj]sconfig[^/]*|devcontainer|settings|launch|tasks|\.[^/]+)\.json$/;

const checkers = new Map<string, TypeScriptChecker>();
/** Problems of the last trees, by tree, directory and path: the tree before is mostly one of them. */
const found = new Map<string, Problem[] | undefined>();
const KEPT_FINDINGS = 2_000;

async function check(question: CheckQuestion, { files, isLate }: Asked): Promise<CheckAnswer> {
  const problems: Problem[] = [];
  const unread: string[] = [];
  let more = 0;
  const earlier = question.before === undefined ? undefined : files(question.before);
  const present = files(question.tree);
  for (const path of question.paths) {
    const old = new Map(Object.entries(question.renamed ?? {})).get(path) ?? path;
    const before = await problemsIn(earlier, question, old, isLate);
    const after = isLate() ? undefined : await problemsIn(present, question, path, isLate);
    if (after) {
      const fresh = added(before ?? [], after);
      const kept = fresh.slice(0, MOST_PROBLEMS - problems.length);
      problems.push(...kept);
      more += fresh.length - kept.length;
    } else if (present?.hash(path) !== undefined) unread.push(path);
  }
  return { problems, more, unread, late: isLate() };
}

/** Problems that were not there before, wherever they stood. */
function added(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const known = new Map<string, number>();
  const keyOf = ({ code, message }: Problem): string => `${code ?? ''} ${message}`;
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const left = (known.get(keyOf(problem)) ?? 0) - 1;
    known.set(keyOf(problem), left);
    return left < 0;
  });
}

/** Problems of a file of a tree; none where it is not there, undefined where nothing could look at it. */
async function problemsIn(
  files: TreeFiles | undefined,
  { directory }: CheckQuestion,
  path: string,
  isLate: () => boolean,
): Promise<Problem[] | undefined> {
  if (files?.hash(path) === undefined) return [];
  const key = `${files.tree} ${directory ?? ''} ${path}`;
  if (found.has(key)) return found.get(key);
  const problems = await looked(files, directory, path, isLate);
  if (!isLate()) found.set(key, problems);
  return problems;
}

async function looked(
  files: TreeFiles,
  directory: string | undefined,
  path: string,
  isLate: () => boolean,
): Promise<Problem[] | undefined> {
  const text = files.text(path);
  if (text === undefined || text.length > LONGEST) return undefined;
  if (isScript(path) || /\.[cm]?tsx?$/.test(path)) return typeProblems(files, directory, path, isLate);
  const grammar = grammarOf(path);
  if (grammar !== undefined) return syntaxProblems(path, grammar, text, isLate);
  return path.endsWith('.json') && !WITH_COMMENTS.test(path) ? jsonProblems(path, text) : undefined;
}

function typeProblems(
  files: TreeFiles,
  directory: string | undefined,
  path: string,
  isLate: () => boolean,
): Problem[] | undefined {
  // The compiler takes a third of a second to load: other languages do without it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { TypeScriptChecker } = require('./typescript-checker') as typeof TypeScriptCheckers;
  const key = directory ?? '';
  const checker = checkers.get(key) ?? new TypeScriptChecker(directory);
  if (!checkers.has(key)) checkers.clear();
  checkers.set(key, checker);
  try {
    return checker.problemsOf(files, path, isLate);
  } catch (error) {
    // Cancelled between two statements, or too deep for the stack.
    if (isLate() || error instanceof RangeError) return undefined;
    throw error;
  }
}

function jsonProblems(path: string, text: string): Problem[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d{1,9})/.exec(message)?.[1] ?? 0);
    const lines = text.slice(0, at).split('\n');
    return [
      { path, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message: `not JSON: ${message}` },
    ];
  }
}

void serve(
  (question, asked) => check(question as CheckQuestion, asked),
  () => {
    if (found.size > KEPT_FINDINGS) found.clear();
  },
);
