/** Search of code. */
export { findSymbols, plainSymbol, type SymbolHit } from './find-symbols';
export { searchCode, type SearchHit, type SearchQuery, type SearchWay } from './search-code';
