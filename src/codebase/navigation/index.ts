/** Code navigation. */
export { storeCache } from './index/index';
export { openNavigation, type Navigation } from './navigation';
export { createNavigator, type Navigate, openedInTime, sourceText, treeSources } from './navigator';
export type { RepositoryMap } from './outline';
export type { SearchHit } from './search';
export type { CodeLanguage, CodeSymbol, SourceFiles } from './types';
