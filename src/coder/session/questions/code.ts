import { baseName } from '../../../domain/files/paths';
import { classOfFile } from '../../../domain/navigation/file-class';
import { lastName, nameInId } from '../../../domain/code-graph/symbol-name';
import type { CallNode, GraphTask } from '../../../codebase/graph';
import { treeSources, type Navigation } from '../../../codebase/navigation';
import { reachedBy } from '../reach';
import type { Asked, ListedPlace, Told } from './asked';
import { shownName, startOf, subjectId, type Subject } from './subjects';

/** Calls that a chain may have, where chains are asked for. */
const DEEPEST = 5;
const MOST_CALLS = 300;
const MOST_UNUSED = 300;
const CHAINS =
  /\b(?:chains?|transitive(?:ly)?|indirect(?:ly)?|eventually|deep|all the way)\b|체인|간접|연쇄|链|间接/i;

export async function calling(asked: Asked): Promise<Told> {
  const places = await callsOf(asked, 'callers');
  // What is called through a variable or a registry has no edge: the places of its name are told as such.
  const all = places.length > 0 ? places : asked.subjects.flatMap((one) => callsByName(one, asked));
  return { head: asked.words.callers(asked.of, all.length), places: all };
}

/** Symbols that the subjects call. */
export async function called(asked: Asked): Promise<Told> {
  const places = await callsOf(asked, 'callees');
  return { head: asked.words.callees(asked.of, places.length), places };
}

async function callsOf(
  { deps, text, directory, tree, signal, subjects }: Asked,
  way: 'callers' | 'callees',
): Promise<ListedPlace[]> {
  const files = await treeSources(deps, tree);
  const graphTask: GraphTask = { files, directory: deps.dependenciesOf?.(directory), signal };
  const limits = { depth: CHAINS.test(text) ? DEEPEST : 1, limit: MOST_CALLS };
  const nodes: CallNode[] = [];
  for (const subject of subjects) {
    const answer = await deps.graph[way](graphTask, subjectId(subject), limits);
    signal.throwIfAborted();
    if (answer.status === 'answered') nodes.push(...answer.matches.flatMap(({ items }) => items));
  }
  const inProject = nodes.filter(({ isExternal }) => !isExternal);
  const unique = new Map(ranked(inProject, way).map((node) => [node.symbol.id, node]));
  return [...unique.values()].map((node) => callPlace(node, way));
}

/** The nearest first, exact calls before guesses, sources before tests. */
function ranked(nodes: readonly CallNode[], way: 'callers' | 'callees'): CallNode[] {
  const isTest = ({ symbol: { path } }: CallNode): boolean => classOfFile(path) === 'test';
  const rank = (node: CallNode): number =>
    4 * node.depth + (node.isExact ? 0 : 2) + (way === 'callers' && isTest(node) ? 1 : 0);
  return nodes
    .map((node) => ({ node, rank: rank(node) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ node }) => node);
}

function callPlace({ symbol, sites, depth, isExact, way }: CallNode, of: 'callers' | 'callees'): ListedPlace {
  const [site] = sites;
  const path = of === 'callers' ? (site?.path ?? symbol.path) : symbol.path;
  const line = of === 'callers' ? (site?.range.startLine ?? symbol.range.startLine) : symbol.range.startLine;
  const name = symbol.id === symbol.path ? '' : ` ${shownName(symbol)}`;
  const times = sites.length > 1 ? ` (${sites.length}×)` : '';
  const by = depth > 1 ? ` ← ${way.slice(1, -1).map(lastOfId).join(' ← ')}` : '';
  return { id: symbol.id, text: `${path}:${line}${name}${times}${by}${isExact ? '' : ' ?'}` };
}

function lastOfId(id: string): string {
  return lastName(nameInId(id) ?? id);
}

/** Calls of a name, as they are written. */
function callsByName({ symbol }: Subject, { navigation, words }: Asked): ListedPlace[] {
  if (!symbol) return [];
  return navigation.paths.flatMap((path) => {
    const facts = navigation.facts(path);
    return (facts?.calls ?? []).flatMap(({ name, range, caller }) => {
      if (name !== symbol.name) return [];
      const around = facts?.symbols[caller]?.name;
      const within = around === undefined ? '' : ` ${around}`;
      return [{ id: path, text: `${path}:${range.startLine}${within} (${words.byName})` }];
    });
  });
}

export function importing({ navigation, subjects, of, words }: Asked): Promise<Told> {
  const files = near(subjects, (path) => navigation.dependents(path));
  return Promise.resolve({ head: words.dependents(of, files.length), places: files.map(filePlace) });
}

export function imported({ navigation, subjects, of, words }: Asked): Promise<Told> {
  const files = near(subjects, (path) => navigation.dependencies(path));
  return Promise.resolve({ head: words.dependencies(of, files.length), places: files.map(filePlace) });
}

function near(subjects: readonly Subject[], edges: (path: string) => string[] | undefined): string[] {
  const found = [...new Set(subjects.flatMap(({ path }) => edges(path) ?? []))];
  return found.sort((a, b) => Number(classOfFile(a) === 'test') - Number(classOfFile(b) === 'test'));
}

function filePlace(path: string): ListedPlace {
  return { id: path, text: path };
}

/** Tests that reach the subjects, by calls or by imports. */
export async function reachingTests(asked: Asked): Promise<Told> {
  const places = await testsOf(asked);
  return { head: asked.words.tests(asked.of, places.length), places };
}

/** Test files that reach the subjects. */
export async function testsOf({
  deps,
  directory,
  tree,
  signal,
  navigation,
  subjects,
}: Pick<Asked, 'deps' | 'directory' | 'tree' | 'signal' | 'navigation' | 'subjects'>): Promise<
  ListedPlace[]
> {
  const starts = subjects.map(startOf);
  const { reached } = await reachedBy(deps, navigation, starts, { directory, tree }, signal);
  const tests = reached.filter(({ isTest }) => isTest);
  // A test that loads what it tests in a way of its own is told by its name, unless it imports another file of that name.
  const own = new Set(subjects.map(({ path }) => path));
  const namesakes = navigation.paths.filter(
    (path) =>
      subjects.some((subject) => isNamesake(path, subject.path)) &&
      !navigation.dependencies(path)?.some((other) => isNamesake(path, other) && !own.has(other)),
  );
  return [
    ...namesakes.map((path) => ({ id: path, text: path })),
    ...tests
      .filter(({ path }) => !namesakes.includes(path))
      .map(({ path, via }) => ({ id: path, text: `${path} ← ${via}` })),
  ];
}

/** True for a test that is named after a file: `a.test.js`, `test_a.py`, `a_test.go`. */
function isNamesake(test: string, path: string): boolean {
  if (classOfFile(test) !== 'test') return false;
  const tested = stemOf(test).replace(/^test[_-]|[._-](?:test|spec)$|Tests?$/gi, '');
  return tested !== '' && tested === stemOf(path);
}

/** Name of a file without its ending. */
export function stemOf(path: string): string {
  return baseName(path).replace(/\.[^.]{1,5}$/, '');
}

/** Exported names that no other file names. */
export function unusedNames({ navigation, subjects, words }: Asked): Promise<Told> {
  const within = new Set(subjects.map(({ path }) => path));
  const used = usersOfNames(navigation);
  const found = navigation.paths
    .filter((path) => classOfFile(path) === 'source' && (within.size === 0 || within.has(path)))
    .flatMap((path) =>
      (navigation.facts(path)?.symbols ?? [])
        .filter(({ name, isExported, container }) => {
          const users = used.get(name) ?? 0;
          return isExported && container === '' && users <= 1;
        })
        .map(({ name, kind, nameRange }) => ({
          id: `${path}#${name}`,
          text: `${path}:${nameRange.startLine} ${name} (${kind})`,
        })),
    )
    .slice(0, MOST_UNUSED);
  return Promise.resolve({ head: words.unused(found.length), places: found });
}

/** Number of files that hold each identifier. */
function usersOfNames({ paths, facts }: Navigation): Map<string, number> {
  const users = new Map<string, number>();
  for (const path of paths)
    for (const name of facts(path)?.names ?? []) users.set(name, (users.get(name) ?? 0) + 1);
  return users;
}
