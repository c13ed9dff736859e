/** Questions about the code of a project, answered by its own tools: search, graph of calls, imports, history. */
import type { Handled } from '../../../domain/session/handling';
import type { QuestionKind } from '../../../domain/session/question-kinds';
import type { Navigation } from '../../../codebase/navigation';
import { analyseImpact } from '../handlers/impact';
import { navigate } from '../handlers/navigate';
import { keepDetail, keepMaterial } from '../keep';
import type { HandlerContext, HandlerInput, SessionDeps } from '../types';
import type { Asked, Told } from './asked';
import { called, calling, imported, importing, reachingTests, unusedNames } from './code';
import { authorOf, commitsOf } from './past';
import { subjectId, subjectsOf, subjectText, type Subject } from './subjects';
import { QUESTION_WORDS, type QuestionWords } from './words';

/** How each kind is answered. Of `where` and `impact` a mode makes its work, so its tool answers. */
const TOOLS: Readonly<Record<Exclude<QuestionKind, 'where' | 'impact'>, (asked: Asked) => Promise<Told>>> = {
  callers: calling,
  callees: called,
  dependents: importing,
  dependencies: imported,
  tests: reachingTests,
  unused: unusedNames,
  changes: commitsOf,
  author: authorOf,
};

/** Kinds that ask about all of the project where no part of it is named. */
const OF_PROJECT: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['unused', 'changes']);

const SHOWN_SUBJECTS = 4;
const SHOWN = 20;
const MATERIAL_PLACES = 200;

/** Answers a question of a kind; no file is written. */
export async function answerByTools(
  kind: QuestionKind,
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
): Promise<Handled> {
  if (kind === 'where') return navigate(deps, input, context);
  if (kind === 'impact') return analyseImpact(deps, input, context);
  const { task, directory } = input;
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, context.signal);
  const words = QUESTION_WORDS[task.language];
  const { found, unknown } = await subjectsOf(task, navigation, { needs: !OF_PROJECT.has(kind) });
  if (found.length === 0 && !OF_PROJECT.has(kind))
    return {
      status: 'lacking',
      answer: unknown === undefined ? words.unnamed : unknownText(unknown, navigation, words),
    };
  const of = named(found, words);
  const { head, places } = await TOOLS[kind]({
    deps,
    input,
    context,
    navigation,
    words,
    subjects: found,
    of,
  });
  const rest = places.length - SHOWN;
  const lines = places.map(({ text }) => `- ${text}`);
  return {
    status: 'done',
    answers: kind,
    answer: deps.redact([head, ...lines.slice(0, SHOWN), ...(rest > 0 ? [words.more(rest)] : [])].join('\n')),
    detail: await keepDetail(deps, { kind, about: found.map(subjectId), places }),
    material: await keepMaterial(deps, [head, ...lines.slice(0, MATERIAL_PLACES)].join('\n')),
    about: found.map(subjectId),
    listed: places.slice(0, SHOWN).map(({ id }) => id),
    files: [...new Set(found.map(({ path }) => path))],
    symbols: found.flatMap(({ symbol }) => (symbol ? [symbol.id] : [])),
  };
}

function named(found: readonly Subject[], words: QuestionWords): string {
  if (found.length === 0) return words.project;
  const rest = found.length - SHOWN_SUBJECTS;
  return [...found.slice(0, SHOWN_SUBJECTS).map(subjectText), ...(rest > 0 ? [words.more(rest)] : [])].join(
    ', ',
  );
}

function unknownText(name: string, navigation: Navigation, words: QuestionWords): string {
  const nearest = navigation
    .symbols(name, { limit: 3 })
    .map(({ symbol }) => `${symbol.name} (${symbol.path})`);
  return words.unknown(name, nearest.join(', '));
}
