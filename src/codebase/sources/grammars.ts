import { join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { Language, Parser, Query } from '@vscode/tree-sitter-wasm';

type Module = typeof TreeSitter;

let parsers: Promise<{ module: Module; folder: string }> | undefined;
const languages = new Map<string, Promise<Language>>();

/** Makes a parser of a grammar by its name; whoever asks for it deletes it. */
export async function parserOf(grammar: string): Promise<Parser> {
  const { module } = await loaded();
  const parser = new module.Parser();
  parser.setLanguage(await language(grammar));
  return parser;
}

/** Makes a query of a grammar. */
export async function queryOf(grammar: string, source: string): Promise<Query> {
  const { module } = await loaded();
  return new module.Query(await language(grammar), source);
}

function loaded(): Promise<{ module: Module; folder: string }> {
  parsers ??= load();
  return parsers;
}

async function load(): Promise<{ module: Module; folder: string }> {
  const folder = join(require.resolve('@vscode/tree-sitter-wasm'), '..');
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded with the first file that needs it
  const module = require('@vscode/tree-sitter-wasm') as Module;
  await module.Parser.init({ locateFile: (file) => join(folder, file) });
  return { module, folder };
}

async function language(grammar: string): Promise<Language> {
  const { module, folder } = await loaded();
  const known = languages.get(grammar) ?? module.Language.load(join(folder, `tree-sitter-${grammar}.wasm`));
  languages.set(grammar, known);
  return known;
}
