/** The precise graph of a project: definitions, references, calls and impact, read by a process of its own. */
import { ARTEFACTS } from '../../machine/paths';
import type { CodeSymbol, SourceFiles } from '../navigation/types';
import { createAsker } from '../sources/asker';
import type { Outcome } from '../sources/source-process';
import { dependenciesOf, type FileDependencies, impactOf } from './answer';
import { isReadPath } from './read-paths';
import type { Answers, CallNode, GraphAnswer, GraphQuestion, Impact, ProcessAnswer } from './types';

export type { CallNode, Definition, GraphAnswer, Impact, Match, Reference } from './types';

/** A state of a project's files, to be asked about. */
export interface GraphTask {
  files: SourceFiles;
  /** Real path of the directory with the installed packages, where it is on this machine. */
  directory?: string;
  signal: AbortSignal;
}

export interface GraphLimits {
  /** Most items for each symbol of the name. */
  limit?: number;
}

export interface WalkLimits extends GraphLimits {
  /** Most calls between the symbol and what is found: 1 to 5. */
  depth?: number;
}

export interface ImpactOptions extends WalkLimits {
  /** Imports, where somebody knows them already. Absent: they are asked of the process. */
  dependencies?: FileDependencies;
}

export type ImpactAnswer =
  | { status: 'answered'; impact: Impact; more: number; isPartial: boolean }
  | Exclude<GraphAnswer<never>, { status: 'answered' }>;

type Listed<K extends keyof Answers> = Promise<GraphAnswer<Answers[K]>>;

/**
 * Graph of code. A symbol is named by `path#Outer.name`, `Outer.name`, `name`, `path:line:column`, or the path of a whole file; a name of
 * several symbols is answered for each. Rejects only with the signal's reason.
 */
export interface CodeGraph {
  definition(task: GraphTask, of: string, limits?: GraphLimits): Listed<'definition'>;
  references(task: GraphTask, of: string, limits?: GraphLimits): Listed<'references'>;
  /** Who calls it, by chains of calls. */
  callers(task: GraphTask, of: string, limits?: WalkLimits): Listed<'callers'>;
  /** Whom it calls, by chains of calls. */
  callees(task: GraphTask, of: string, limits?: WalkLimits): Listed<'callees'>;
  impact(task: GraphTask, of: string, options?: ImpactOptions): Promise<ImpactAnswer>;
  /** Symbols of a file; undefined where nothing can read it. */
  symbols(task: GraphTask, path: string): Promise<CodeSymbol[] | undefined>;
  /** Imports between files of the project. */
  imports(task: GraphTask): Promise<[from: string, to: string][]>;
  close(): void;
}

const DEFAULTS = { deadlineMs: 60_000, idleMs: 120_000, memoryMb: 3_072 };
const DEEPEST = 5;
const MOST_ITEMS = 5_000;
const ITEMS = 200;
const REFERENCES = 1_000;

/** Makes a graph. Nothing is started before the first question. */
export function createCodeGraph(options: { deadlineMs?: number } = {}): CodeGraph {
  const asker = createAsker<GraphQuestion, ProcessAnswer>(
    ARTEFACTS.graphProcess,
    { ...DEFAULTS, ...options },
    (answer) => answer.kind !== 'matches' || answer.answer.status !== 'answered' || !answer.answer.isPartial,
  );
  const ask = (task: GraphTask, question: GraphQuestion): Promise<Outcome<ProcessAnswer>> => {
    const { files, directory, signal } = task;
    const load = (): Promise<SourceFiles> => Promise.resolve(readable(files));
    return asker.ask({ project: directory ?? '', sources: [{ name: files.name, load }], question, signal });
  };
  const listed = async <K extends keyof Answers>(
    kind: K,
    task: GraphTask,
    of: string,
    { depth = 1, limit = ITEMS }: WalkLimits,
  ): Listed<K> => {
    const { files, directory } = task;
    const bounded = { depth: between(depth, DEEPEST), limit: between(limit, MOST_ITEMS) };
    const outcome = await ask(task, { tree: files.name, directory, kind, of, ...bounded });
    return answerOf(outcome) as GraphAnswer<Answers[K]>;
  };
  const imports = async (task: GraphTask): Promise<[from: string, to: string][]> => {
    const { files, directory } = task;
    const outcome = await ask(task, { tree: files.name, directory, kind: 'imports' });
    return outcome.status === 'answered' && outcome.answer.kind === 'imports' ? outcome.answer.edges : [];
  };
  return {
    definition: (task, of, limits = {}) => listed('definition', task, of, limits),
    references: (task, of, limits = {}) => listed('references', task, of, { limit: REFERENCES, ...limits }),
    callers: (task, of, limits = {}) => listed('callers', task, of, limits),
    callees: (task, of, limits = {}) => listed('callees', task, of, limits),
    impact: async (task, of, { dependencies, depth = 3, limit = ITEMS } = {}) => {
      const users = await listed('users', task, of, { depth, limit });
      if (users.status !== 'answered') return users;
      return impactAnswer(
        users,
        dependencies ?? dependenciesOf(await imports(task)),
        between(depth, DEEPEST),
      );
    },
    symbols: async (task, path) => {
      const { files, directory } = task;
      const outcome = await ask(task, { tree: files.name, directory, kind: 'symbols', path });
      return outcome.status === 'answered' && outcome.answer.kind === 'symbols'
        ? outcome.answer.symbols
        : undefined;
    },
    imports,
    close: () => asker.close(),
  };
}

/** Files without those that no answer depends on. */
function readable(sources: SourceFiles): SourceFiles {
  const files = new Map([...sources.files].filter(([path]) => isReadPath(path)));
  return { name: sources.name, files, text: (path) => sources.text(path) };
}

/** Where the process did not answer in time, what it knew until then. */
function answerOf(outcome: Outcome<ProcessAnswer>): ProcessMatches {
  const answer = outcome.status === 'answered' ? outcome.answer : outcome.part;
  if (answer?.kind === 'matches') return answer.answer;
  return {
    status: 'unanswered',
    reason: outcome.status === 'failed' ? outcome.reason : 'it was not understood',
  };
}

type ProcessMatches = Extract<ProcessAnswer, { kind: 'matches' }>['answer'];

function impactAnswer(
  users: Extract<GraphAnswer<CallNode>, { status: 'answered' }>,
  dependencies: FileDependencies,
  depth: number,
): ImpactAnswer {
  const { matches, isPartial } = users;
  const more = matches.reduce((sum, match) => sum + match.more, 0);
  return { status: 'answered', impact: impactOf(matches, dependencies, depth), more, isPartial };
}

function between(value: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(value)));
}
