export { DirectoryError, explainDirectory } from './explain';
export { listDirectory, type ListedDirectory } from './list-directory';
