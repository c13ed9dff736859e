/** Search of code. */
export { findSymbols, plainSymbol, type SymbolHit, type SymbolQuery } from './find-symbols';
export { searchCode, type SearchHit, type SearchQuery, type SearchWay } from './search-code';
