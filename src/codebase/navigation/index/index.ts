/** Index of the sources of a tree. */
export { CodeIndex, type IndexedFile, type IndexedSymbol } from './code-index';
export { openIndex, type OpenedIndex } from './open-index';
export { storeCache, type IndexCache } from './index-cache';
