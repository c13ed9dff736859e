/** Facts of files: symbols, imports, calls, terms. */
export { languageOf } from './languages';
export { readFacts } from './facts-threads';
export { factsKind, mayHold, trigramHashes } from './text-facts';
export type { CallFact, FactsTask, FileFacts, ImportedName, ImportFact, SymbolFact } from './types';
