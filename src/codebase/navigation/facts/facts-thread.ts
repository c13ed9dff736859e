/** Thread that reads facts, one batch after the other. */
import { answerQuestions } from '../../../machine/helpers/thread';
import { join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { Query, QueryMatch } from '@vscode/tree-sitter-wasm';
import type { FactsTask, FileFacts } from './types';
import { TermReader } from '../../../domain/navigation/words';
import { assemble, type Assembled } from './assemble';
import { readCaptures } from './captures';
import { grammarOf, type Grammar } from './languages';
import { isMinified, textFacts } from './text-facts';

/** Grammars of tree-sitter, loaded with the first file that needs each. */
type Module = typeof TreeSitter;

interface Loaded {
  readonly parser: TreeSitter.Parser;
  readonly query: Query;
}

/** Time for one file, in ms; a grammar can be driven to take minutes for some. */
const MOST_MS = 2_000;

/** Parsers of one thread. */
class Grammars {
  private module: Promise<{ module: Module; folder: string }> | undefined;
  private readonly loaded = new Map<string, Promise<Loaded>>();

  /** Reads the matches of the grammar's query in a text, while its tree is there. Undefined: it took too long. */
  async matches<T>(
    grammar: Grammar,
    text: string,
    read: (matches: QueryMatch[]) => T,
  ): Promise<T | undefined> {
    const { parser, query } = await this.of(grammar);
    const endMs = performance.now() + MOST_MS;
    const isLate = (): boolean => performance.now() > endMs;
    const tree = parser.parse(text, null, { progressCallback: isLate });
    if (!tree) {
      parser.reset();
      return undefined;
    }
    try {
      const matches = query.matches(tree.rootNode, { progressCallback: isLate });
      return isLate() ? undefined : read(matches);
    } finally {
      tree.delete();
    }
  }

  private of(grammar: Grammar): Promise<Loaded> {
    const known = this.loaded.get(grammar.name) ?? this.load(grammar);
    this.loaded.set(grammar.name, known);
    return known;
  }

  private async load({ name, query }: Grammar): Promise<Loaded> {
    this.module ??= loadModule();
    const { module, folder } = await this.module;
    const language = await module.Language.load(join(folder, `tree-sitter-${name}.wasm`));
    const parser = new module.Parser();
    parser.setLanguage(language);
    return { parser, query: new module.Query(language, query) };
  }
}

async function loadModule(): Promise<{ module: Module; folder: string }> {
  const folder = join(require.resolve('@vscode/tree-sitter-wasm'), '..');
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first file that needs it
  const module = require('@vscode/tree-sitter-wasm') as Module;
  await module.Parser.init({ locateFile: (file) => join(folder, file) });
  return { module, folder };
}

/** Facts of a file: its grammar's, and those of its text. */
/** Files above this, in characters, are searched as text only. */
const LONGEST = 600_000;
const NO_CODE: Assembled = { symbols: [], imports: [], calls: [] };

/** Reader of facts with its parsers and the words that it has seen. */
class FactsReader {
  private readonly grammars = new Grammars();
  private readonly terms = new TermReader();

  /** Facts of a file. Where its grammar fails or takes too long, those of its text. */
  async read({ path, text }: FactsTask): Promise<FileFacts> {
    const code = await this.code(path, text);
    const { symbols, imports, calls } = code ?? NO_CODE;
    const language = code && grammarOf(path)?.language;
    return { language, symbols, imports, calls, ...textFacts(path, text, symbols, this.terms) };
  }

  /** Facts of the text alone: for a file that ended the thread of its grammar. */
  readText({ path, text }: FactsTask): FileFacts {
    return { ...NO_CODE, ...textFacts(path, text, [], this.terms) };
  }

  private async code(path: string, text: string): Promise<Assembled | undefined> {
    const grammar = grammarOf(path);
    if (!grammar || text.length > LONGEST || isMinified(text)) return undefined;
    // A grammar that fails leaves its memory as it was just then: that ends the thread, which is started anew.
    return this.grammars.matches(grammar, text, (matches) =>
      assemble(readCaptures(matches, text), text, grammar, this.terms),
    );
  }
}

/** Files to be read; `textOnly`: without grammars. */
export interface FactsBatch {
  readonly tasks: readonly FactsTask[];
  readonly textOnly: boolean;
}

const reader = new FactsReader();

async function answer({ tasks, textOnly }: FactsBatch): Promise<FileFacts[]> {
  const facts: FileFacts[] = [];
  for (const task of tasks) facts.push(textOnly ? reader.readText(task) : await reader.read(task));
  return facts;
}

answerQuestions(answer);
