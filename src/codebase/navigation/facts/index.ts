/** Facts of files: symbols, imports, calls, terms. */
export { languageOf } from './languages';
export { readFacts } from './facts-threads';
export { factsKind, mayHold, trigramHashes } from './text-facts';
export type { CallFact, FileFacts, ImportFact, SymbolFact } from './types';
