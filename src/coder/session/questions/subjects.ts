import { lastName, nameInId } from '../../../domain/code-graph/symbol-name';
import type { ImpactStart } from '../../../domain/session/impact';
import { isReferring, namesAsked, referredTo } from '../../../domain/session/follow-up';
import { mentionedPaths } from '../../../domain/session/mentioned';
import type { HandlerTask } from '../../../domain/session/state';
import type { CodeSymbol, Navigation } from '../../../codebase/navigation';

/** A file or a symbol of the project that a question is about. */
export interface Subject {
  readonly path: string;
  /** Absent: the whole file. */
  readonly symbol?: CodeSymbol;
}

/** Subjects of a question. `unknown`: a name, written as code, that the project does not have. */
export interface Subjects {
  readonly found: readonly Subject[];
  readonly unknown?: string;
  /** True where they are what the turns before were about. */
  readonly isReferred?: true;
}

const MOST_SUBJECTS = 12;
/** Declarations of one name that are looked at. */
const MOST_OF_A_NAME = 10;
const MOST_NAMESAKES = 200;

/**
 * Subjects that a text names; else what it refers to in the turns before, or what fits best. A question that `needs` a subject
 * refers without a word for it too: "who calls?".
 */
export async function subjectsOf(
  { text, earlier }: Pick<HandlerTask, 'text' | 'earlier'>,
  navigation: Navigation,
  { needs }: { needs: boolean },
): Promise<Subjects> {
  const files = mentionedPaths(text, navigation.paths);
  const { sure, plain } = namesAsked(text);
  for (const names of [sure, plain]) {
    const named = names.flatMap((name) => declared(name, navigation));
    const within = named.filter(({ path }) => files.includes(path));
    const found = within.length > 0 ? within : named;
    if (found.length > 0) return { found: found.slice(0, MOST_SUBJECTS) };
    if (files.length > 0) break;
  }
  if (files.length > 0) return { found: files.map((path) => ({ path })) };
  const [unknown] = sure;
  const refers = unknown === undefined && (needs || isReferring(text));
  const before = (refers ? referredTo(text, earlier) : []).flatMap((id) => subjectOfId(id, navigation));
  if (before.length > 0) return { found: before, isReferred: true };
  if (!needs || unknown !== undefined) return { found: [], unknown };
  const [best] = await navigation.search(text, { limit: 1 });
  return { found: best ? subjectOfId(best.symbolId ?? best.path, navigation) : [], unknown };
}

/** Declarations of a name, sources before tests; of a dotted one, those within what stands before the dot if there are any. */
function declared(name: string, navigation: Navigation): Subject[] {
  for (const wanted of new Set([name, lastName(name.replaceAll(/#|::/g, '.'))])) {
    const found = navigation
      .symbols(wanted, MOST_OF_A_NAME)
      .filter(({ match, symbol }) => match === 'exact' && wanted.endsWith(symbol.name));
    if (found.length > 0) return found.map(({ symbol }) => ({ path: symbol.path, symbol }));
  }
  return [];
}

/** The file, or the symbol as it is now, of `path` or `path#Outer.name`. */
export function subjectOfId(id: string, navigation: Navigation): Subject[] {
  const [path = '', name] = id.split('#');
  if (!navigation.facts(path)) return [];
  const hits = name === undefined ? [] : navigation.symbols(lastName(name), MOST_NAMESAKES);
  const symbol = hits.find((hit) => hit.symbol.id === id)?.symbol;
  return [{ path, ...(symbol && { symbol }) }];
}

/** `send (lib/response.js)`, or the path of a whole file. */
export function subjectText({ path, symbol }: Subject): string {
  return symbol ? `${shownName(symbol)} (${path})` : path;
}

export function subjectId({ path, symbol }: Subject): string {
  return symbol?.id ?? path;
}

export function shownName({ id, name }: Pick<CodeSymbol, 'id' | 'name'>): string {
  return nameInId(id) ?? name;
}

/** The beginning of a change of a subject. */
export function startOf({ path, symbol }: Subject): ImpactStart {
  return symbol ? { path, symbol: symbol.name, id: symbol.id } : { path };
}
