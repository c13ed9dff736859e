/** Search of code. */
export { findSymbols, plainSymbol, type SymbolHit, type SymbolQuery } from './find-symbols';
export { searchCode } from './search-code';
export type { Embedder, SearchHit, SearchQuery, SearchWay } from './types';
