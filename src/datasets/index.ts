/** Real data for functions: read from files of many formats into the store, described for models, given by reference. */
export { inputOf } from './pieces';
export { readDataset } from './read';
export type { DataSource, ReadOptions } from './types';
