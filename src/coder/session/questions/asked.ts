import type { Navigation } from '../../../codebase/navigation';
import type { HostDirectory } from '../../../domain/files/workspace';
import type { TreeHash } from '../../../domain/ids';
import type { Language } from '../../../domain/run/input';
import type { CodeDeps } from '../types';
import type { Subject } from './subjects';
import type { QuestionWords } from './words';
import { commitsAsked, type CommitOfHistory, type HistoryAsk } from '../../../domain/session/history';
import { namesAsked } from '../../../domain/session/follow-up';
import { timeInWords } from '../../../times';

const SHOWN_FILES = 8;
/** Commits that are told where a question names no number. */
const USUAL = 10;
const MOST_WORDS = 4;

/** A question, taken apart. */
export interface Asked {
  readonly deps: CodeDeps;
  readonly text: string;
  readonly language: Language;
  readonly directory: HostDirectory;
  readonly tree: TreeHash;
  readonly signal: AbortSignal;
  readonly navigation: Navigation;
  readonly words: QuestionWords;
  readonly subjects: readonly Subject[];
  /** Names of the subjects, for people. */
  readonly of: string;
}

export interface ListedPlace {
  /** Id of its symbol, or its path: later messages refer to it. */
  readonly id: string;
  readonly text: string;
}

/** Answer to a question: its first line, and places, the likeliest first. */
export interface Told {
  readonly head: string;
  readonly places: readonly ListedPlace[];
  /** Ids of what it is about; absent: the subjects of the question. */
  readonly about?: readonly string[];
}

/** Commits to the subjects, or to the whole project, in the time that the question names. */
export async function commitsOf(asked: Asked): Promise<Told> {
  const { text, language, subjects, of, words } = asked;
  const count = commitsAsked(text);
  // Days that a question names are those of the clock of the machine that the repository is on.
  const time = count === undefined ? timeInWords(text, { now: new Date(), language }) : undefined;
  const named = subjects.length === 0 && count === undefined && !time ? namesAsked(text) : undefined;
  const outcome = await historyOf(asked, {
    ...pastOf(subjects),
    ...(time && { since: time.from, until: time.to }),
    ...(named && { words: [...named.sure, ...named.plain].slice(0, MOST_WORDS) }),
    limit: count ?? USUAL,
  });
  if (outcome.status === 'unfit') return { head: words.noHistory(outcome.reason), places: [] };
  const { commits } = outcome;
  return { head: words.commits(of, commits.length), places: commits.map(commitPlace) };
}

/** The author of the newest commit to the subjects, with the commits before it. */
export async function authorOf(asked: Asked): Promise<Told> {
  const { subjects, of, words } = asked;
  const outcome = await historyOf(asked, { ...pastOf(subjects), limit: 5 });
  if (outcome.status === 'unfit') return { head: words.noHistory(outcome.reason), places: [] };
  const [last] = outcome.commits;
  if (!last) return { head: words.commits(of, 0), places: [] };
  const head = words.author(of, last.author, last.date.slice(0, 10), last.hash);
  return { head, places: outcome.commits.map(commitPlace) };
}

function historyOf({ deps, directory, signal }: Asked, ask: HistoryAsk) {
  return deps.history(directory, ask, signal);
}

/** The lines of one symbol; else whole files. */
function pastOf(subjects: readonly Subject[]): Pick<HistoryAsk, 'paths' | 'lines'> {
  const [first] = subjects;
  const paths = [...new Set(subjects.map(({ path }) => path))];
  if (!first?.symbol || subjects.length > 1) return { paths };
  const { startLine, endLine } = first.symbol.range;
  return { paths, lines: { path: first.path, from: startLine, to: endLine } };
}

function commitPlace({ hash, author, date, subject, files }: CommitOfHistory): ListedPlace {
  const shown = files.slice(0, SHOWN_FILES);
  const rest = files.length - shown.length;
  const named = shown.length > 0 ? `: ${shown.join(', ')}${rest > 0 ? ` (+${rest})` : ''}` : '';
  return { id: files[0] ?? hash, text: `${hash} ${date.slice(0, 10)} ${author}: ${subject}${named}` };
}
