/** Index of the sources of a tree. */
export { CodeIndex, type IndexedSymbol } from './code-index';
export { openIndex, storeCache, type IndexCache } from './open-index';
