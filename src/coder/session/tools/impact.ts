import { inEachLanguage } from '../../../domain/run/said';
import { firstOf } from '../../../domain/run/unshown';
import type { Language } from '../../../domain/run/input';
import type { ImpactStart, Reached } from '../../../domain/session/impact';
import { referredTo } from '../../../domain/session/follow-up';
import type { HandlerTask } from '../../../domain/session/state';
import { readQuestion } from '../../../domain/navigation/question';
import type { Navigation } from '../../../codebase/navigation';
import { keepDetail, keepMaterial } from '../project-files';
import { startOf, subjectId, subjectOfId, subjectsOf, type Subject } from '../questions/subjects';
import { reachedBy } from '../reach';
import type { Handler } from '../types';

const SHOWN = 15;
const MOST_STARTS = 20;
const MATERIAL_FILES = 200;
const MATERIAL_CHAINS = 60;
/** Characters of a chain that the context keeps. */
const CHAIN_CHARS = 500;
const MAP_TOKENS = 3_000;
const WORDS = inEachLanguage((say) => ({
  unnamed: say`Name a file or a symbol of the project whose change is planned.`,
  starts: (names: string) => say`A change of ${names} reaches:`,
  nothing: say`no other file of the project depends on it`,
  counts: (files: number, tests: number) => say`files: ${files}, tests among them: ${tests}`,
  uncovered: say`No test depends on it.`,
  byImports: say`Some of it is told by imports alone: more may be listed than is used.`,
}));

/** Finds what a change of files or symbols reaches, the tests that cover it among them. */
export const analyseImpact: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const words = WORDS[task.language];
  const starts = await startsOf(task, navigation);
  if (starts.length === 0) return { status: 'lacking', answer: words.unnamed };
  const { reached, chains, isBySymbols } = await reachedBy(
    deps,
    navigation,
    starts,
    { directory, tree: task.files.tree },
    signal,
  );
  const tests = reached.filter(({ isTest }) => isTest);
  const answer = [answerText(task.language, starts, reached), ...(isBySymbols ? [] : [words.byImports])].join(
    '\n',
  );
  const symbols = starts.flatMap(({ path, symbol }) => (symbol === undefined ? [] : [`${path}#${symbol}`]));
  return {
    status: 'done',
    answers: 'impact',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { starts, reached, chains, isBySymbols }),
    material: await keepMaterial(
      deps,
      [
        answer,
        reached.slice(0, MATERIAL_FILES).map(reachedLine).join('\n'),
        `Chains of users:\n${chains.slice(-MATERIAL_CHAINS).join('\n') || '(none)'}`,
        `Map of the project:\n${navigation.map(MAP_TOKENS).text}`,
      ].join('\n\n'),
    ),
    about: starts.map(({ path, id }) => id ?? path),
    listed: reached.map(({ path }) => path),
    files: [...new Set(starts.map(({ path }) => path))],
    symbols,
    // The context keeps the newest entries of a long list: the nearest stand last.
    impact: reached.map(({ path }) => path).reverse(),
    chain: chains.map((chain) => chain.slice(0, CHAIN_CHARS)),
    ...(tests.length > 0 && { trigger: 'affected_tests', reason: `tests depend on it: ${tests.length}` }),
  };
};

/** Beginnings of the change: named in the request, else changed already, else what the turns before were about. */
async function startsOf(task: HandlerTask, navigation: Navigation): Promise<readonly ImpactStart[]> {
  const { context } = task;
  const { found, unknown } = await subjectsOf(task, navigation, { needs: false });
  const before = unknown === undefined ? referredTo(task.text, task.earlier) : [];
  const { quoted, compounds } = readQuestion(task.text);
  // What is no symbol may be a text: a flag, an event, a route.
  const texts = found.length === 0 && [...quoted, ...compounds].length > 0;
  const hits = texts ? await navigation.search(task.text, { limit: MOST_STARTS }) : [];
  const holding = hits.filter(({ why }) => why.some(({ way }) => way === 'exact'));
  const ways: readonly (readonly Subject[])[] = [
    found,
    holding.map(({ path }) => ({ path })),
    context.pendingChanges.map(({ path }) => ({ path })),
    before.flatMap((id) => subjectOfId(id, navigation)),
    unknown === undefined ? context.currentFiles.map((path) => ({ path })) : [],
  ];
  const isThere = ({ path }: Subject): boolean => navigation.facts(path) !== undefined;
  const starts = ways.map((way) => way.filter(isThere)).find((way) => way.length > 0) ?? [];
  const unique = new Map(starts.map((subject) => [subjectId(subject), startOf(subject)]));
  return [...unique.values()].slice(0, MOST_STARTS);
}

function answerText(language: Language, starts: readonly ImpactStart[], reached: readonly Reached[]): string {
  const words = WORDS[language];
  const names = starts.map(({ path, symbol }) => (symbol === undefined ? path : `${symbol} (${path})`));
  const tests = reached.filter(({ isTest }) => isTest).length;
  return [
    words.starts(names.slice(0, 5).join(', ')),
    reached.length === 0 ? words.nothing : words.counts(reached.length, tests),
    ...firstOf(reached.map(reachedLine), SHOWN, language),
    ...(tests === 0 ? [words.uncovered] : []),
  ].join('\n');
}

function reachedLine({ path, depth, via, isTest }: Reached): string {
  return `- ${depth} ${path}${isTest ? ' [test]' : ''} ← ${via}`;
}
