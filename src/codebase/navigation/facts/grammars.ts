/** Grammars of tree-sitter, loaded with the first file that needs each. */
import { join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { Query, QueryMatch } from '@vscode/tree-sitter-wasm';
import type { Grammar } from './languages';

type Module = typeof TreeSitter;

interface Loaded {
  readonly parser: TreeSitter.Parser;
  readonly query: Query;
}

/** Time for one file, in ms; a grammar can be driven to take minutes for some. */
const MOST_MS = 2_000;

/** Parsers of one thread. */
export class Grammars {
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
