/** Questions about the code of a project, answered by its own tools: search, graph of calls, imports, history. */
import { firstOf } from '../../../domain/run/unshown';
import { pathOfId } from '../../../domain/code-graph/symbol-name';
import type { Language } from '../../../domain/run/input';
import type { Handled } from '../../../domain/session/handling';
import type { QuestionKind } from '../../../domain/session/question-kinds';
import type { Navigation } from '../../../codebase/navigation';
import { analyseImpact } from '../tools/impact';
import { navigate } from '../tools/navigate';
import { research } from '../tools/research';
import { coverageOfTests } from '../tools/run-tests';
import { keepDetail, keepMaterial, textAt } from '../project-files';
import type { HandlerTask } from '../../../domain/session/state';
import type { CodeDeps, Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';
import { type Asked, type Told, type ListedPlace, authorOf, commitsOf } from './asked';
import { called, calling, imported, importing, reachingTests, unusedNames } from './code';
import { subjectId, subjectsOf, subjectText, type Subject } from './subjects';
import { QUESTION_WORDS, type QuestionWords } from './words';
import { innermostFirst } from '../../../domain/verification/stack';
import { isSecretFile } from '../../../domain/files/secret-names';

const LINE_CHARS = 160;

/** Places of a pasted stack in the project, the innermost call first, each with its line. */
async function framesOf({ deps, text, tree, navigation, words }: Asked): Promise<Told> {
  const frames = innermostFirst(text, navigation.paths);
  const places: ListedPlace[] = [];
  for (const { file, line } of frames) {
    const source = isSecretFile(file) ? undefined : await textAt(deps, tree, file);
    const said = source?.split('\n')[line - 1]?.trim().slice(0, LINE_CHARS) ?? '';
    const around = symbolAround(navigation, file, line);
    const name = around === undefined ? '' : ` ${around}`;
    places.push({
      id: around === undefined ? file : `${file}#${around}`,
      text: `${file}:${line}${name}: ${said}`,
    });
  }
  const unique = [...new Map(places.map((place) => [place.text, place])).values()];
  return { head: words.frames(unique.length), places: unique, about: unique.slice(0, 1).map(({ id }) => id) };
}

/** Innermost declaration around a line, as `Outer.name`. */
function symbolAround(navigation: Navigation, path: string, line: number): string | undefined {
  const around = (navigation.facts(path)?.symbols ?? []).filter(
    ({ range }) => range.startLine <= line && line <= range.endLine,
  );
  const inner = around.reduce<(typeof around)[number] | undefined>(
    (best, one) => (best === undefined || one.range.startLine >= best.range.startLine ? one : best),
    undefined,
  );
  return inner && [inner.container, inner.name].filter(Boolean).join('.');
}

/** Kinds that are the work of a mode, whose tool answers. */
const OF_MODES = {
  where: navigate,
  impact: analyseImpact,
  coverage: coverageOfTests,
  alternatives: research,
} satisfies { [K in QuestionKind]?: Handler };

function isOfMode(kind: QuestionKind): kind is keyof typeof OF_MODES {
  return Object.hasOwn(OF_MODES, kind);
}

/** How each of the other kinds is answered. */
const TOOLS: Readonly<Record<Exclude<QuestionKind, keyof typeof OF_MODES>, (asked: Asked) => Promise<Told>>> =
  {
    callers: calling,
    callees: called,
    dependents: importing,
    dependencies: imported,
    tests: reachingTests,
    unused: unusedNames,
    trace: framesOf,
    changes: commitsOf,
    author: authorOf,
  };

/** Kinds that ask about all of the project where no part of it is named. */
const OF_PROJECT: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['unused', 'changes', 'trace']);

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
  if (isOfMode(kind)) return { ...(await OF_MODES[kind](deps, input, context)), answers: kind };
  const { text, language, files, earlier } = input.task;
  const { signal } = context;
  const question = { text, language, earlier, directory: input.directory, tree: files.tree, signal };
  const answer = await told(kind, deps, question);
  if ('lacking' in answer) return { status: 'lacking', answers: kind, answer: deps.redact(answer.lacking) };
  const { places, subjects } = answer;
  const about = answer.about ?? subjects.map(subjectId);
  return {
    status: 'done',
    answers: kind,
    answer: deps.redact(answerText(answer, language, SHOWN)),
    detail: await keepDetail(deps, { kind, about, places }),
    material: await keepMaterial(deps, answerText(answer, language, MATERIAL_PLACES)),
    about,
    listed: places.slice(0, SHOWN).map(({ id }) => id),
    files: [...new Set(about.map(pathOfId))],
    symbols: about.filter((id) => id.includes('#')),
  };
}

/** An answer with the first of its places, a line each, and how many more there are. */
export function answerText({ head, places }: Told, language: Language, most: number): string {
  return [
    head,
    ...firstOf(
      places.map(({ text }) => `- ${text}`),
      most,
      language,
    ),
  ].join('\n');
}

/** Kinds that the tools of a model ask for by name. */
export type ToldKind = keyof typeof TOOLS;

type Question = Pick<Asked, 'text' | 'language' | 'directory' | 'tree' | 'signal'> &
  Pick<HandlerTask, 'earlier'>;

/** Answer to a question of a kind; `lacking`: it names nothing that the project has. */
export async function told(
  kind: ToldKind,
  deps: CodeDeps,
  { earlier, ...question }: Question,
): Promise<(Told & { subjects: readonly Subject[] }) | { lacking: string }> {
  const { text, language, directory, tree, signal } = question;
  const navigation = await deps.navigate({ directory, tree }, signal);
  const words = QUESTION_WORDS[language];
  const { found, unknown } = await subjectsOf({ text, earlier }, navigation, {
    needs: !OF_PROJECT.has(kind),
  });
  if (found.length === 0 && !OF_PROJECT.has(kind))
    return { lacking: unknown === undefined ? words.unnamed : unknownText(unknown, navigation, words) };
  const asked = { ...question, deps, navigation, words, subjects: found, of: named(found, language) };
  return { ...(await TOOLS[kind](asked)), subjects: found };
}

function named(found: readonly Subject[], language: Language): string {
  if (found.length === 0) return QUESTION_WORDS[language].project;
  return firstOf(found.map(subjectText), SHOWN_SUBJECTS, language).join(', ');
}

function unknownText(name: string, navigation: Navigation, words: QuestionWords): string {
  const nearest = navigation.symbols(name, 3).map(({ symbol }) => `${symbol.name} (${symbol.path})`);
  return words.unknown(name, nearest.join(', '));
}
