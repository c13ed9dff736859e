/** Code navigation. */
export { storeCache, type IndexCache } from './index/index';
export { openNavigation, type Navigation, type NavigationOptions } from './navigation';
export {
  createNavigator,
  type Navigate,
  type NavigatorStores,
  openedInTime,
  sourceText,
  treeSources,
} from './navigator';
export type { MapFile, RepositoryMap } from './outline';
export type { SearchHit, SearchQuery, SearchWay, SymbolHit, SymbolQuery } from './search';
export type { CodeLanguage, CodeRange, CodeSymbol, SourceFiles, SymbolKind } from './types';
