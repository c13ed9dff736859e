/** Index of the sources of a tree. */
export { CodeIndex, type IndexedFile, type IndexedSymbol } from './code-index';
export { openIndex, type OpenedIndex, storeCache, type IndexCache } from './open-index';
