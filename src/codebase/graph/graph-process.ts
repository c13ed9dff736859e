/** The process that holds the graph of a project: the compiler's service for scripts, grammars for other languages. */
import { serve, type Asked } from '../sources/served';
import type { TreeFiles } from '../sources/tree-files';
import { Answering } from './answer';
import { SCRIPT_PATH, SYNTAX_PATH } from './read-paths';
import type { NamedEngine } from './named-engine';
import type * as NamedEngines from './named-engine';
import type { TypeScriptEngine } from './typescript-engine';
import type * as TypeScriptEngines from './typescript-engine';
import type { Engine, GraphQuestion, ProcessAnswer } from './types';

/** Compilers by directory; only the last one is kept, since each holds its whole program. */
const compilers = new Map<string, TypeScriptEngine>();
let named: NamedEngine | undefined;

async function answer(question: GraphQuestion, { files, isLate, part }: Asked): Promise<ProcessAnswer> {
  const tree = files(question.tree);
  const engines = tree ? await enginesFor(tree, question.directory, isLate) : [];
  if (question.kind === 'symbols') {
    const found = engines.find((engine) => engine.reads(question.path))?.symbols(question.path);
    return { kind: 'symbols', symbols: found?.map(({ symbol }) => symbol) };
  }
  if (question.kind === 'imports')
    return { kind: 'imports', edges: engines.flatMap((engine) => engine.imports()) };
  const told = (matches: Extract<ProcessAnswer, { kind: 'matches' }>['answer']): ProcessAnswer => ({
    kind: 'matches',
    answer: matches,
  });
  return told(new Answering(engines, question, isLate, (known) => part(told(known))).answer());
}

/** Engines that a tree needs: neither is loaded for a tree without its languages. */
async function enginesFor(
  files: TreeFiles,
  directory: string | undefined,
  isLate: () => boolean,
): Promise<Engine[]> {
  const engines: Engine[] = [];
  if (files.paths.some((path) => SCRIPT_PATH.test(path))) engines.push(compiler(files, directory, isLate));
  if (files.paths.some((path) => SYNTAX_PATH.test(path))) engines.push(await grammars(files, isLate));
  return engines;
}

function compiler(files: TreeFiles, directory: string | undefined, isLate: () => boolean): TypeScriptEngine {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a third of a second, for trees with scripts only
  const { TypeScriptEngine } = require('./typescript-engine') as typeof TypeScriptEngines;
  const key = directory ?? '';
  const engine = compilers.get(key) ?? new TypeScriptEngine(directory);
  if (!compilers.has(key)) compilers.clear();
  compilers.set(key, engine);
  engine.open(files, isLate);
  return engine;
}

async function grammars(files: TreeFiles, isLate: () => boolean): Promise<NamedEngine> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first tree that needs it
  const { NamedEngine } = require('./named-engine') as typeof NamedEngines;
  named ??= new NamedEngine();
  await named.open(files, isLate);
  return named;
}

void serve((question, asked) => answer(question as GraphQuestion, asked));
