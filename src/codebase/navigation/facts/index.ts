/** Facts of files: symbols, imports, calls, terms. */
export { languageOf } from './languages';
export { readFacts } from './facts-threads';
export { factsKind } from './text-facts';
export { mayHold, trigramHashes } from './trigrams';
export type { CallFact, FactsTask, FileFacts, ImportedName, ImportFact, SymbolFact } from './types';
