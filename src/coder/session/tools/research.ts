import { inEachLanguage } from '../../../domain/run/said';
import { join } from 'node:path';
import { PURPOSES, type Purpose } from '../../../domain/dependencies/purposes';
import { classOfFile } from '../../../domain/navigation/file-class';
import type { Language } from '../../../domain/run/input';
import { installedBytes, librariesOf, namesakes } from '../../../codebase';
import { treeSources, type Navigation, type SourceFiles } from '../../../codebase/navigation';
import { keepDetail, keepMaterial } from '../project-files';
import { testsOf } from '../questions/code';
import { subjectId, subjectOfId, subjectsOf, subjectText, type Subject } from '../questions/subjects';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';
import { outline } from './outline';

/** One of several ways to the same end. `users`: places in programs; `tests`: test files. */
interface Alternative {
  readonly name: string;
  readonly size: string;
  readonly users: readonly string[];
  readonly tests: readonly string[];
}

interface Comparison {
  readonly of: string;
  readonly alternatives: readonly Alternative[];
}

const MOST_GROUPS = 8;
const SHOWN_USERS = 5;

const WORDS = inEachLanguage((say) => ({
  several: (of: string, count: number) => say`${of}: ${count} alternatives in use`,
  one: (of: string, name: string) => say`${of}: ${name} alone is in use`,
  own: (name: string) => say`Implementations of ${name}`,
  named: say`What was named`,
  row: (users: number, tests: number, size: string) =>
    say`used at ${users} place(s), by ${tests} test file(s)${size === '' ? '' : say`, ${size}`}`,
  lines: (count: number) => say`${count} line(s)`,
  none: say`The project holds no alternatives that this look knows.`,
  unseen: (files: number, isInstalled: boolean) =>
    say`Not seen: uses through globals (fetch) and computed imports, libraries for other purposes, what each can do and how fast it is${isInstalled ? '' : say`, sizes of packages that are not installed here`}${files === 0 ? '' : say`, and ${files} file(s) in languages that are not read`}.`,
}));

type Words = (typeof WORDS)['en'];

/** Compares the ways to one end that a project holds, with their users, sizes and tests; a model goes on from there. */
export const research: Handler = async (deps, input, context) => {
  const { task, directory } = input;
  const { signal } = context;
  const words: Words = WORDS[task.language];
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const place = deps.dependenciesOf?.(directory);
  const { found } = await subjectsOf(task, navigation, { needs: false });
  const purposes = PURPOSES.filter((one) => isAsked(one, task.text));
  const ofNames = namesakes(navigation).map(({ name, ids }) => ({
    of: words.own(name),
    subjects: ids.flatMap((id) => subjectOfId(id, navigation)),
  }));
  const isNamed = found.length > 1;
  const groups = isNamed ? [{ of: words.named, subjects: found }] : purposes.length > 0 ? [] : ofNames;
  const libraries = isNamed ? [] : await comparedLibraries(purposes, navigation, task.language, place);
  const own = await comparedSubjects(groups.slice(0, MOST_GROUPS), deps, input, context, {
    navigation,
    words,
  });
  const comparisons = [...libraries, ...own];
  const unread = navigation.paths.filter(
    (path) => classOfFile(path) === 'source' && navigation.facts(path)?.language === undefined,
  ).length;
  const unseen = words.unseen(unread, place !== undefined);
  const isEmpty = comparisons.length === 0;
  // A model is shown the places and the map beside a comparison, too.
  const outlined = isEmpty || task.hasModel ? await outline(deps, input, context) : undefined;
  const told =
    comparisons.length > 0 ? comparisons.map((one) => comparisonText(one, words)).join('\n\n') : words.none;
  const shown = outlined?.material ? String(await deps.blobs.load(outlined.material)) : '';
  const listed = comparisons.flatMap(({ alternatives }) =>
    alternatives.flatMap(({ users }) => users.map((user) => user.replace(/:\d+$/, ''))),
  );
  return {
    ...outlined,
    status: isEmpty && outlined ? outlined.status : 'done',
    answer: deps.redact([told, unseen, ...(isEmpty && outlined ? [outlined.answer] : [])].join('\n\n')),
    detail: await keepDetail(deps, { comparisons, unread }),
    material: await keepMaterial(deps, [told, unseen, shown].join('\n\n')),
    listed: [...new Set(listed)],
  };
};

function isAsked({ words, names }: Purpose, text: string): boolean {
  return words.test(text) || names.some((name) => name.length > 3 && text.includes(name));
}

/** Libraries in use by purpose: those of the asked purposes, else of all that have more than one. */
async function comparedLibraries(
  asked: readonly Purpose[],
  navigation: Navigation,
  language: Language,
  place: string | undefined,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const purpose of asked.length > 0 ? asked : PURPOSES) {
    const uses = librariesOf(purpose, navigation);
    if (uses.size < (asked.length > 0 ? 1 : 2)) continue;
    const alternatives = await Promise.all(
      [...uses].map(async ([name, paths]) => ({
        name,
        size: sizeText(place === undefined ? 0 : await installedBytes(join(place, 'node_modules', name))),
        users: paths.filter((one) => !isTestPlace(one)),
        tests: [...new Set(paths.filter(isTestPlace).map((one) => one.replace(/:\d+$/, '')))],
      })),
    );
    comparisons.push({ of: purpose.called[language], alternatives });
  }
  return comparisons;
}

const isTestPlace = (at: string): boolean => classOfFile(at.replace(/:\d+$/, '')) === 'test';

function sizeText(bytes: number): string {
  return bytes === 0 ? '' : `${Math.ceil(bytes / 1024)} KiB`;
}

/** Declarations of each group, with their users and tests. */
async function comparedSubjects(
  groups: readonly { of: string; subjects: readonly Subject[] }[],
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
  look: { navigation: Navigation; words: Words },
): Promise<Comparison[]> {
  if (groups.length === 0) return [];
  const files = await treeSources(deps, input.task.files.tree);
  const compared: Comparison[] = [];
  for (const { of, subjects } of groups) {
    const looks = subjects.map((one) => ofSubject(deps, input, context, { ...look, files, one }));
    compared.push({ of, alternatives: await Promise.all(looks) });
  }
  return compared;
}

async function ofSubject(
  deps: SessionDeps,
  { directory, task }: HandlerInput,
  { signal }: HandlerContext,
  {
    navigation,
    files,
    one,
    words,
  }: { navigation: Navigation; files: SourceFiles; one: Subject; words: Words },
): Promise<Alternative> {
  const { tree } = task.files;
  const answer = await deps.graph.callers(
    { files, directory: deps.dependenciesOf?.(directory), signal },
    subjectId(one),
    { depth: 1, limit: 100 },
  );
  const nodes = answer.status === 'answered' ? answer.matches.flatMap(({ items }) => items) : [];
  const users = nodes.flatMap(({ sites }) => sites.map(({ path, range }) => `${path}:${range.startLine}`));
  const tests = await testsOf({ deps, directory, tree, signal, navigation, subjects: [one] });
  const range = one.symbol?.range;
  return {
    name: subjectText(one),
    size: range ? words.lines(range.endLine - range.startLine + 1) : '',
    users: [...new Set(users)].filter((user) => !isTestPlace(user)),
    tests: tests.map(({ id }) => id),
  };
}

function comparisonText({ of, alternatives }: Comparison, words: Words): string {
  const [only] = alternatives;
  const head =
    alternatives.length === 1 && only ? words.one(of, only.name) : words.several(of, alternatives.length);
  const ranked = [...alternatives].sort((a, b) => b.users.length - a.users.length);
  const rows = ranked.map(({ name, size, users, tests }) => {
    const places = [...users.slice(0, SHOWN_USERS), ...(users.length > SHOWN_USERS ? ['…'] : [])].join(', ');
    return `- ${name}: ${words.row(users.length, tests.length, size)}${places === '' ? '' : ` (${places})`}`;
  });
  return [head, ...rows].join('\n');
}
