/** Languages that grammars read: ends of names, queries, and how each says that a name is exported. */
import type { CodeLanguage } from '../types';
import { GO, JAVA, JAVASCRIPT, PYTHON, RUST, TSX, TYPESCRIPT } from './queries';

/** Sign of an exported name: an exporting statement, a word of the declaration, or the name itself. */
export type ExportSign = 'statement' | 'pub' | 'public' | 'capital' | 'no-underscore';

export interface Grammar {
  /** `tree-sitter-<name>.wasm`. */
  readonly name: string;
  readonly language: CodeLanguage;
  readonly ends: readonly string[];
  readonly query: string;
  readonly exportSign: ExportSign;
  /** Names of methods that make an object. */
  readonly constructors?: readonly string[];
}

const GRAMMARS: readonly Grammar[] = [
  {
    name: 'typescript',
    language: 'typescript',
    ends: ['ts', 'mts', 'cts'],
    query: TYPESCRIPT,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'tsx',
    language: 'typescript',
    ends: ['tsx'],
    query: TSX,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'javascript',
    language: 'javascript',
    ends: ['js', 'mjs', 'cjs', 'jsx'],
    query: JAVASCRIPT,
    exportSign: 'statement',
    constructors: ['constructor'],
  },
  {
    name: 'python',
    language: 'python',
    ends: ['py', 'pyi'],
    query: PYTHON,
    exportSign: 'no-underscore',
    constructors: ['__init__'],
  },
  { name: 'go', language: 'go', ends: ['go'], query: GO, exportSign: 'capital' },
  { name: 'rust', language: 'rust', ends: ['rs'], query: RUST, exportSign: 'pub' },
  { name: 'java', language: 'java', ends: ['java'], query: JAVA, exportSign: 'public' },
];

const BY_END: ReadonlyMap<string, Grammar> = new Map(
  GRAMMARS.flatMap((grammar) => grammar.ends.map((end) => [end, grammar] as const)),
);

/** Grammar of a path by the end of its name; undefined where there is none. */
export function grammarOf(path: string): Grammar | undefined {
  return BY_END.get(/\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** Language of a path; undefined where no grammar reads it. */
export function languageOf(path: string): CodeLanguage | undefined {
  return grammarOf(path)?.language;
}
